// tests/tour/drawing.cpp: heaps are drawn as they are, whatever words they hold.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <strata/instantiations/bitmap_record.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer2_functional/heap.hpp>

#include "tour/draw.hpp"

namespace {

using namespace strata;
using L = ocaml_64;
using heap = functional::heap<L>;

constexpr std::uint64_t white_pair = 0x0800, white_cell = 0x0400, blue_cell = 0x0600;

TEST_CASE("a heap is drawn with names, colours, kinds and pointers")
{
    const heap hp{0x1000, {white_pair, 85, 0x1020, white_cell, 1, blue_cell, 0}};
    CHECK(draw::draw_heap<L>({}, hp) == "0x1000      0x1018      0x1028\n"
                                        "+----------++----------++--------------------+\n"
                                        "| A white  || B white  || blue               |\n"
                                        "| object 0 || object 0 || free               |\n"
                                        "| 42 >B    || 0        || 1 field, next none |\n"
                                        "+----------++----------++--------------------+\n");
}

TEST_CASE("a narrow terminal has more rows of boxes and no longer lines")
{
    const heap hp{0x1000, {white_pair, 1, 1, white_pair, 1, 1}};
    CHECK(draw::draw_heap<L>({false, false, 20}, hp) == "0x1000\n"
                                                        "+----------+\n"
                                                        "| A white  |\n"
                                                        "| object 0 |\n"
                                                        "| 0 0      |\n"
                                                        "+----------+\n"
                                                        "0x1018\n"
                                                        "+----------+\n"
                                                        "| B white  |\n"
                                                        "| object 0 |\n"
                                                        "| 0 0      |\n"
                                                        "+----------+\n");
}

TEST_CASE("a block that reaches past the end of the heap is drawn and says so")
{
    const heap hp{0x1000, {white_pair, 1}};
    const auto text = draw::draw_heap<L>({}, hp);
    CHECK(text.find("| A white                          |") != text.npos);
    CHECK(text.find("| reaches past the end of the heap |") != text.npos);
}

TEST_CASE("a layout without immediates is drawn with its words")
{
    const functional::heap<bitmap_record> hp{1, {(1ULL << 62) | 3, 1, 2, 10}};
    const auto text = draw::draw_heap<bitmap_record>({}, hp);
    CHECK(text.find("| 0x1 >A 0xa |") != text.npos);
}

TEST_CASE("random words are drawn without breaking a contract")
{
    std::uint64_t random = 1;
    const auto next = [&random] {
        random = random * 6364136223846793005U + 1442695040888963407U;
        return random >> 33;
    };
    const auto word = [&next]() -> std::uint64_t {
        const std::uint64_t tags[] = {0, 247, 249, 252};
        switch (next() % 4) {
        case 0: return (next() % 8) << 10 | (next() % 4) << 8 | tags[next() % 4];
        case 1: return 0x1000 + next() % 64;
        case 2: return next() % 16 * 2 + 1;
        default: return next();
        }
    };
    for (int i = 0; i < 5000; ++i) {
        heap hp{0x1000, std::vector<std::uint64_t>(7)};
        for (auto& w : hp.words) w = word();
        REQUIRE_FALSE(draw::draw_heap<L>({}, hp).empty());
    }
}

}  // namespace
