// tests/mutants/plain_format.hpp: every layout as a table of numbers, independent of its templates.
#pragma once

#include <cstdint>

namespace judge {

/// What a collector must know of a layout. Written out by hand from the paper and from the
/// layout's own description; nothing here comes from the code under judgement.
struct plain_format {
    unsigned word_bits;
    unsigned wosize_shift, wosize_bits, color_shift, tag_shift, tag_bits;
    std::uint64_t blue, white, gray, black;
    std::uint64_t unit;       ///< the distance between adjacent words
    std::uint64_t filler;     ///< what a new field holds
    bool immediates_are_odd;  ///< otherwise a value is no pointer only if it is 0
    bool has_no_scan, has_closures, has_bitmaps;

    [[nodiscard]] constexpr std::uint64_t header(std::uint64_t wosize, std::uint64_t color,
                                                 std::uint64_t tag) const
    {
        return wosize << wosize_shift | color << color_shift | tag << tag_shift;
    }
    [[nodiscard]] constexpr std::uint64_t wosize(std::uint64_t header) const
    {
        return header >> wosize_shift & ((std::uint64_t{1} << wosize_bits) - 1);
    }
    [[nodiscard]] constexpr std::uint64_t color(std::uint64_t header) const
    {
        return header >> color_shift & 3;
    }
    [[nodiscard]] constexpr std::uint64_t tag(std::uint64_t header) const
    {
        return header >> tag_shift & ((std::uint64_t{1} << tag_bits) - 1);
    }
    [[nodiscard]] constexpr std::uint64_t recolored(std::uint64_t header, std::uint64_t c) const
    {
        return this->header(wosize(header), c, tag(header));
    }
    [[nodiscard]] constexpr std::uint64_t max_wosize() const
    {
        return (std::uint64_t{1} << wosize_bits) - 1;
    }
    [[nodiscard]] constexpr bool is_pointer(std::uint64_t value) const
    {
        return immediates_are_odd ? value % 2 == 0 : value != 0;
    }
    /// Closure info: arity in the top 8 bits, start of the environment below, and a 1.
    [[nodiscard]] constexpr std::uint64_t info(std::uint64_t arity, std::uint64_t start_env) const
    {
        return arity << (word_bits - 8) | start_env << 1 | 1;
    }
    [[nodiscard]] constexpr std::uint64_t start_env(std::uint64_t info) const
    {
        return info >> 1 & ((std::uint64_t{1} << (word_bits - 9)) - 1);
    }
};

inline constexpr plain_format plain_ocaml_64{.word_bits = 64,
                                             .wosize_shift = 10,
                                             .wosize_bits = 54,
                                             .color_shift = 8,
                                             .tag_shift = 0,
                                             .tag_bits = 8,
                                             .blue = 2,
                                             .white = 0,
                                             .gray = 1,
                                             .black = 3,
                                             .unit = 8,
                                             .filler = 1,
                                             .immediates_are_odd = true,
                                             .has_no_scan = true,
                                             .has_closures = true,
                                             .has_bitmaps = false};

inline constexpr plain_format plain_ocaml_32 = [] {
    auto f = plain_ocaml_64;
    f.word_bits = 32, f.wosize_bits = 22, f.unit = 4;
    return f;
}();

inline constexpr plain_format plain_ocaml_64_proof = [] {
    auto f = plain_ocaml_64;
    f.blue = 0, f.white = 1, f.gray = 2, f.black = 3;
    return f;
}();

inline constexpr plain_format plain_ocaml_no_scan = [] {
    auto f = plain_ocaml_64;
    f.has_closures = false;
    return f;
}();

inline constexpr plain_format plain_ocaml_base = [] {
    auto f = plain_ocaml_no_scan;
    f.has_no_scan = false;
    return f;
}();

inline constexpr plain_format plain_bitmap_record = [] {
    auto f = plain_ocaml_64_proof;
    f.wosize_shift = 0, f.wosize_bits = 48, f.tag_shift = 48, f.tag_bits = 14, f.color_shift = 62;
    f.unit = 1, f.filler = 0, f.immediates_are_odd = false;
    f.has_no_scan = f.has_closures = false, f.has_bitmaps = true;
    return f;
}();

}  // namespace judge
