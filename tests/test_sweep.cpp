// tests/test_sweep.cpp: what is dead becomes free, in both layers, up to a limit.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <strata/layer2_functional/free_list.hpp>
#include <strata/layer2_functional/sweep.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>
#include <strata/layer3_imperative/sweep.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"

namespace {

using namespace strata;
using functional::coalescing, functional::plain;
using L = ocaml_64;
using W = std::uint64_t;

constexpr W header(W wosize, color c, W tag = 0) { return L::make_header(wosize, c, tag); }
constexpr auto blue = color::blue, white = color::white, black = color::black;

/// Layer 2 sweeps `words` at 0x1000; layer 3 must leave the same.
std::vector<W> swept(std::vector<W> words, std::uint64_t limit, W fp)
{
    const auto expected = functional::sweep(functional::heap<L>{0x1000, words}, limit);
    imperative::checked_memory<L> memory{words, 0x1000};
    const auto state =
        imperative::sweep(imperative::begin_sweep<L>(memory, imperative::next_fit<L>{}, limit));
    CHECK(words == expected.hp.words);
    CHECK(state.free.fp() == expected.fp);
    CHECK(expected.fp.at == fp);
    CHECK_FALSE(functional::find_free_list_defect<L>(expected.hp, expected.fp).has_value());
    return words;
}

TEST_CASE("a plain sweep frees each dead object on its own and links them in order (Fig. 11)")
{
    CHECK(swept({header(1, white, 9), 5, header(1, black), 7, header(2, blue), 6, 6}, plain,
                0x1008) ==
          std::vector<W>{header(1, blue, 9), 0x1028, header(1, white), 7, header(2, blue), 0, 6});
}

TEST_CASE("a plain sweep does not merge neighbours, and leaves fragments alone")
{
    CHECK(swept({header(1, white), 5, header(0, white, 3), header(1, white), 5}, plain, 0x1008) ==
          std::vector<W>{header(1, blue), 0x1020, header(0, white, 3), header(1, blue), 0});
}

TEST_CASE("a sweep finds more free runs than it holds at a time")
{
    for (const std::size_t runs : {63U, 64U, 65U, 127U, 128U, 129U, 1000U}) {
        std::vector<W> words;
        for (std::size_t i = 0; i < runs; ++i)
            words.insert(words.end(), {header(1, white), 5, header(1, black), 7});
        const auto after = swept(words, coalescing<L>, 0x1008);
        std::size_t free = 0;
        for (std::size_t i = 0; i < after.size(); i += 2) free += L::has_color(after[i], blue);
        CHECK(free == runs);
    }
}

TEST_CASE("a coalescing sweep makes neighbours one block, with the tag of the first")
{
    CHECK(swept({header(1, white, 9), 5, header(1, blue, 4), 7, header(1, black), 3}, coalescing<L>,
                0x1008) ==
          std::vector<W>{header(3, blue, 9), 0, header(1, blue, 4), 7, header(1, white), 3});
}

TEST_CASE("a coalescing sweep absorbs fragments, before, between and after")
{
    CHECK(swept({header(0, white), header(1, white), 5, header(0, white), header(1, blue), 5,
                 header(0, white)},
                coalescing<L>, 0x1008) == std::vector<W>{header(6, blue), 0, 5, header(0, white),
                                                         header(1, blue), 5, header(0, white)});
    CHECK(swept({header(0, white, 1), header(0, white)}, coalescing<L>, 0x1008) ==
          std::vector<W>{header(1, blue, 1), 0});
}

TEST_CASE("a fragment between survivors stays a white fragment")
{
    CHECK(
        swept({header(1, black), 3, header(0, white, 5), header(1, black), 3}, coalescing<L>, 0) ==
        std::vector<W>{header(1, white), 3, header(0, white, 5), header(1, white), 3});
}

TEST_CASE("no block grows beyond the limit, and the next one starts there")
{
    const std::vector<W> dead{header(1, white), 5, header(1, white), 5, header(1, white), 5};
    CHECK(swept(dead, 3, 0x1008) ==
          std::vector<W>{header(3, blue), 0x1028, header(1, white), 5, header(1, blue), 0});
    CHECK(swept(dead, 4, 0x1008) ==
          std::vector<W>{header(3, blue), 0x1028, header(1, white), 5, header(1, blue), 0});
    CHECK(swept(dead, 5, 0x1008) ==
          std::vector<W>{header(5, blue), 0, header(1, white), 5, header(1, white), 5});
}

TEST_CASE_TEMPLATE("free blocks of ocaml_32 stop at 16 MiB, where the size field ends", A,
                   imperative::next_fit<ocaml_32>, imperative::segregated_fit<ocaml_32>)
{
    // 80 dead blocks of 64 Ki words are 20 MiB; 64 of them make exactly the largest block.
    using L32 = ocaml_32;
    constexpr std::uint32_t origin = 0x1000, step = 0x1'0000, dead = 80;
    std::vector<std::uint32_t> words(dead * step);
    for (std::uint32_t i = 0; i < dead; ++i)
        words[i * step] = L32::make_header(step - 1, color::white, 0);
    imperative::raw_memory<L32> memory{words, origin};

    auto state = imperative::sweep(imperative::begin_sweep<L32>(memory, A{}));
    const auto free = functional::blues<L32>(memory);
    REQUIRE(free.size() == 2);
    CHECK(free[0].at == origin);
    CHECK(functional::wosize<L32>(free[0], memory) == 64 * step - 1);
    CHECK(functional::wosize<L32>(free[0], memory) == L32::max_wosize);
    CHECK(free[1].at == origin + 64 * step * 4);
    CHECK(functional::wosize<L32>(free[1], memory) == 16 * step - 1);
    CHECK(functional::h_objs<L32>(memory).size() == 2);

    for (std::uint32_t i = 0; i < dead; ++i)
        words[i * step] = L32::make_header(step - 1, color::white, 0);
    state = imperative::sweep(imperative::begin_sweep<L32>(memory, A{}, plain));
    CHECK(functional::blues<L32>(memory).size() == 80);
}

TEST_CASE("one word over the limit of ocaml_32 makes two blocks, in both layers")
{
    using L32 = ocaml_32;
    constexpr std::uint32_t most = 0x3F'FFFF;
    std::vector<std::uint32_t> words(most + 2);  // a fragment, then a block with a full header
    words[0] = L32::make_header(0, color::white, 0);
    words[1] = L32::make_header(most, color::white, 7);
    const auto expected = functional::sweep(functional::heap<L32>{0x1000, words});
    imperative::raw_memory<L32> memory{words, 0x1000};
    const auto state =
        imperative::sweep(imperative::begin_sweep<L32>(memory, imperative::next_fit<L32>{}));
    CHECK(words == expected.hp.words);
    CHECK(words[0] == L32::make_header(0, color::white, 0));
    CHECK(words[1] == L32::make_header(most, color::blue, 7));
    CHECK(state.free.fp().at == 0x1008);
}

TEST_CASE_TEMPLATE_DEFINE("a sweep of survivors and dead links the free blocks of any layout", T,
                          sweeps)
{
    test::heap_builder<T> h;
    const auto dead = h.record({h.data(1)});
    const auto live = h.record({h.data(2)});
    h.hp.store(hd_address<T>(live).at,
               T::color_header(h.hp.load(hd_address<T>(live).at), color::black));
    const auto free = h.free(2);
    const auto [hp, fp] = functional::sweep(h.hp);
    CHECK(fp == dead);
    CHECK(hp.load(dead.at) == free.at);
    CHECK(hp.load(free.at) == 0);
    CHECK(functional::whites<T>(hp) == std::vector{hd_address<T>(live)});
    CHECK_FALSE(functional::find_free_list_defect<T>(hp, fp).has_value());
}
TEST_CASE_TEMPLATE_APPLY(sweeps, test::layouts);

}  // namespace
