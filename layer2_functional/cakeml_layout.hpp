// layer2_functional/cakeml_layout.hpp: CakeML's words: headers, pointers and forward pointers.
#pragma once

#include <cstdint>

#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <strata/concepts/generational_layout.hpp>
#include <strata/layer2_functional/ocaml_kinds.hpp>
#include <strata/layer2_functional/packed_header.hpp>

namespace strata::functional {

/// Words that are no values: numbers, strings, byte arrays. Bit 2 of their header is 1.
struct cakeml_raw {
    template <class L>
    [[nodiscard]] static constexpr auto covers(word_of<L> header)
    {
        return L::is_raw(header);
    }
    template <class L, class M>
    [[nodiscard]] static constexpr word_of<L> scan_from(const M& memory, header_of<L> h)
    {
        return L::wosize(memory.load(h.at)) + word<word_of<L>>(1);
    }
};

/// CakeML's headers end in 11. That is white here, and all that there is between collections; the
/// others are for collectors that colour. A forward pointer ends in 00.
struct cakeml_numbering {
    static constexpr std::uint64_t blue = 0, white = 3, gray = 1, black = 2;
};

/// The compiler's configuration `conf`: how many bits of a header are the length (`len_size`), and
/// how many of a pointer say something of the length and of the tag of what it leads to.
template <unsigned LenSize, unsigned LenBits, unsigned TagBits, unsigned PadBits>
struct cakeml_conf {
    static constexpr unsigned len_size = LenSize, len_bits = LenBits, tag_bits = TagBits,
                              pad_bits = PadBits;
    static constexpr unsigned small_shift_length = LenBits + TagBits + 1;
    static constexpr unsigned shift_length = 1 + PadBits + small_shift_length;
};

template <machine_word W, class Conf>
using cakeml_header =
    packed_header<bit_field<W, word_bits<W> - Conf::len_size, Conf::len_size>, bit_field<W, 0, 2>,
                  bit_field<W, 2, word_bits<W> - Conf::len_size - 2>, cakeml_numbering, W>;

/// Header (Fig. 6): length . tag . 11. A value whose lowest bit is 1 is a pointer: the number of
/// the header's word in the heap, zeros, the pointer bits, 1. Any other is data.
///
/// The lowest bits of a tag say what it is: 00 a block, 010 a reference, 1 raw words.
template <machine_word W, class Conf>
struct cakeml_layout : cakeml_header<W, Conf> {
    // HOL: conf_ok.
    static_assert(Conf::len_size > 0 && Conf::len_size + 7 < word_bits<W>);
    static_assert(Conf::shift_length < word_bits<W>);
    using conf = Conf;
    using number_bits = bit_field<W, Conf::shift_length, word_bits<W> - Conf::shift_length>;
    using lower_bits = bit_field<W, 0, Conf::small_shift_length>;
    using forward_bits = bit_field<W, 2, word_bits<W> - 2>;

    static constexpr std::uint64_t mword = 1;  // addresses count words
    static constexpr auto kinds = boost::hana::tuple_t<cakeml_raw, regular>;
    static constexpr std::uint64_t max_heap_words =
        number_bits::max < forward_bits::max ? number_bits::max : forward_bits::max;
    static constexpr std::uint64_t ref_tag = 2, raw_tag = 1;

    /// The tag of a block with this constructor. HOL: `BlockTag n`.
    [[nodiscard]] static constexpr W block_tag(W n) { return n << 2; }
    [[nodiscard]] static constexpr auto is_raw(W header)
    {
        return bit_field<W, 2, 1>::holds(header, 1);
    }
    [[nodiscard]] static constexpr auto is_ref(W header)
    {
        return bit_field<W, 2, 3>::holds(header, ref_tag);
    }

    [[nodiscard]] static constexpr auto is_pointer(W value)
    {
        return bit_field<W, 0, 1>::holds(value, 1);
    }
    [[nodiscard]] static constexpr val_addr<W> target(W value)
    {
        return {number_bits::get(value) + word<W>(1)};
    }
    [[nodiscard]] static constexpr W pointer_to(val_addr<W> x)
    {
        return number_bits::make(x.at - word<W>(1)) | word<W>(1);
    }
    [[nodiscard]] static constexpr W filler() { return word<W>(0); }

    [[nodiscard]] static constexpr auto is_fwd_ptr(W w) { return bit_field<W, 0, 2>::holds(w, 0); }
    [[nodiscard]] static constexpr W fwd_ptr(W n) { return forward_bits::make(n); }
    [[nodiscard]] static constexpr W fwd_to(W w) { return forward_bits::get(w); }
    [[nodiscard]] static constexpr W update_addr(W pointer, W n)
    {
        return number_bits::make(n) | (pointer & word<W>(lower_bits::mask));
    }

    /// What a pointer says of its target: as much of the tag and of the length as there are bits,
    /// all ones for more. A pattern match may then spare the load.
    [[nodiscard]] static constexpr W ptr_bits(std::uint64_t tag, std::uint64_t len)
    {
        return word<W>(maxout(tag, Conf::tag_bits) << (1 + Conf::len_bits) |
                       maxout(len, Conf::len_bits) << 1);
    }

private:
    [[nodiscard]] static constexpr std::uint64_t maxout(std::uint64_t n, unsigned bits)
    {
        const auto ones = (std::uint64_t{1} << bits) - 1;
        return n < ones ? n : ones;
    }
};

}  // namespace strata::functional
