// tests/laws/header_codec_laws.hpp: the laws of a header codec, for one size, colour and tag.
#pragma once

#include <array>
#include <cstdint>

#include <strata/concepts/header_codec.hpp>

namespace laws {

inline constexpr std::array all_colors{strata::color::blue, strata::color::white,
                                       strata::color::gray, strata::color::black};

/// A header gives back what it was made from.
template <strata::header_codec C>
[[nodiscard]] constexpr bool round_trip(std::uint64_t wosize, strata::color c, std::uint64_t tag)
{
    using W = typename C::word;
    const auto h = C::make_header(strata::word<W>(wosize), c, strata::word<W>(tag));
    return C::wosize(h) == strata::word<W>(wosize) && C::has_color(h, c) &&
           C::tag(h) == strata::word<W>(tag);
}

/// To colour a header is to make it with that colour: size and tag stay (Fig. 22).
template <strata::header_codec C>
[[nodiscard]] constexpr bool color_frame(std::uint64_t wosize, strata::color from,
                                         std::uint64_t tag, strata::color to)
{
    using W = typename C::word;
    const auto make = [&](strata::color c) {
        return C::make_header(strata::word<W>(wosize), c, strata::word<W>(tag));
    };
    return C::color_header(make(from), to) == make(to);
}

/// A header, any word at all, has exactly one colour.
template <strata::header_codec C>
[[nodiscard]] constexpr bool one_color(typename C::word h)
{
    int colors = 0;
    for (const auto c : all_colors) colors += C::has_color(h, c) ? 1 : 0;
    return colors == 1;
}

}  // namespace laws
