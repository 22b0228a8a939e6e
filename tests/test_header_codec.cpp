// tests/test_header_codec.cpp: every layout packs headers by the laws, OCaml's as its runtime does.
#include <doctest/doctest.h>

#include <cstdint>

#include "laws/header_codec_laws.hpp"
#include "layouts.hpp"

namespace {

using namespace strata;
using laws::all_colors;

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
template <class W>
struct least_codec {
    using word = W;
    static constexpr std::uint64_t max_wosize = 1, max_tag = 1;
    static W make_header(W, color, W);
    static W wosize(W);
    static W tag(W);
    static bool has_color(W, color);
    static W color_header(W, color);
};
using least = least_codec<std::uint64_t>;
struct no_make_header : least {
    static word make_header(word, color, word) = delete;
};
struct no_wosize : least {
    static word wosize(word) = delete;
};
struct no_tag : least {
    static word tag(word) = delete;
};
struct no_has_color : least {
    static bool has_color(word, color) = delete;
};
struct no_color_header : least {
    static word color_header(word, color) = delete;
};
struct no_max_wosize : least {
    static constexpr void* max_wosize = nullptr;
};
struct no_max_tag : least {
    static constexpr void* max_tag = nullptr;
};
struct answers_nothing : least {
    static void has_color(word, color);
};

static_assert(header_codec<least>);
static_assert(!header_codec<least_codec<std::int64_t>>);  // a word is unsigned
static_assert(!header_codec<no_make_header>);
static_assert(!header_codec<no_wosize>);
static_assert(!header_codec<no_tag>);
static_assert(!header_codec<no_has_color>);
static_assert(!header_codec<no_color_header>);
static_assert(!header_codec<no_max_wosize>);
static_assert(!header_codec<no_max_tag>);
static_assert(!header_codec<answers_nothing>);

TEST_CASE_TEMPLATE_DEFINE("a header gives back the size, colour and tag it was made from", L,
                          round_trip)
{
    for (const auto c : all_colors)
        for (const std::uint64_t wz :
             {std::uint64_t{0}, std::uint64_t{1}, L::max_wosize - 1, L::max_wosize})
            for (const std::uint64_t tg : {std::uint64_t{0}, std::uint64_t{247}, L::max_tag})
                CHECK(laws::round_trip<L>(wz, c, tg));
}
TEST_CASE_TEMPLATE_APPLY(round_trip, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("color_header changes the colour and nothing else", L, color_frame)
{
    for (const auto from : all_colors)
        for (const auto to : all_colors) {
            CHECK(laws::color_frame<L>(L::max_wosize, from, L::max_tag, to));
            CHECK(laws::color_frame<L>(0, from, 0, to));
        }
}
TEST_CASE_TEMPLATE_APPLY(color_frame, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("a header has exactly one colour, whatever word it is", L, one_color)
{
    for (unsigned i = 0; i < word_bits<word_of<L>>; ++i)
        for (unsigned j = 0; j < word_bits<word_of<L>>; ++j)
            CHECK(laws::one_color<L>(word_of<L>{1} << i | word_of<L>{1} << j));
    CHECK(laws::one_color<L>(0));
    CHECK(laws::one_color<L>(static_cast<word_of<L>>(~word_of<L>{0})));
}
TEST_CASE_TEMPLATE_APPLY(one_color, test::layouts);

// The laws are not vacuous: each of these breaks one of them.
struct cuts_wosize : ocaml_64 {
    static constexpr word wosize(word h) { return ocaml_64::wosize(h) & 0xFFFF; }
};
struct color_spills : ocaml_64 {
    static constexpr word color_header(word h, color c) { return ocaml_64::color_header(h, c) | 1; }
};
struct two_colors : ocaml_64 {
    static constexpr bool has_color(word h, color c)
    {
        return ocaml_64::has_color(h, c) || c == color::black;
    }
};

TEST_CASE("a codec that cuts sizes, spills colours or sees two of them breaks a law")
{
    CHECK_FALSE(laws::round_trip<cuts_wosize>(0x10000, color::white, 0));
    CHECK_FALSE(laws::color_frame<color_spills>(1, color::white, 0, color::gray));
    CHECK_FALSE(laws::one_color<two_colors>(0));
}

TEST_CASE("ocaml_64 writes headers as the OCaml 4.14 runtime does")
{
    static_assert(ocaml_64::make_header(3, color::white, 0) == 0x0C00);
    static_assert(ocaml_64::make_header(3, color::gray, 0) == 0x0D00);
    static_assert(ocaml_64::make_header(3, color::blue, 0) == 0x0E00);
    static_assert(ocaml_64::make_header(3, color::black, 0) == 0x0F00);
    static_assert(ocaml_64::make_header(1, color::blue, 252) == 0x06FC);
    static_assert(ocaml_64::max_wosize == 0x003F'FFFF'FFFF'FFFF);  // Max_wosize, 2^54 - 1
    static_assert(ocaml_64::max_tag == 255);
    CHECK(color_of<ocaml_64>(0x0F00) == color::black);
}

TEST_CASE("ocaml_32 writes headers as the OCaml 4.14 runtime does on a 32-bit machine")
{
    static_assert(ocaml_32::make_header(3, color::black, 0) == 0x0F00);
    static_assert(ocaml_32::make_header(0x3F'FFFF, color::white, 255) == 0xFFFF'FCFF);
    static_assert(ocaml_32::max_wosize == 0x3F'FFFF);  // 16 MiB of words
    CHECK(color_of<ocaml_32>(0x0D00) == color::gray);
}

TEST_CASE("the proofs number the colours differently from the runtime")
{
    static_assert(ocaml_64_proof::make_header(3, color::blue, 0) == 0x0C00);
    static_assert(ocaml_64_proof::make_header(3, color::white, 0) == 0x0D00);
    static_assert(ocaml_64_proof::make_header(3, color::gray, 0) == 0x0E00);
    static_assert(ocaml_64_proof::make_header(3, color::black, 0) == 0x0F00);
    CHECK(color_of<ocaml_64_proof>(0x0C00) == color::blue);
}

TEST_CASE("a bitmap record has its length below, its class in the middle, its colour on top")
{
    static_assert(bitmap_record::make_header(3, color::blue, 0) == 3);
    static_assert(bitmap_record::make_header(3, color::white, 5) == 0x4005'0000'0000'0003);
    CHECK(color_of<bitmap_record>(0xC000'0000'0000'0001) == color::black);
}

}  // namespace
