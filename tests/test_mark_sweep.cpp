// tests/test_mark_sweep.cpp: the collector to embed: a fresh heap, an existing one, and no room.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"

namespace {

using namespace strata;
using imperative::contents, imperative::mark_sweep;
using L = ocaml_64;

TEST_CASE_TEMPLATE_DEFINE("memory is used up, a collection makes room, and live objects stay", T,
                          makes_room)
{
    std::vector<word_of<T>> words(64);
    std::array<value_of<T>, 4> stack{};
    mark_sweep<T> gc{{words, static_cast<word_of<T>>(0x1000 * T::mword)}, stack};
    const auto kept = gc.allocate(3, 0);
    REQUIRE(kept.has_value());
    gc.memory().store(kept->at + 2 * mword<T>(), 77);
    int more = 0;
    while (gc.allocate(3, 0)) ++more;
    CHECK(more == 15);
    gc.collect(std::array{T::pointer_to(*kept)});
    CHECK(gc.memory().load(kept->at + 2 * mword<T>()) == 77);
    int again = 0;
    while (gc.allocate(3, 0)) ++again;
    CHECK(again == 15);
}
TEST_CASE_TEMPLATE_APPLY(makes_room, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("a new object is white and holds nothing but the filler", T, new_object)
{
    std::vector<word_of<T>> words(16, 0x6666);
    std::array<value_of<T>, 1> stack{};
    mark_sweep<T> gc{{words, static_cast<word_of<T>>(0x1000 * T::mword)}, stack};
    const auto x = gc.allocate(4, 1);
    REQUIRE(x.has_value());
    CHECK(gc.memory().load(hd_address<T>(*x).at) == T::make_header(4, color::white, 1));
    for (word_of<T> i = 0; i < 4; ++i)
        CHECK(gc.memory().load(x->at + i * mword<T>()) == T::filler());
}
TEST_CASE_TEMPLATE_APPLY(new_object, test::layouts);

TEST_CASE("a fresh heap is formatted, an existing one is taken over as it is")
{
    test::heap_builder<L> h;
    const auto x = h.record({h.data(5)});
    const auto free = h.free(2);
    std::array<value_of<L>, 1> stack{};
    mark_sweep<L> old{{h.hp.words, h.hp.origin}, stack, contents::existing};
    CHECK(old.memory().load(x.at) == 11);
    CHECK(old.allocate(2, 0) == free);
    CHECK_FALSE(old.allocate(1, 0).has_value());
    mark_sweep<L> fresh{{h.hp.words, h.hp.origin}, stack, contents::fresh};
    CHECK(h.hp.words[0] == L::make_header(4, color::blue, 0));
    CHECK(fresh.allocate(4, 0).has_value());
}

TEST_CASE("memory beyond the largest size is formatted as several blocks")
{
    using L32 = ocaml_32;
    std::vector<std::uint32_t> words(0x40'0000 + 1);
    imperative::checked_memory<L32> memory{words, 0x1000};
    imperative::format<L32>(memory);
    CHECK(words[0] == L32::make_header(0x3F'FFFF, color::blue, 0));
    CHECK(words[0x40'0000] == L32::make_header(0, color::white, 0));
}

TEST_CASE("an empty heap can be collected, and has no room")
{
    std::vector<std::uint64_t> words;
    std::array<value_of<L>, 1> stack{};
    mark_sweep<L, imperative::checked_memory<L>> gc{{words, 0x1000}, stack};
    gc.collect(std::array{std::uint64_t{0x1000}});
    CHECK_FALSE(gc.allocate(1, 0).has_value());
}

TEST_CASE("with a window of one and a stack of one the collector is the paper's")
{
    test::heap_builder<L> h;
    const auto dead = h.record({h.data(1), h.data(2)});
    const auto leaf = h.record({h.data(3)});
    const auto root = h.record({h.to(leaf)});
    std::array<value_of<L>, 1> stack{};
    using paper = mark_sweep<L, imperative::checked_memory<L>, imperative::next_fit<L>, 1>;
    paper gc{{h.hp.words, h.hp.origin}, stack, contents::existing};
    gc.collect(std::array{root.at});
    CHECK(gc.free_blocks().fp() == dead);
    CHECK(h.hp.words == std::vector<std::uint64_t>{0x0A00, 0, 5, 0x0400, 7, 0x0400, leaf.at});
}

}  // namespace
