// tests/test_allocates_nothing.cpp: a collection, once built, takes no memory from the system.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#include <strata/instantiations/all.hpp>
#include <strata/instantiations/cakeml.hpp>
#include <strata/layer3_imperative/generational.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

namespace {

std::atomic<std::size_t> calls{0};

[[nodiscard]] void* counted(std::size_t bytes)
{
    ++calls;
    if (void* const p = std::malloc(bytes == 0 ? 1 : bytes)) return p;
    throw std::bad_alloc{};
}

}  // namespace

// Every test of this program allocates through these.
void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace strata;
using L = ocaml_64;
using W = word_of<L>;

/// A list of `cells` in a collector of `Window`, `Stack` entries and allocator `A`, then a
/// collection of all of it, then of half of it, and a compaction. The calls of operator new in the
/// meantime.
template <class A, std::size_t Window>
[[nodiscard]] std::size_t calls_by_collector(std::size_t entries)
{
    constexpr std::size_t cells = 1'000;
    std::vector<W> words(3 * cells);
    std::vector<value_of<L>> stack(entries);
    std::vector<W> roots(1);
    std::vector<imperative::freed_entry> storage(3 * cells / 64 + 1);
    const std::size_t before = calls;

    imperative::mark_sweep<L, imperative::raw_memory<L>, A, Window, imperative::unaudited<L>> gc{
        {words, 64}, stack};
    W list = L::filler(), middle = L::filler();
    for (std::size_t i = 0; i < cells; ++i) {
        const auto cell = gc.allocate(2, 0);
        REQUIRE(cell.has_value());
        gc.memory().store(cell->at + L::mword, list);
        list = cell->at;
        if (i + 1 == cells / 2) middle = list;
    }
    roots[0] = list;
    gc.collect(roots);
    CHECK_FALSE(gc.allocate(2, 0).has_value());
    roots[0] = middle;
    gc.collect(roots);
    gc.compact(storage, roots);
    CHECK(gc.allocate(3 * cells / 2 - 1, 0).has_value());
    return calls - before;
}

TEST_CASE("operator new is counted in this program")
{
    const std::size_t before = calls;
    const std::vector<int> one(1);
    CHECK(calls == before + 1);
}

TEST_CASE("a collector allocates nothing from its construction to its last collection")
{
    CHECK(calls_by_collector<imperative::segregated_fit<L>, 32>(1'000) == 0);
    CHECK(calls_by_collector<imperative::segregated_fit<L>, 1>(1'000) == 0);
    CHECK(calls_by_collector<imperative::next_fit<L>, 32>(1'000) == 0);
}

TEST_CASE("an incremental collector allocates nothing in its slices, writes and allocations")
{
    std::vector<W> words(1'000);
    std::vector<value_of<L>> stack(2);
    std::vector<W> roots(1, L::filler());
    std::array<value_of<L>, 32> ring{};
    const std::size_t before = calls;
    imperative::incremental<L, imperative::raw_memory<L>, imperative::segregated_fit<L>, 32,
                            imperative::unaudited_cycle<L>>
        gc{{words, 64}, stack, ring};
    for (int i = 0; i < 1'000; ++i) {
        const auto cell = gc.allocate_paced(2, 0, roots);
        REQUIRE(cell.has_value());
        gc.write(*cell, 1, i % 50 == 0 ? L::filler() : roots[0]);
        if (gc.at() == imperative::phase::idle) roots[0] = L::pointer_to(*cell);
    }
    gc.collect(roots);
    CHECK(calls == before);
}

TEST_CASE("CakeML's collector allocates nothing, whatever it collects, undoes or becomes")
{
    using cakeml = cakeml_64;
    std::vector<W> one(500), other(500), roots(1);
    const std::size_t before = calls;
    imperative::generational<cakeml, imperative::raw_memory<cakeml>,
                             imperative::unaudited_generations<cakeml>>
        gc{{one, 0}, {other, 0}, imperative::gc_config::gen({20, 90})};
    for (W i = 0; i < 2'000; ++i) {
        const auto x = gc.allocate(2, i % 5 == 0 ? cakeml::ref_tag : 0, roots);
        REQUIRE(x.has_value());
        gc.store(*x, 1, i % 50 == 0 ? 0 : roots[0]);
        roots[0] = cakeml::pointer_to(*x);
    }
    CHECK(gc.alloc(499, roots) == imperative::alloc_result::not_enough_space);
    CHECK(gc.switch_to(imperative::gc_config::simple(), roots));
    CHECK(gc.collect(roots));
    CHECK(gc.collections().partial > 0);
    CHECK(gc.collections().full > 1);
    CHECK(calls == before);
}

TEST_CASE("a generational collector allocates nothing, with and without room")
{
    using old = imperative::mark_sweep<L, imperative::raw_memory<L>, imperative::segregated_fit<L>,
                                       32, imperative::unaudited<L>>;
    std::vector<W> words(1'000), nursery(100), table(2), roots(1, L::filler());
    std::vector<value_of<L>> marks(2), stack(2);
    const std::size_t before = calls;
    imperative::with_nursery<old, imperative::unaudited_minor<L>> gc{
        old{{words, 64}, marks}, {nursery, 0x4000}, table, stack};
    std::size_t full = 0;
    for (int i = 0; i < 3'000; ++i) {
        auto cell = gc.allocate(2, 0);
        if (!cell) {
            if (!gc.minor(roots)) {
                ++full;
                roots[0] = L::filler();
                REQUIRE(gc.collect(roots));
            }
            cell = gc.allocate(2, 0);
        }
        REQUIRE(cell.has_value());
        gc.write(*cell, 2, roots[0]);
        roots[0] = L::pointer_to(*cell);
    }
    CHECK(full > 3);
    CHECK(calls == before);
}

TEST_CASE("a collector whose mark stack overflows allocates nothing either")
{
    CHECK(calls_by_collector<imperative::segregated_fit<L>, 32>(1) == 0);
    CHECK(calls_by_collector<imperative::next_fit<L>, 1>(1) == 0);
}

}  // namespace
