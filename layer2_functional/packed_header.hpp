// layer2_functional/packed_header.hpp: a header codec from three bit fields and a colour numbering.
#pragma once

#include <array>
#include <cstdint>

#include <strata/concepts/header_codec.hpp>
#include <strata/layer2_functional/bit_field.hpp>

namespace strata::functional {

/// How the OCaml runtime numbers the colours.
struct runtime_numbering {
    static constexpr std::uint64_t blue = 2, white = 0, gray = 1, black = 3;
};

/// How the F* proofs number them.
struct proof_numbering {
    static constexpr std::uint64_t blue = 0, white = 1, gray = 2, black = 3;
};

/// A header whose size, colour and tag are the given bit fields. Paper: section 2.1 and Fig. 22.
template <class Wosize, class Color, class Tag, class Numbering, machine_word W>
struct packed_header {
    static_assert((Wosize::mask & Color::mask) == 0 && (Wosize::mask & Tag::mask) == 0 &&
                      (Color::mask & Tag::mask) == 0,
                  "the fields of a header do not overlap");
    using word = W;
    using wosize_bits = Wosize;
    using color_bits = Color;
    using tag_bits = Tag;

    static constexpr std::uint64_t max_wosize = Wosize::max;
    static constexpr std::uint64_t max_tag = Tag::max;

    [[nodiscard]] static constexpr std::uint64_t number(color c)
    {
        switch (c) {
        case color::blue: return Numbering::blue;
        case color::white: return Numbering::white;
        case color::gray: return Numbering::gray;
        default: return Numbering::black;
        }
    }
    /// Paper: `makeHeader`.
    [[nodiscard]] static constexpr W make_header(W wosize, color c, W tag)
    {
        return Wosize::make(wosize) | Color::make(strata::word<W>(number(c))) | Tag::make(tag);
    }
    [[nodiscard]] static constexpr W wosize(W header) { return Wosize::get(header); }
    [[nodiscard]] static constexpr W tag(W header) { return Tag::get(header); }
    [[nodiscard]] static constexpr auto has_color(W header, color c)
    {
        return Color::holds(header, number(c));
    }
    /// Paper: `colorHeader`.
    [[nodiscard]] static constexpr W color_header(W header, color c)
    {
        return Color::put(header, strata::word<W>(number(c)));
    }
};

}  // namespace strata::functional
