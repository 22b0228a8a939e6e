// tests/test_collector.cpp: every collector keeps the laws, however it is put together.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "laws/collector_laws.hpp"
#include "layouts.hpp"
#include "memories.hpp"

namespace {

using namespace strata;
using imperative::checked_memory, imperative::incremental, imperative::mark_sweep;
using imperative::next_fit;
using imperative::raw_memory, imperative::segregated_fit;

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
struct least {
    using layout_type = ocaml_64;
    std::optional<value_of<ocaml_64>> allocate(std::uint64_t, std::uint64_t);
    void collect(std::span<const std::uint64_t>);
    const least_memory<std::uint64_t>& memory() const;
};
struct no_layout : private least {
    using least::allocate, least::collect, least::memory;
};
struct no_allocate : least {
    void allocate(std::uint64_t, std::uint64_t) = delete;
};
struct allocates_a_word : least {
    std::uint64_t allocate(std::uint64_t, std::uint64_t);
};
struct no_collect : least {
    void collect(std::span<const std::uint64_t>) = delete;
};
struct no_memory : least {
    void memory() const = delete;
};
struct wrong_layout : least {
    using layout_type = int;
};

static_assert(collector<least>);
static_assert(!collector<no_layout>);
static_assert(!collector<no_allocate>);
static_assert(!collector<allocates_a_word>);
static_assert(!collector<no_collect>);
static_assert(!collector<no_memory>);
static_assert(!collector<wrong_layout>);
static_assert(collector<mark_sweep<ocaml_64>> && collector<mark_sweep<ocaml_32>>);
static_assert(collector<incremental<ocaml_64>> && collector<incremental<ocaml_32>>);

/// A mutator that allocates until there is no room, lets most objects go, collects, and goes on.
template <class C>
bool keeps_the_laws(C gc, std::uint32_t seed)
{
    using L = typename C::layout_type;
    using W = word_of<L>;
    std::mt19937 random{seed};
    std::vector<W> roots{L::filler()};
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 30; ++i) {
            if (!laws::allocates(gc, static_cast<W>(1 + random() % 12), 0)) return false;
            if (const auto x = gc.allocate(static_cast<W>(2 + random() % 3), 0); x)
                roots.push_back(L::pointer_to(*x));
        }
        if (!laws::correct(gc, roots) || !laws::idempotent(gc, roots)) return false;
        roots.erase(roots.begin() + 1 + static_cast<std::ptrdiff_t>(roots.size() / 3), roots.end());
    }
    return true;
}

/// The ring is for a collector that borrows one.
template <class C, class... Ring>
bool fresh_heap_keeps_the_laws(std::uint32_t seed, Ring&... ring)
{
    using L = typename C::layout_type;
    std::vector<word_of<L>> words(400, 0x5A5A5A5A);
    std::array<value_of<L>, 2> stack{};
    return keeps_the_laws(C{{words, static_cast<word_of<L>>(0x1000 * L::mword)}, stack, ring...},
                          seed);
}

TEST_CASE_TEMPLATE_DEFINE("a collector is correct, idempotent, and allocates well-formed objects",
                          L, mark_sweep_laws)
{
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        CAPTURE(seed);
        CHECK(fresh_heap_keeps_the_laws<mark_sweep<L>>(seed));
        CHECK(fresh_heap_keeps_the_laws<mark_sweep<L, raw_memory<L>, next_fit<L>, 1>>(seed));
        CHECK(fresh_heap_keeps_the_laws<mark_sweep<L, checked_memory<L>, segregated_fit<L>, 4>>(
            seed));
        CHECK(fresh_heap_keeps_the_laws<mark_sweep<L, test::own_marks<L>, next_fit<L>, 1>>(seed));
        std::array<value_of<L>, 4> ring{};
        CHECK(fresh_heap_keeps_the_laws<incremental<L, checked_memory<L>, next_fit<L>, 4>>(seed,
                                                                                           ring));
        CHECK(fresh_heap_keeps_the_laws<incremental<L, test::own_marks<L>, segregated_fit<L>, 4>>(
            seed, ring));
    }
}
TEST_CASE_TEMPLATE_APPLY(mark_sweep_laws, test::layouts);

// The laws are not vacuous.
using paper = mark_sweep<ocaml_64, checked_memory<ocaml_64>, next_fit<ocaml_64>, 1,
                         imperative::unaudited<ocaml_64>>;
struct frees_all : paper {
    using paper::paper;
    template <class R>
    void collect(const R&)
    {
        paper::collect(std::array<word, 0>{});
    }
};
struct counts_collections : paper {
    using paper::paper;
    template <class R>
    void collect(const R& roots)
    {
        paper::collect(roots);
        memory().store(memory().end() - 8, ++count);
    }
    word count = 0;
};
struct allocates_black : paper {
    using paper::paper;
    std::optional<value_of<ocaml_64>> allocate(word wosize, word tag)
    {
        const auto x = paper::allocate(wosize, tag);
        if (x) memory().store(x->at - 8, ocaml_64::make_header(wosize, color::black, tag));
        return x;
    }
};

TEST_CASE("a collector that frees too much, never does the same twice, or miscolours breaks a law")
{
    std::vector<std::uint64_t> words(20);
    std::array<value_of<ocaml_64>, 1> stack{};
    frees_all frees{{words, 0x1000}, stack};
    const std::array roots{frees.allocate(1, 0)->at};
    CHECK_FALSE(laws::correct(frees, roots));
    counts_collections counts{{words, 0x1000}, stack};
    CHECK_FALSE(laws::idempotent(counts, std::array<std::uint64_t, 0>{}));
    allocates_black blackens{{words, 0x1000}, stack};
    CHECK_FALSE(laws::allocates(blackens, 1, 0));
}

}  // namespace
