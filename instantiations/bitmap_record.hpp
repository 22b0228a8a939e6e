// instantiations/bitmap_record.hpp: records with a bitmap of pointer fields; nothing like OCaml.
#pragma once

#include <cstdint>

#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/packed_header.hpp>

namespace strata {

/// The first field is the bitmap: its bit n - 2 is set iff field n is a pointer. Fields past the
/// bitmap are data.
struct bitmap_kind {
    template <class L>
    [[nodiscard]] static constexpr bool covers(word_of<L>)
    {
        return true;
    }
    template <class L, class M>
    [[nodiscard]] static constexpr word_of<L> scan_from(const M&, header_of<L>)
    {
        return word<word_of<L>>(2);
    }
    template <class L, class M>
    [[nodiscard]] static constexpr bool scans(const M& memory, header_of<L> h, word_of<L> i)
    {
        const auto bit = i - word<word_of<L>>(2);
        if (bit >= word<word_of<L>>(word_bits<word_of<L>>)) return false;
        return static_cast<bool>(
            L::has_bit(memory.load(field_addr<L>(h, word<word_of<L>>(1))), bit));
    }
    template <class L, class M>
    static constexpr void initialise(M& memory, header_of<L> h)
    {
        memory.store(field_addr<L>(h, word<word_of<L>>(1)), word<word_of<L>>(0));
    }
};

/// Length in the low bits, class in the middle, colour on top. Pointers count words, any word can
/// be data, and nothing about a word says whether it is a pointer: 0 is null.
template <machine_word W>
struct bitmap_layout :
    functional::packed_header<functional::bit_field<W, 0, 48>, functional::bit_field<W, 62, 2>,
                              functional::bit_field<W, 48, 14>, functional::proof_numbering, W> {
    static constexpr std::uint64_t mword = 1;
    static constexpr auto kinds = boost::hana::tuple_t<bitmap_kind>;

    [[nodiscard]] static constexpr auto is_pointer(W value) { return value != strata::word<W>(0); }
    [[nodiscard]] static constexpr val_addr<W> target(W value) { return {value}; }
    [[nodiscard]] static constexpr W pointer_to(val_addr<W> x) { return x.at; }
    [[nodiscard]] static constexpr W filler() { return strata::word<W>(0); }
    /// Bit `n` of a bitmap.
    [[nodiscard]] static constexpr bool has_bit(W bitmap, W n)
    {
        return ((bitmap >> static_cast<unsigned>(n)) & strata::word<W>(1)) != strata::word<W>(0);
    }
};

struct bitmap_record : bitmap_layout<std::uint64_t> {};

static_assert(layout<bitmap_record>);

}  // namespace strata
