// tests/test_allocator.cpp: both allocators keep the laws, from every small heap and in long runs.
#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <random>
#include <vector>

#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/format.hpp>
#include <strata/layer3_imperative/metered.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "heap_builder.hpp"
#include "laws/allocator_laws.hpp"
#include "layouts.hpp"
#include "small_heaps.hpp"

namespace {

using namespace strata;
using imperative::checked_memory, imperative::next_fit, imperative::segregated_fit;
using L64 = ocaml_64;

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
struct least {
    using h = header_of<L64>;
    void begin_sweep();
    void add(least_memory<std::uint64_t>&, h, std::uint64_t);
    void end_sweep(least_memory<std::uint64_t>&);
    std::optional<h> take(least_memory<std::uint64_t>&, std::uint64_t);
    template <class F>
    void each_free(const least_memory<std::uint64_t>&, F) const;
};
struct no_begin_sweep : least {
    void begin_sweep() = delete;
};
struct no_add : least {
    void add(least_memory<std::uint64_t>&, h, std::uint64_t) = delete;
};
struct no_end_sweep : least {
    void end_sweep(least_memory<std::uint64_t>&) = delete;
};
struct no_take : least {
    void take(least_memory<std::uint64_t>&, std::uint64_t) = delete;
};
struct takes_without_fail : least {
    h take(least_memory<std::uint64_t>&, std::uint64_t);
};
struct no_each_free : least {
    void each_free() const;
};
struct each_free_changes_it : least {
    template <class F>
    void each_free(const least_memory<std::uint64_t>&, F);
};

static_assert(allocator<least, L64>);
static_assert(!allocator<no_begin_sweep, L64>);
static_assert(!allocator<no_add, L64>);
static_assert(!allocator<no_end_sweep, L64>);
static_assert(!allocator<no_take, L64>);
static_assert(!allocator<takes_without_fail, L64>);
static_assert(!allocator<no_each_free, L64>);
static_assert(!allocator<each_free_changes_it, L64>);
static_assert(allocator<next_fit<L64>, L64> && allocator<segregated_fit<L64>, L64>);

/// The laws on every small heap, for two takes of each size after each other.
template <layout L, class A>
bool laws_on_small_heaps()
{
    bool kept = true;
    for (std::size_t n = 1; n <= 6 - STRATA_FEWER; ++n)
        test::for_each_small_heap<L>(n, [&](const test::small_heap<L>& heap) {
            for (word_of<L> first = 1; first <= n; ++first)
                for (word_of<L> second = 1; second <= n; ++second) {
                    auto words = heap.storage;
                    checked_memory<L> memory{{words.data(), n}, heap.origin()};
                    A free;
                    laws::hand_over<L>(memory, free);
                    kept = kept && laws::keeps<L>(memory, free) &&
                           laws::take_laws<L>(memory, free, first) &&
                           laws::take_laws<L>(memory, free, second);
                }
            return kept;
        });
    return kept;
}

/// A take of each size between any two adds, and two more later, on heaps of up to four free
/// blocks with live ones between them.
template <layout L, class A>
bool laws_of_a_sweep_in_slices()
{
    for (unsigned sizes = 0; sizes < 81; ++sizes)
        for (std::size_t n = 0; n < 4; ++n)
            for (word_of<L> first = 1; first <= 4; ++first) {
                test::heap_builder<L> h;
                for (auto rest = sizes; rest != 0; rest /= 3) {
                    h.free(1 + rest % 3);
                    h.record({h.data(rest)});
                }
                checked_memory<L> memory{h.hp.words, h.hp.origin};
                A free;
                laws::hand_over<L>(memory, free);
                static_cast<void>(laws::take_laws<L>(memory, free, 1));
                if (!laws::take_between<L>(memory, free, n, first) ||
                    !laws::take_laws<L>(memory, free, 1) || !laws::take_laws<L>(memory, free, 2))
                    return false;
            }
    return true;
}

TEST_CASE_TEMPLATE_DEFINE(
    "the allocators keep the laws when they are asked in the middle of a sweep", L, in_slices)
{
    CHECK(laws_of_a_sweep_in_slices<L, next_fit<L>>());
    CHECK(laws_of_a_sweep_in_slices<L, segregated_fit<L>>());
    CHECK(laws_of_a_sweep_in_slices<L, imperative::metered<L, next_fit<L>>>());
}
TEST_CASE_TEMPLATE_APPLY(in_slices, test::layouts);

TEST_CASE("a metered allocator counts the free words and knows what was the largest block")
{
    test::heap_builder<L64> h;
    h.free(2);
    h.record({h.data(1)});
    const auto large = h.free(5);
    imperative::metered<L64, segregated_fit<L64>> free;
    CHECK(free.largest(h.hp).at == h.hp.end());
    imperative::adopt<L64>(h.hp, free);
    CHECK(free.free_words() == 9);
    CHECK(free.largest(h.hp) == hd_address<L64>(large));
    CHECK(free.take(h.hp, 4).has_value());
    CHECK(free.free_words() == 4);
    CHECK_FALSE(free.take(h.hp, 3).has_value());
    CHECK(free.free_words() == 4);
}

TEST_CASE_TEMPLATE_DEFINE("next fit keeps the laws of an allocator on every small heap", L, next)
{
    CHECK(laws_on_small_heaps<L, next_fit<L>>());
}
TEST_CASE_TEMPLATE_DEFINE("segregated fit keeps the laws of an allocator on every small heap", L,
                          segregated)
{
    CHECK(laws_on_small_heaps<L, segregated_fit<L>>());
}
TEST_CASE_TEMPLATE_APPLY(next, test::layouts);
TEST_CASE_TEMPLATE_APPLY(segregated, test::layouts);

/// Takes sizes up to 200 until a few find no room, frees every third object, and does it again.
template <layout L, class A>
bool laws_in_a_long_run(std::uint32_t seed)
{
    std::mt19937 random{seed};
    std::vector<word_of<L>> words(2000);
    checked_memory<L> memory{words, static_cast<word_of<L>>(0x1000 * L::mword)};
    imperative::format<L>(memory);
    A free;
    for (int round = 0; round < 5; ++round) {
        laws::hand_over<L>(memory, free);
        if (!laws::keeps<L>(memory, free)) return false;
        for (int i = 0; i < 60; ++i) {
            const auto most = i % 4 == 0 ? 200U : 8U;
            if (!laws::take_laws<L>(memory, free, static_cast<word_of<L>>(1 + random() % most)))
                return false;
        }
        for (const auto h : functional::h_allocs<L>(memory))
            if (random() % 3 == 0)
                memory.store(h.at, L::color_header(memory.load(h.at), color::blue));
    }
    return true;
}

TEST_CASE_TEMPLATE_DEFINE("the allocators keep the laws through hundreds of takes and frees", L,
                          long_runs)
{
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(seed);
        CHECK(laws_in_a_long_run<L, next_fit<L>>(seed));
        CHECK(laws_in_a_long_run<L, segregated_fit<L>>(seed));
    }
}
TEST_CASE_TEMPLATE_APPLY(long_runs, test::layouts);

struct forgets_a_block : next_fit<L64> {
    template <class M>
    void add(M& memory, header_of<L64> h, std::uint64_t n)
    {
        if (n != 2) next_fit::add(memory, h, n);
    }
};
struct takes_what_is_not_there : next_fit<L64> {
    template <class M>
    std::optional<header_of<L64>> take(M& memory, std::uint64_t)
    {
        return header_of<L64>{memory.begin()};
    }
};

TEST_CASE("an allocator that forgets a block, or gives out what is in use, breaks a law")
{
    test::heap_builder<L64> h;
    h.record({h.data(1)});
    h.free(2);
    checked_memory<L64> memory{h.hp.words, h.hp.origin};
    forgets_a_block forgets;
    laws::hand_over<L64>(memory, forgets);
    CHECK_FALSE(laws::keeps<L64>(memory, forgets));
    takes_what_is_not_there takes;
    laws::hand_over<L64>(memory, takes);
    CHECK_FALSE(laws::take_laws<L64>(memory, takes, 1));
}

TEST_CASE("next fit goes on where it stopped: equal blocks are taken in turn, then from the start")
{
    test::heap_builder<L64> h;
    const auto a = h.free(1);
    h.record({h.data(0)});
    const auto b = h.free(3);
    h.record({h.data(0)});
    const auto c = h.free(1);
    next_fit<L64> free;
    imperative::adopt<L64>(h.hp, free);
    CHECK(free.fp() == a);
    CHECK(free.take(h.hp, 3) == hd_address<L64>(b));
    CHECK(free.take(h.hp, 1) == hd_address<L64>(c));
    CHECK(free.take(h.hp, 1) == hd_address<L64>(a));
    CHECK_FALSE(free.take(h.hp, 1).has_value());
}

TEST_CASE(
    "after the artifact's crash: the cursor of next fit survives a sweep that merges its block")
{
    // A cursor kept across a sweep pointed into the middle of a merged block, and the next search
    // followed a field of it as a link.
    test::heap_builder<L64> h;
    h.free(1);
    const auto second = h.free(1);
    h.free(1);
    h.free(1);
    next_fit<L64> free;
    imperative::adopt<L64>(h.hp, free);
    REQUIRE(free.take(h.hp, 1).has_value());
    REQUIRE(free.take(h.hp, 1) == hd_address<L64>(second));
    REQUIRE(free.take(h.hp, 1).has_value());
    // All are merged into one block of 7 fields; every old block start is in its middle.
    h.hp.words = {
        L64::make_header(7, color::blue, 0), 0, 0xBAD0, 0xBAD0, 0xBAD0, 0xBAD0, 0xBAD0, 0xBAD0};
    imperative::adopt<L64>(h.hp, free);
    CHECK(free.take(h.hp, 3) == header_of<L64>{h.hp.origin + 4 * 8});
    CHECK(free.take(h.hp, 3) == header_of<L64>{h.hp.origin});
    CHECK_FALSE(free.take(h.hp, 1).has_value());
}

TEST_CASE("what is left of a block too small for a link becomes a white fragment")
{
    test::heap_builder<L64> h;
    h.free(2);
    next_fit<L64> free;
    imperative::adopt<L64>(h.hp, free);
    CHECK(imperative::allocate<L64>(h.hp, free, 1, 0) == value_of<L64>{h.hp.origin + 16});
    CHECK(h.hp.words == std::vector<std::uint64_t>{0x0000, 0x0400, 1});
    CHECK(free.fp() == functional::end_of_list<L64>());
}

TEST_CASE("a long list is searched to its end only if no larger block is left")
{
    test::heap_builder<L64> h;
    const auto fits = h.free(36);  // added first, so the last on its list
    for (int i = 0; i < 40; ++i) {
        h.record({h.data(0)});
        h.free(33);
    }
    h.record({h.data(0)});
    const auto large = h.free(100);
    segregated_fit<L64> free;
    imperative::adopt<L64>(h.hp, free);
    const auto above = free.take(h.hp, 36);
    REQUIRE(above.has_value());
    CHECK(*above == hd_address<L64>(large));
    REQUIRE(free.take(h.hp, 60).has_value());  // what was left of it
    CHECK(free.take(h.hp, 36) == hd_address<L64>(fits));
    CHECK_FALSE(free.take(h.hp, 36).has_value());
}

TEST_CASE("a size belongs to a class of its own up to 32, and to a doubling above")
{
    using classes = imperative::size_classes<ocaml_32>;
    static_assert(classes::class_of(1) == 1);
    static_assert(classes::class_of(32) == 32);
    static_assert(classes::class_of(33) == 33);
    static_assert(classes::class_of(64) == 33);
    static_assert(classes::class_of(65) == 34);
    static_assert(classes::class_of(ocaml_32::max_wosize) == classes::count() - 1);
    CHECK(classes::count() == 50);
}

}  // namespace
