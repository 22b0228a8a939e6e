// tests/test_compact.cpp: what compaction promises, on heaps drawn by hand and on random ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <strata/instantiations/all.hpp>
#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/compact.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/compact.hpp>
#include <strata/layer3_imperative/driven.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "growing_memory.hpp"
#include "heap_builder.hpp"
#include "layouts.hpp"
#include "memories.hpp"
#include "random_heaps.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;
using functional::heap;
using test::heap_builder;

template <layout L>
using words_of = std::vector<word_of<L>>;

/// A compaction in place, audited: it is that of layer 2, and satisfies Definition 7.
template <layout L, class A = next_fit<L>>
struct compacted {
    heap<L> hp;
    words_of<L> roots;
    A free{};

    compacted(heap<L> before, words_of<L> r, std::size_t entries = 100)
        : hp{std::move(before)}
        , roots{std::move(r)}
    {
        std::vector<freed_entry> storage(entries, {77, 77});
        checked_memory<L> memory{hp.words, hp.origin};
        compact<L>(memory, free, storage, roots, audited_compaction<L>{});
    }
    /// The first `n` words.
    [[nodiscard]] words_of<L> first(std::size_t n) const
    {
        return {hp.words.begin(), hp.words.begin() + static_cast<std::ptrdiff_t>(n)};
    }
};

TEST_CASE_TEMPLATE_DEFINE("objects slide down in their order and point where they pointed", L, slid)
{
    heap_builder<L> b, right;
    b.free(2);
    const auto x = b.record({b.data(1)});
    b.fragment();
    b.free(1);
    const auto y = b.record({b.to(x), b.data(2)});
    const auto z = b.record({b.data(3), b.data(0)});
    b.point(x, 1, z);
    b.point(z, 2, z);
    b.free(3);

    const auto x1 = right.record({right.data(1)});
    const auto y1 = right.record({right.to(x1), right.data(2)});
    const auto z1 = right.record({right.data(3), right.data(0)});
    right.point(x1, 1, z1);
    right.point(z1, 2, z1);

    const compacted<L> c{b.hp, {L::pointer_to(z), L::pointer_to(x), L::pointer_to(y)}};
    CHECK(c.first(right.hp.words.size()) == right.hp.words);
    CHECK(c.roots == words_of<L>{L::pointer_to(z1), L::pointer_to(x1), L::pointer_to(y1)});
    // 3 + 1 + 2 + 4 words are one block, of 9 fields and a header; its link ends the list.
    CHECK(c.hp.words[right.hp.words.size()] == L::make_header(9, color::blue, 0));
    CHECK(c.hp.words[right.hp.words.size() + 1] == 0);
    CHECK(c.hp.words.size() == right.hp.words.size() + 10);
}
TEST_CASE_TEMPLATE_APPLY(slid, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("a heap without a free block stays as it is", L, full)
{
    heap_builder<L> b;
    const auto x = b.record({b.data(1)});
    const auto y = b.record({b.to(x)});
    b.point(x, 1, y);
    const compacted<L> c{b.hp, {L::pointer_to(y)}};
    CHECK(c.hp == b.hp);
    CHECK(c.roots == words_of<L>{L::pointer_to(y)});
}
TEST_CASE_TEMPLATE_APPLY(full, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("a heap without an object becomes one free block", L, empty)
{
    heap_builder<L> b;
    b.fragment();
    b.free(2);
    b.free(1);
    b.fragment();
    const compacted<L> c{b.hp, {L::filler()}};
    CHECK(c.hp.words[0] == L::make_header(6, color::blue, 0));
    CHECK(c.hp.words[1] == 0);
    CHECK(c.roots == words_of<L>{L::filler()});
    CHECK(compacted<L>{heap<L>{b.hp.origin, {}}, {}}.hp.words.empty());
}
TEST_CASE_TEMPLATE_APPLY(empty, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("one word that is free behind the last object is a white fragment", L,
                          fragment)
{
    heap_builder<L> b, right;
    b.fragment();
    const auto x = b.record({b.data(4)});
    const auto x1 = right.record({right.data(4)});
    right.fragment();
    const compacted<L> c{b.hp, {L::pointer_to(x)}};
    CHECK(c.hp == right.hp);
    CHECK(c.roots == words_of<L>{L::pointer_to(x1)});
}
TEST_CASE_TEMPLATE_APPLY(fragment, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("roots that lead out of the heap, immediates and duplicates are ordinary",
                          L, odd)
{
    using W = word_of<L>;
    heap_builder<L> b;
    b.free(1);
    const auto x = b.record({b.data(1)});
    const auto before = L::pointer_to({static_cast<W>(b.hp.origin - L::mword)});
    const auto first = L::pointer_to({b.hp.begin()}), end = L::pointer_to({b.hp.end()});
    const auto p = L::pointer_to(x), moved = L::pointer_to({static_cast<W>(x.at - 2 * L::mword)});
    b.point(x, 1, {b.hp.end()});
    const compacted<L> c{b.hp, {p, L::filler(), before, p, first, end}};
    CHECK(c.roots == words_of<L>{moved, L::filler(), before, moved, first, end});
    CHECK(c.hp.words[test::has_bitmap<L> ? 2 : 1] == end);
}
TEST_CASE_TEMPLATE_APPLY(odd, test::layouts);

using O = ocaml_64;

TEST_CASE("a pointer into a closure moves as far as the closure")
{
    heap_builder<O> b;
    b.free(1);
    const auto code = b.hp.origin + 8;  // not scanned, whatever it looks like
    const auto closure =
        b.block(color::white, 247,
                {code, O::make_closure_info(1, 6), O::make_header(3, color::white, 249), code,
                 O::make_closure_info(2, 3), code, 0});
    const value_of<O> inside{closure.at + 3 * 8};
    b.hp.store(closure.at + 6 * 8, inside.at);
    b.fragment();
    const auto holder = b.record({b.to(inside)});
    REQUIRE(closure.at == 0x8018);
    REQUIRE(holder.at == 0x8060);
    const compacted<O> c{b.hp, {holder.at, inside.at, closure.at}};
    CHECK(c.roots == words_of<O>{0x8048, 0x8008 + 3 * 8, 0x8008});
    CHECK(c.first(10) ==
          words_of<O>{O::make_header(7, color::white, 247), code, O::make_closure_info(1, 6),
                      O::make_header(3, color::white, 249), code, O::make_closure_info(2, 3), code,
                      0x8008 + 3 * 8, O::make_header(1, color::white, 0), 0x8008 + 3 * 8});
}

TEST_CASE("bytes that look like pointers stay as they are")
{
    heap_builder<O> b;
    b.free(3);
    const auto x = b.record({b.data(1)});
    const auto bytes = b.block(color::white, 252, {x.at, x.at});
    const compacted<O> c{b.hp, {bytes.at}};
    CHECK(c.first(5) == words_of<O>{O::make_header(1, color::white, 0), 3,
                                    O::make_header(2, color::white, 252), x.at, x.at});
}

// Pairs, each behind two free words, and each leads to the next: five words a pair.
heap<O> pairs(std::vector<value_of<O>>& objects, std::size_t n)
{
    heap_builder<O> b;
    for (std::size_t i = 0; i < n; ++i) {
        b.free(1);
        objects.push_back(b.record({b.data(i), b.data(0)}));
        if (i > 0) b.point(objects[i - 1], 2, objects[i]);
    }
    return b.hp;
}

TEST_CASE("with storage for 64 words what is wholly in them moves, and the rest is redirected")
{
    std::vector<value_of<O>> objects;
    const auto hp = pairs(objects, 20);
    const auto last = objects.back().at;
    const compacted<O> c{hp, {objects[0].at, objects[12].at, last}, 1};
    // Of the 13th pair, the free block, but not the object, is in the first 64 words.
    CHECK(objects[12].at == 0x8000 + 63 * 8);
    CHECK(c.roots == words_of<O>{0x8008, 0x8000 + 63 * 8, last});
    CHECK(c.first(6) == words_of<O>{O::make_header(2, color::white, 0), 1, 0x8000 + 4 * 8,
                                    O::make_header(2, color::white, 0), 3, 0x8000 + 7 * 8});
    // Twelve pairs of three words, then 62 - 36 words that are free.
    CHECK(c.hp.words[36] == O::make_header(25, color::blue, 0));
    CHECK(c.hp.words[35] == objects[12].at);
    CHECK(c.hp.words[62] == O::make_header(2, color::white, 0));
    CHECK(c.hp.words[65] == O::make_header(1, color::blue, 0));
}

TEST_CASE("without storage nothing moves")
{
    std::vector<value_of<O>> objects;
    const auto hp = pairs(objects, 3);
    const compacted<O> c{hp, {objects[0].at}, 0};
    CHECK(functional::allocs<O>(c.hp) == objects);
    CHECK(c.roots == words_of<O>{objects[0].at});
}

// Evaluated by the compiler, on a heap that is a value.
constexpr bool slides_in_the_compiler()
{
    heap_builder<O> b;
    b.free(2);
    const auto x = b.record({b.data(5)});
    std::array<word_of<O>, 1> roots{x.at};
    std::array<freed_entry, 1> storage{};
    next_fit<O> free;
    compact<O>(b.hp, free, storage, roots, audited_compaction<O>{});
    return roots[0] == 0x8008 && b.hp.words[1] == 11 &&
           b.hp.words[2] == O::make_header(2, color::blue, 0);
}

TEST_CASE("the compiler can compact a heap") { static_assert(slides_in_the_compiler()); }

TEST_CASE("what is free behind the objects of ocaml_32 is cut at 16 MiB, where the size field ends")
{
    using L = ocaml_32;
    constexpr std::uint32_t origin = 0x1000, step = 0x1'0000, blocks = 80;
    heap<L> hp{origin, std::vector<std::uint32_t>(blocks * step)};
    for (std::uint32_t i = 0; i < blocks; ++i)
        hp.words[i * step] = L::make_header(step - 1, color::blue, 0);
    hp.words[79 * step] = L::make_header(step - 1, color::white, 252);
    words_of<L> roots{origin + 79 * step * 4 + 4};
    std::vector<freed_entry> storage(freed_words<L>::entries_for(blocks * step));
    CHECK(storage.size() == 80 * 1024);
    raw_memory<L> memory{hp.words, origin};
    segregated_fit<L> free;
    compact<L>(memory, free, storage, roots, unaudited_compaction<L>{});
    CHECK(roots == words_of<L>{origin + 4});
    CHECK(hp.words[0] == L::make_header(step - 1, color::white, 252));
    CHECK(hp.words[step] == L::make_header(64 * step - 1, color::blue, 0));
    CHECK(hp.words[65 * step] == L::make_header(15 * step - 1, color::blue, 0));
    CHECK(functional::h_objs<L>(memory).size() == 3);
}

TEST_CASE("after a compaction there is room for what had none")
{
    std::vector<std::uint64_t> words(61);
    std::vector<value_of<O>> stack(8);
    std::array<freed_entry, 1> storage{};
    mark_sweep<O, checked_memory<O>> gc{{words, 0x10000}, stack};
    std::vector<std::uint64_t> roots;
    for (int i = 0; i < 20; ++i) {
        const auto x = gc.allocate(2, 0);
        REQUIRE(x.has_value());
        if (i % 2 == 0) roots.push_back(O::pointer_to(*x));
        gc.memory().store(x->at, static_cast<std::uint64_t>(2 * i + 1));
    }
    gc.collect(roots);
    CHECK_FALSE(gc.allocate(20, 0).has_value());
    gc.compact(storage, roots);
    REQUIRE(gc.allocate(20, 0).has_value());
    for (std::size_t i = 0; i < 10; ++i)
        CHECK(gc.memory().load(O::target(roots[i]).at) == 2 * (2 * i) + 1);
}

TEST_CASE_TEMPLATE_DEFINE("an old space is compacted between two cycles, and gives words back", T,
                          shrinks)
{
    using L = test::layout_in<T>;
    using W = word_of<L>;
    heap_builder<L> b;
    b.free(2);
    const auto x = b.record({b.data(1), b.data(2)});
    b.free(4);
    std::array<value_of<L>, 1> stack{};
    using growing = test::growing_memory<L>;
    using memory = test::marked_in<T, growing>;
    using GC = driven<L, memory, segregated_fit<L>, 4, audited_cycle<L>>;
    typename GC::ring_type ring{};
    const auto size = b.hp.words.size();
    GC gc{memory{growing{b.hp.words, b.hp.origin, size}}, stack, ring, contents::existing};
    std::array<freed_entry, 1> storage{};
    auto root = L::pointer_to(x);
    W free = 0;
    const auto redirect = [&](auto new_value) { root = new_value(root); };
    const auto spare = [&](W words) {
        free = words;
        return W{5};
    };
    gc.compact(storage, redirect, spare);
    CHECK(root == L::pointer_to({static_cast<W>(b.hp.origin + L::mword)}));
    CHECK(free == 8);
    CHECK(gc.heap_words() == size - 5);
    CHECK(gc.free_words() == 3);
    CHECK(gc.allocate(2, 0).has_value());
    gc.collect(std::vector<W>{});
    CHECK(gc.free_words() == size - 5);
}
TEST_CASE_TEMPLATE_APPLY(shrinks, test::layouts_and_marks);

TEST_CASE_TEMPLATE_DEFINE("compaction in place is the pure one on random heaps", L, random)
{
    std::mt19937 numbers{2026};
    for (int round = 0; round < 60; ++round) {
        const auto made =
            test::make_heap<L>(test::random_recipe(numbers, 24, round % 3 == 0 ? 100 : 9));
        const auto size = made.hp.words.size();
        const compacted<L> paper{made.hp, made.roots, size / 64 + 1};
        const compacted<L, segregated_fit<L>> part{made.hp, made.roots, size / 200};
        CHECK(functional::h_allocs<L>(paper.hp).size() == functional::h_allocs<L>(part.hp).size());
        const auto free = functional::blues<L>(paper.hp);
        CHECK(free.size() <= 1);
    }
}
TEST_CASE_TEMPLATE_APPLY(random, test::layouts);

}  // namespace
