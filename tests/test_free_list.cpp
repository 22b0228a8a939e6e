// tests/test_free_list.cpp: one free list, or list of blocks, for each rule that it can break.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer2_functional/free_list.hpp>

namespace {

using namespace strata;
using functional::defect, functional::heap;
using L = ocaml_64;
using W = std::uint64_t;
namespace rule = functional::rule;

constexpr W blue(W wosize) { return L::make_header(wosize, color::blue, 0); }
constexpr W white(W wosize) { return L::make_header(wosize, color::white, 0); }

std::optional<defect<L>> wrong_with(std::vector<W> words, W fp)
{
    return functional::find_free_list_defect<L>(heap<L>{0x1000, std::move(words)}, {fp});
}
std::optional<defect<L>> broken(const char* broken, W object, W at, W value)
{
    return defect<L>{broken, {object}, at, value};
}

TEST_CASE("nothing is wrong with a list that passes every free block, in any order")
{
    CHECK_FALSE(wrong_with({white(1), 1}, 0).has_value());
    CHECK_FALSE(wrong_with({blue(1), 0x1018, blue(1), 0}, 0x1008).has_value());
    CHECK_FALSE(wrong_with({blue(1), 0, blue(1), 0x1008}, 0x1018).has_value());
}

TEST_CASE("a free list leads to blocks of the heap")
{
    CHECK(wrong_with({blue(1), 0}, 0x2008) == broken(rule::link_in_heap, 0x1000, 0x1000, 0x2008));
    CHECK(wrong_with({blue(2), 0x1010, 0}, 0x1008) ==
          broken(rule::link_in_heap, 0x1000, 0x1008, 0x1010));
    CHECK(wrong_with({blue(2), 0x100A, 0}, 0x1008) ==
          broken(rule::link_in_heap, 0x1000, 0x1008, 0x100A));
}

TEST_CASE("a free list leads to free blocks only")
{
    CHECK(wrong_with({blue(1), 0x1018, white(1), 1}, 0x1008) ==
          broken(rule::link_to_free, 0x1000, 0x1008, 0x1018));
}

TEST_CASE("a free list ends")
{
    CHECK(wrong_with({blue(1), 0x1018, blue(1), 0x1008}, 0x1008) ==
          broken(rule::no_cycle, 0x1010, 0x1018, 0x1008));
    CHECK(wrong_with({blue(1), 0x1008}, 0x1008) == broken(rule::no_cycle, 0x1000, 0x1008, 0x1008));
}

TEST_CASE("every free block is on the free list")
{
    CHECK(wrong_with({blue(1), 0, blue(1), 0}, 0x1008) ==
          broken(rule::list_complete, 0x1010, 0x1010, blue(1)));
    CHECK(wrong_with({blue(1), 0}, 0) == broken(rule::list_complete, 0x1000, 0x1000, blue(1)));
}

std::optional<defect<L>> wrong_with_blocks(std::vector<header_of<L>> blocks)
{
    const heap<L> hp{0x1000, {white(1), 1, white(2), 1, 1}};
    return functional::find_tiling_defect<L>(hp, blocks);
}

TEST_CASE("a list of blocks has no overlap, no gap and no overrun")
{
    CHECK_FALSE(wrong_with_blocks({{0x1000}, {0x1010}}).has_value());
    CHECK(wrong_with_blocks({{0x1000}, {0x1008}}) ==
          broken(rule::no_overlap, 0x1008, 0x1008, 0x1010));
    CHECK(wrong_with_blocks({{0x1000}, {0x1018}}) == broken(rule::no_gap, 0x1018, 0x1018, 0x1010));
    CHECK(wrong_with_blocks({{0x1000}}) == broken(rule::no_gap, 0x1010, 0x1010, 0x1028));
    CHECK(wrong_with_blocks({{0x1000}, {0x1010}, {0x1028}}) ==
          broken(rule::no_overrun, 0x1028, 0x1028, 0x1028));
    CHECK(functional::find_tiling_defect<L>(heap<L>{0x1000, {white(2), 1}}, {{0x1000}})->rule ==
          rule::no_overrun);
}

}  // namespace
