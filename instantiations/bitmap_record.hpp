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
        if (i - 2 >= word_bits<word_of<L>>) return false;
        return ((memory.load(field_addr<L>(h, 1)) >> static_cast<unsigned>(i - 2)) & 1) != 0;
    }
    template <class L, class M>
    static constexpr void initialise(M& memory, header_of<L> h)
    {
        memory.store(field_addr<L>(h, 1), 0);
    }
};

/// Length in the low bits, class in the middle, colour on top. Pointers count words, any word can
/// be data, and nothing about a word says whether it is a pointer: 0 is null.
struct bitmap_record :
    functional::packed_header<
        functional::bit_field<std::uint64_t, 0, 48>, functional::bit_field<std::uint64_t, 62, 2>,
        functional::bit_field<std::uint64_t, 48, 14>, functional::proof_numbering, std::uint64_t> {
    static constexpr std::uint64_t mword = 1;
    static constexpr auto kinds = boost::hana::tuple_t<bitmap_kind>;

    [[nodiscard]] static constexpr bool is_pointer(word value) { return value != 0; }
    [[nodiscard]] static constexpr val_addr<word> target(word value) { return {value}; }
    [[nodiscard]] static constexpr word pointer_to(val_addr<word> x) { return x.at; }
    [[nodiscard]] static constexpr word filler() { return 0; }
};

static_assert(layout<bitmap_record>);

}  // namespace strata
