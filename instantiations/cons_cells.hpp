// instantiations/cons_cells.hpp: the nodes of the Larch report: a tag, fwd, car and cdr.
#pragma once

#include <cstdint>

#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/packed_header.hpp>

namespace strata {

/// The first field is the collector's: where it leaves the new address of a node that has moved.
/// All others are addresses; a cons cell has two, its car and its cdr.
struct cons_kind {
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
};

/// Addresses are indices into an array of words, as in section 4.1 of the report, and aNIL is the
/// index of no word. The tag is FWD if the header is the forwarding header, and CONS otherwise.
///
/// It is not in `all_layouts`: there an object of one field can hold a value, and the heaps of the
/// tests are drawn so; here that field is the collector's. Copying is tested on it all the same.
struct cons_cells :
    functional::packed_header<
        functional::bit_field<std::uint32_t, 10, 22>, functional::bit_field<std::uint32_t, 8, 2>,
        functional::bit_field<std::uint32_t, 0, 8>, functional::runtime_numbering, std::uint32_t> {
    static constexpr std::uint64_t mword = 1;
    static constexpr auto kinds = boost::hana::tuple_t<cons_kind>;
    static constexpr word nil = ~word{0};

    [[nodiscard]] static constexpr bool is_pointer(word value) { return value != nil; }
    [[nodiscard]] static constexpr val_addr<word> target(word value) { return {value}; }
    [[nodiscard]] static constexpr word pointer_to(val_addr<word> x) { return x.at; }
    [[nodiscard]] static constexpr word filler() { return nil; }
};

static_assert(layout<cons_cells>);

}  // namespace strata
