// layer2_functional/ocaml_layout.hpp: OCaml's layout, for any word, colour numbering and kinds.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>

#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/closure_info.hpp>
#include <strata/layer2_functional/ocaml_kinds.hpp>
#include <strata/layer2_functional/packed_header.hpp>

namespace strata::functional {

/// Header of section 2.1: wosize . colour (2 bits) . tag (8 bits), from the top.
template <machine_word W, class Numbering>
using ocaml_header = packed_header<bit_field<W, 10, word_bits<W> - 10>, bit_field<W, 8, 2>,
                                   bit_field<W, 0, 8>, Numbering, W>;

/// The least tag that an object of kind `K` has: 0 if it does not say so. The last kind has what is
/// left.
template <class K>
[[nodiscard]] consteval std::uint64_t least_tag()
{
    if constexpr (std::same_as<K, regular>) return ~std::uint64_t{0};
    else if constexpr (requires { K::least_tag; }) return K::least_tag;
    else return 0;
}

/// A value is a word: an immediate if its lowest bit is 1, otherwise the byte address of an
/// object's first field.
template <machine_word W, class Numbering, class... Kinds>
struct ocaml_layout : ocaml_header<W, Numbering>, closure_info<W> {
    using tag_of_value = bit_field<W, 0, 1>;

    static constexpr std::uint64_t mword = word_bits<W> / 8;
    static constexpr auto kinds = boost::hana::tuple_t<Kinds...>;

    [[nodiscard]] static constexpr auto is_pointer(W value)
    {
        return tag_of_value::holds(value, 0);
    }
    [[nodiscard]] static constexpr val_addr<W> target(W value) { return {value}; }
    [[nodiscard]] static constexpr W pointer_to(val_addr<W> x) { return x.at; }
    [[nodiscard]] static constexpr W filler() { return word<W>(1); }
    /// See functional::is_plain: the tag is below that of any special kind.
    [[nodiscard]] static constexpr auto is_plain(W header)
    {
        using codec = ocaml_header<W, Numbering>;
        constexpr auto white = Numbering::white << codec::color_bits::shift;
        constexpr auto least = std::min({codec::max_tag + 1, least_tag<Kinds>()...});
        return (header & word<W>(codec::color_bits::mask | codec::tag_bits::mask)) -
                   word<W>(white) <
               word<W>(least);
    }
};

/// The three versions of mark in the paper are one template and three lists of kinds.
template <machine_word W, class Numbering>
using ocaml_base = ocaml_layout<W, Numbering, regular>;  // Fig. 8
template <machine_word W, class Numbering>
using ocaml_no_scan = ocaml_layout<W, Numbering, no_scan, regular>;  // Fig. 9
template <machine_word W, class Numbering>
using ocaml_full = ocaml_layout<W, Numbering, no_scan, closure, infix, regular>;  // Fig. 10
/// With lazy values, which are short-circuited when they have been forced.
template <machine_word W, class Numbering>
using ocaml_lazy = ocaml_layout<W, Numbering, no_scan, closure, infix, forward_block, regular>;

}  // namespace strata::functional
