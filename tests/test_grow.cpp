// tests/test_grow.cpp: a heap that gets memory in the middle of a cycle, and gives some back.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <strata/layer2_functional/well_formed_heap.hpp>
#include <strata/layer3_imperative/driven.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "growing_memory.hpp"
#include "heap_builder.hpp"
#include "layouts.hpp"
#include "memories.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;

constexpr auto all = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t more_words = 40;

/// A list of two, dead objects around them, and words that are not the heap's yet.
template <class T, class A, std::size_t Window>
struct drawing {
    using L = test::layout_in<T>;
    using word = word_of<L>;
    using growing = test::growing_memory<L>;
    using memory = test::marked_in<T, growing>;
    using GC = driven<L, memory, A, Window, audited_cycle<L>>;
    test::heap_builder<L> h{};
    value_of<L> dead = h.record({h.data(1), h.data(2)});
    value_of<L> last = h.record({h.data(3)});
    value_of<L> lost = h.record({h.data(4), h.data(5), h.data(6)});
    value_of<L> first = h.record({h.to(last)});
    value_of<L> gone = h.record({h.data(7), h.data(8)});
    std::size_t size = h.hp.words.size();
    std::vector<word_of<L>> words = enlarged(h.hp.words);
    std::array<value_of<L>, 1> stack{};
    typename GC::ring_type ring{};
    std::array<word_of<L>, 1> roots{L::pointer_to(first)};
    GC gc{memory{growing{words, h.hp.origin, size}}, stack, ring, contents::existing};

    static std::vector<word_of<L>> enlarged(std::vector<word_of<L>> v)
    {
        v.resize(v.size() + more_words);
        return v;
    }
    void grow(std::size_t by)
    {
        gc.grow(gc.memory().end() + static_cast<word_of<L>>(by * L::mword));
    }
    [[nodiscard]] std::vector<value_of<L>> objects() const
    {
        return functional::allocs<L>(functional::snapshot<L>(gc.memory()));
    }
    [[nodiscard]] bool is_well_formed() const
    {
        return !functional::find_defect<L>(functional::snapshot<L>(gc.memory())).has_value();
    }
};
template <class T>
using paper = drawing<T, next_fit<test::layout_in<T>>, 1>;
template <class T>
using fast = drawing<T, segregated_fit<test::layout_in<T>>, 4>;

/// After `steps` steps of a cycle.
template <class Drawing>
void grow_after(std::uint64_t steps, std::size_t by)
{
    Drawing d;
    d.gc.start(d.roots);
    d.gc.slice(steps);
    d.grow(by);
    d.gc.finish();
    CHECK(d.is_well_formed());
    CHECK(d.objects() == std::vector{d.last, d.first});
    d.gc.collect(std::vector<typename Drawing::word>{});
    CHECK(d.gc.heap_words() == d.size + by);
    CHECK(d.gc.free_words() == d.size + by);
}

TEST_CASE_TEMPLATE_DEFINE("a heap may grow after any step of a cycle, and all of it is used", T,
                          grows)
{
    for (std::uint64_t steps = 0; steps <= 24; ++steps)
        for (const std::size_t by : {1U, 2U, 7U, 40U}) {
            grow_after<paper<T>>(steps, by);
            grow_after<fast<T>>(steps, by);
        }
}
TEST_CASE_TEMPLATE_APPLY(grows, test::layouts_and_marks);

template <class Drawing>
void allocate_after(std::uint64_t steps)
{
    Drawing d;
    d.gc.start(d.roots);
    d.gc.slice(steps);
    const auto at = d.gc.at();
    d.grow(more_words);
    // More fields than all that was there had words: it is in what is new, or nowhere.
    const auto x = d.gc.allocate(30, 0);
    REQUIRE(x.has_value());
    CHECK(d.gc.at() == at);
    d.gc.finish();
    CHECK(d.is_well_formed());
    CHECK(d.objects() == std::vector{d.last, d.first, *x});
}

TEST_CASE_TEMPLATE_DEFINE("what a heap has grown by can be allocated at once, in every phase", T,
                          at_once)
{
    for (std::uint64_t steps = 0; steps <= 24; ++steps) {
        allocate_after<paper<T>>(steps);
        allocate_after<fast<T>>(steps);
    }
}
TEST_CASE_TEMPLATE_APPLY(at_once, test::layouts_and_marks);

TEST_CASE_TEMPLATE_DEFINE("what is free at the end of a swept heap can be given back", T, shrinks)
{
    using L = test::layout_in<T>;
    for (word_of<L> words = 0; words <= 3; ++words) {
        fast<T> d;
        d.gc.start(d.roots);
        while (d.gc.at() != phase::sweeping) d.gc.slice(1);
        CHECK(d.gc.run_phase(all) > 0);
        // The last object, and its header, are dead.
        REQUIRE(d.gc.trailing_free_words() >= 3);
        d.gc.shrink(words);
        d.gc.advance();
        CHECK(d.gc.at() == phase::idle);
        CHECK(d.gc.heap_words() == d.size - words);
        CHECK(d.is_well_formed());
        CHECK(d.objects() == std::vector{d.last, d.first});
        d.grow(static_cast<std::size_t>(words));
        CHECK(d.gc.heap_words() == d.size);
        CHECK(d.is_well_formed());
    }
}
TEST_CASE_TEMPLATE_APPLY(shrinks, test::layouts_and_marks);

TEST_CASE_TEMPLATE_DEFINE("a runtime that drives the phases leaves what a collection leaves", T,
                          drives)
{
    using L = test::layout_in<T>;
    fast<T> collected, d;
    collected.gc.collect(collected.roots);

    std::array<value_of<L>, 3> other_stack{};
    d.gc.lend_stack(other_stack);
    d.gc.start({});
    d.gc.advance();
    for (const auto root : d.roots) d.gc.darken(root);
    CHECK(d.gc.run_phase(1) == 0);
    CHECK(d.gc.run_phase(all) > 0);
    d.gc.advance();
    CHECK(d.gc.swept_to() == d.gc.memory().begin());
    CHECK(d.gc.run_phase(all) > 0);
    CHECK(d.gc.swept_to() == d.gc.memory().end());
    d.gc.advance();
    CHECK(d.words == collected.words);
}
TEST_CASE_TEMPLATE_APPLY(drives, test::layouts_and_marks);

TEST_CASE("a nursery may be larger than an old space that can grow")
{
    using L = ocaml_64;
    fast<L> d;
    std::vector<word_of<L>> young(d.size + 1), remembered(4);
    std::array<value_of<L>, 4> stack{};
    const test::growing_memory<L> nursery{young, 0x100, young.size()};
    with_nursery gc{d.gc, nursery, remembered, stack};
    CHECK(gc.is_large(static_cast<word_of<L>>(young.size())));
}

}  // namespace
