// tests/test_incremental.cpp: a collection in slices, with a mutator between them.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include <strata/layer2_functional/collect.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/recorded_memory.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"
#include "memories.hpp"

namespace {

using namespace strata;
using imperative::audited_cycle, imperative::checked_memory, imperative::contents;
using imperative::incremental, imperative::most_steps, imperative::next_fit, imperative::pacing;
using imperative::phase, imperative::segregated_fit, imperative::unaudited_cycle;

template <class T>
using paper = incremental<test::layout_in<T>, test::memory_in<T>, next_fit<test::layout_in<T>>, 1,
                          audited_cycle<test::layout_in<T>>>;
template <class T>
using fast = incremental<test::layout_in<T>, test::memory_in<T>, segregated_fit<test::layout_in<T>>,
                         4, audited_cycle<test::layout_in<T>>>;

/// Where the first field that is a value is: after the bitmap, if there is one.
template <layout L>
constexpr word_of<L> first_field = test::has_bitmap<L> ? 2 : 1;

/// A list of three, of which the first is the root, a dead object and free blocks.
template <class GC>
struct drawing {
    using L = typename GC::layout_type;
    test::heap_builder<L> h{};
    value_of<L> dead = h.record({h.data(1), h.data(2)});
    value_of<L> last = h.record({h.data(3)});
    value_of<L> free = h.free(4);
    value_of<L> middle = h.record({h.to(last)});
    value_of<L> first = h.record({h.data(4), h.to(middle)});
    value_of<L> rest = h.free(8);
    std::array<value_of<L>, 1> stack{};
    typename GC::ring_type ring{};
    std::array<word_of<L>, 1> roots{L::pointer_to(first)};

    [[nodiscard]] constexpr GC collector()
    {
        return GC{{h.hp.words, h.hp.origin}, stack, ring, contents::existing};
    }
};

/// Slices of `budget` until the cycle is in phase `at`.
template <class GC>
constexpr void run_to(GC& gc, phase at, std::uint64_t budget = 1)
{
    while (gc.at() != at) gc.slice(budget);
}

TEST_CASE_TEMPLATE_DEFINE("in slices of any size a cycle leaves what a collection leaves", T, same)
{
    using L = test::layout_in<T>;
    drawing<paper<T>> d;
    const auto collected = functional::collect<L>(d.h.hp, d.roots).hp;
    for (std::uint64_t budget = 1; budget <= 40; ++budget) {
        drawing<paper<T>> e;
        auto gc = e.collector();
        gc.start(e.roots);
        run_to(gc, phase::idle, budget);
        CHECK(e.h.hp == collected);
    }
}
TEST_CASE_TEMPLATE_APPLY(same, test::layouts_and_marks);

TEST_CASE_TEMPLATE_DEFINE("pure slices of any size leave what functional::collect leaves", L, pure)
{
    drawing<paper<L>> d;
    const auto collected = functional::collect<L>(d.h.hp, d.roots);
    for (std::uint64_t budget = 1; budget <= 20; ++budget) {
        auto c = functional::begin_cycle(d.h.hp, d.roots);
        while (c.at != phase::idle) c = functional::slice(std::move(c), budget);
        CHECK(c.sweeping.swept == collected);
    }
}
TEST_CASE_TEMPLATE_APPLY(pure, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("what is cut off while marking survives this cycle, and not the next", T,
                          cut_off)
{
    using L = test::layout_in<T>;
    for (std::uint64_t steps = 0; steps <= 12; ++steps) {
        drawing<fast<T>> d;
        auto gc = d.collector();
        gc.start(d.roots);
        gc.slice(steps);
        gc.write(d.first, first_field<L> + 1, L::filler());
        run_to(gc, phase::idle);
        CHECK(functional::allocs<L>(d.h.hp) == std::vector{d.last, d.middle, d.first});
        gc.collect(d.roots);
        CHECK(functional::allocs<L>(d.h.hp) == std::vector{d.first});
    }
}
TEST_CASE_TEMPLATE_APPLY(cut_off, test::layouts_and_marks);

TEST_CASE_TEMPLATE_DEFINE("a new object is black while marking, white otherwise, and survives", T,
                          colours)
{
    using L = test::layout_in<T>;
    for (const auto at : {phase::idle, phase::darkening, phase::marking, phase::sweeping}) {
        drawing<paper<T>> d;
        auto gc = d.collector();
        if (at != phase::idle) gc.start(d.roots);
        run_to(gc, at);
        if (at == phase::sweeping) gc.slice(5);
        REQUIRE(gc.at() == at);
        const auto x = gc.allocate(2, 0);
        REQUIRE(x.has_value());
        const bool black = at == phase::darkening || at == phase::marking;
        const auto color_of_x = [&] {
            return functional::color_at<L>(hd_address<L>(*x), functional::snapshot<L>(gc.memory()));
        };
        CHECK(color_of_x() == (black ? color::black : color::white));
        run_to(gc, phase::idle);
        CHECK(color_of_x() == color::white);
        CHECK(functional::allocs<L>(d.h.hp).size() == (at == phase::idle ? 5 : 4));
    }
}
TEST_CASE_TEMPLATE_APPLY(colours, test::layouts_and_marks);

TEST_CASE_TEMPLATE_DEFINE("an allocation without room sweeps until there is room", L, lazy_sweep)
{
    test::heap_builder<L> h;
    const auto dead = h.record({h.data(1), h.data(2)});
    for (int i = 0; i < 300; ++i) h.record({h.data(3), h.data(4)});
    std::array<value_of<L>, 1> stack{};
    typename fast<L>::ring_type ring{};
    fast<L> gc{{h.hp.words, h.hp.origin}, stack, ring, contents::existing};
    gc.start({});
    run_to(gc, phase::sweeping);
    const auto x = gc.allocate(h.wosize(dead), 0);
    REQUIRE(x.has_value());
    CHECK(x->at < dead.at + 64 * (h.wosize(dead) + 1) * L::mword);
    CHECK(gc.at() == phase::sweeping);
    run_to(gc, phase::idle);
}
TEST_CASE_TEMPLATE_APPLY(lazy_sweep, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("all that is dead is one block for an allocation that needs it all", T,
                          needs_it_all)
{
    using L = test::layout_in<T>;
    test::heap_builder<L> h;
    for (int i = 0; i < 300; ++i) h.record({h.data(3), h.data(4)});
    std::array<value_of<L>, 1> stack{};
    typename fast<T>::ring_type ring{};
    fast<T> gc{{h.hp.words, h.hp.origin}, stack, ring, contents::existing};
    gc.start({});
    run_to(gc, phase::sweeping);
    CHECK(gc.allocate(static_cast<word_of<L>>(h.hp.words.size() - 1), 0).has_value());
    CHECK(gc.at() == phase::idle);
}
TEST_CASE_TEMPLATE_APPLY(needs_it_all, test::layouts_and_marks);

TEST_CASE("without room a cycle is finished, the allocation tried again, and then given up")
{
    using L = ocaml_64;
    test::heap_builder<L> h;
    const auto root = h.record({h.data(1)});
    h.record({h.data(2), h.data(3), h.data(4)});
    std::array<value_of<L>, 1> stack{};
    paper<L>::ring_type ring{};
    paper<L> gc{{h.hp.words, h.hp.origin}, stack, ring, contents::existing};
    const std::array roots{L::pointer_to(root)};
    CHECK_FALSE(gc.allocate(3, 0).has_value());
    gc.start(roots);
    const auto x = gc.allocate(3, 0);
    CHECK(gc.at() == phase::idle);
    CHECK(x.has_value());
    gc.start(roots);
    gc.slice(2);
    CHECK_FALSE(gc.allocate(4, 0).has_value());
    CHECK(gc.at() == phase::idle);
    CHECK(functional::h_allocs<L>(h.hp).size() == 1);
}

TEST_CASE_TEMPLATE("a write to the field that is scanned next hides nothing, with a stack of one",
                   T, ocaml_64, test::with_marks<ocaml_64>)
{
    using L = ocaml_64;
    for (std::uint64_t steps = 0; steps <= 40; ++steps) {
        test::heap_builder<L> h;
        std::vector<test::heap_builder<L>::field> leaves;
        for (std::uint64_t i = 0; i < 6; ++i) leaves.push_back(h.to(h.record({h.data(i)})));
        const auto root = h.record(leaves);
        std::array<value_of<L>, 1> stack{};
        typename paper<T>::ring_type ring{};
        paper<T> gc{{h.hp.words, h.hp.origin}, stack, ring, contents::existing};
        const std::array roots{L::pointer_to(root)};
        gc.start(roots);
        gc.slice(steps);
        for (std::uint64_t i = 1; i <= 6; ++i) gc.write(root, i, L::filler());
        run_to(gc, phase::idle, 1);
        CHECK(functional::h_allocs<L>(h.hp).size() == 7);
    }
}

// --- the pause -----------------------------------------------------------------------------------

/// A wide object, a long list, many dead objects, under a collector that counts its accesses.
struct counted {
    using L = ocaml_64;
    using memory = imperative::recorded_memory<std::uint64_t, checked_memory<L>>;
    test::heap_builder<L> h{};
    std::uint64_t accesses = 0;
    std::array<std::uint64_t, 1> roots{};
    std::vector<value_of<L>> stack = std::vector<value_of<L>>(1000);

    counted()
    {
        std::vector<test::heap_builder<L>::field> fields;
        auto list = h.record({h.data(0)});
        for (std::uint64_t i = 0; i < 500; ++i) {
            fields.push_back(h.to(h.record({h.data(i)})));
            h.record({h.data(i), h.data(i), h.data(i)});
            list = h.record({h.to(list), h.data(i)});
        }
        fields.push_back(h.to(list));
        roots[0] = h.record(fields).at;
    }
    template <class M, class A, std::size_t Window>
    [[nodiscard]] auto collector(std::size_t entries, std::array<value_of<L>, Window>& ring)
    {
        return incremental<L, M, A, Window, unaudited_cycle<L>>{
            M{memory{{h.hp.words, h.hp.origin}, [this](auto...) { ++accesses; }}},
            std::span{stack}.first(entries), ring, contents::existing};
    }
};

/// The most loads and stores of one step, in the layouts that ship: a field that a bitmap describes
/// (header, bitmap, field; the header of what is shaded, twice), or a closure whose scan begins
/// (three headers, of which one may be an infix header, its new colour, its info). A block that is
/// swept takes two, and a run that was held three.
constexpr std::uint64_t most_accesses = 5;

template <class M, class A, std::size_t Window>
void check_pause(std::size_t entries, std::uint64_t budget)
{
    counted c;
    std::array<value_of<ocaml_64>, Window> ring{};
    auto gc = c.collector<M, A>(entries, ring);
    gc.start(c.roots);
    std::uint64_t steps = 0, longest = 0, slices = 0;
    while (gc.at() != phase::idle) {
        c.accesses = 0;
        const auto made = gc.slice(budget);
        CHECK(made <= budget);
        longest = std::max(longest, c.accesses);
        steps += made;
        ++slices;
    }
    CHECK(longest <= budget * most_accesses);
    CHECK(slices == (steps + budget - 1) / budget);
    if (entries > 1) CHECK(steps <= most_steps(c.h.hp.words.size(), 1));
    CHECK(functional::h_allocs<ocaml_64>(c.h.hp).size() == 1002);
}

TEST_CASE("no slice makes more steps than its budget, and no step touches more than a few words")
{
    using memory = counted::memory;
    using marked = test::own_marks<ocaml_64, memory>;
    for (const auto budget : std::initializer_list<std::uint64_t>{1, 2, 7, 100, 100'000}) {
        check_pause<memory, next_fit<ocaml_64>, 1>(1000, budget);
        check_pause<memory, segregated_fit<ocaml_64>, 32>(1000, budget);
        check_pause<memory, segregated_fit<ocaml_64>, 4>(1, budget);
        check_pause<marked, segregated_fit<ocaml_64>, 32>(1000, budget);
        check_pause<marked, segregated_fit<ocaml_64>, 4>(1, budget);
    }
}

// --- pacing --------------------------------------------------------------------------------------

TEST_CASE("what is paid for half of the free words is a whole cycle")
{
    for (const auto steps : std::initializer_list<std::uint64_t>{1, 2, 1'000, 123'457})
        for (std::uint64_t free = 2; free < 1'000; ++free)
            CHECK(pacing::rate(steps, free) * (free / 2) >= steps);
    CHECK(pacing::rate(100, 0) == 100);
    CHECK(pacing::rate(100, 1) == 100);
    CHECK(pacing::rate(100, 20) == 10);
    CHECK(pacing{10}.is_due(100, 20));
    CHECK_FALSE(pacing{10}.is_due(100, 24));
}

TEST_CASE_TEMPLATE_DEFINE("a paced program pays for each word, and never for a whole cycle", L,
                          paced)
{
    std::vector<word_of<L>> words(4000);
    std::vector<value_of<L>> stack(2000);
    std::uint64_t accesses = 0, most = 0, cycles = 0;
    using M = imperative::recorded_memory<word_of<L>, checked_memory<L>>;
    using collector = incremental<L, M, segregated_fit<L>, 4, unaudited_cycle<L>>;
    typename collector::ring_type ring{};
    collector gc{
        M{{words, static_cast<word_of<L>>(0x1000 * L::mword)}, [&](auto...) { ++accesses; }}, stack,
        ring};
    // A ring of 200 roots; each new object replaces the oldest and points to the one before it.
    std::vector<word_of<L>> roots(200, L::filler()), lent;
    for (std::size_t i = 0; i < 20'000; ++i) {
        const bool was_idle = gc.at() == phase::idle;
        if (was_idle) lent = roots;
        accesses = 0;
        const auto x = gc.allocate_paced(3, 0, lent, pacing{32});
        most = std::max(most, accesses);
        REQUIRE(x.has_value());
        if (test::has_bitmap<L>) gc.write(*x, 1, i % 7 == 0 ? 0 : 1);
        gc.write(*x, 2, i % 7 == 0 ? L::filler() : roots[(i + 199) % 200]);
        roots[i % 200] = L::pointer_to(*x);
        if (was_idle && gc.at() != phase::idle) ++cycles;
    }
    CHECK(cycles > 20);
    // 32 steps a word, four words, rounded up; and the allocation itself, for which as many runs as
    // the sweep can hold become blocks.
    CHECK(most <= (33 * 4 + 64 + 4) * most_accesses);
}
TEST_CASE_TEMPLATE_APPLY(paced, test::layouts);

constexpr bool collects_in_the_compiler()
{
    drawing<paper<ocaml_64>> d;
    auto gc = d.collector();
    gc.start(d.roots);
    gc.slice(4);
    const auto x = gc.allocate(1, 0);
    gc.write(*x, 1, ocaml_64::pointer_to(d.last));
    gc.write(d.first, 2, ocaml_64::pointer_to(*x));
    run_to(gc, phase::idle);
    return functional::h_allocs<ocaml_64>(d.h.hp).size() == 4;
}
static_assert(collects_in_the_compiler());

}  // namespace
