// concepts/header_codec.hpp: what a header word must be able to say about its object.
#pragma once

#include <concepts>
#include <cstdint>

#include <strata/concepts/machine_word.hpp>

namespace strata {

/// `blue` is free; `white`, `gray` and `black` are allocated. How each is numbered is the codec's
/// business: the proofs and the OCaml runtime number them differently.
enum class color { blue, white, gray, black };

/// A `header_codec` packs an object's size, colour and tag into one word, and reads them back.
///
/// Provide
///   word                     the `machine_word` that is one heap word
///   make_header(wz, c, tg)   the header of an object of `wz` fields, colour `c`, tag `tg`
///   wosize(h)  tag(h)        what it was made from
///   has_color(h, c)          whether it has colour `c`: a condition, because a word cannot become
///                            a `color`
///   color_header(h, c)       the same header with colour `c`
///   max_wosize  max_tag      the largest size and tag that fit, as constants
///
/// Laws, checked for every instantiation by tests/laws/header_codec_laws.hpp
///   round trip   wosize(make_header(wz, c, tg)) == wz, and so for colour and tag
///   frame        color_header changes the colour and nothing else (Fig. 22)
///   partition    a header has exactly one colour
///
/// Models  functional::packed_header and what is derived from it.
template <class C>
concept header_codec =
    machine_word<typename C::word> &&
    requires(typename C::word h, typename C::word n, color c) {
        { C::make_header(n, c, n) } -> std::same_as<typename C::word>;
        { C::wosize(h) }            -> std::same_as<typename C::word>;
        { C::tag(h) }               -> std::same_as<typename C::word>;
        { C::has_color(h, c) }      -> condition;
        { C::color_header(h, c) }   -> std::same_as<typename C::word>;
        { C::max_wosize }           -> std::convertible_to<std::uint64_t>;
        { C::max_tag }              -> std::convertible_to<std::uint64_t>;
    };

/// The colour of a header, for readers that need a value to print or compare.
template <header_codec C>
[[nodiscard]] constexpr color color_of(typename C::word h)
{
    if (C::has_color(h, color::blue)) return color::blue;
    if (C::has_color(h, color::white)) return color::white;
    if (C::has_color(h, color::gray)) return color::gray;
    return color::black;
}

}  // namespace strata
