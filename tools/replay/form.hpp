// tools/replay/form.hpp: the words of an object of a trace in a layout, and where its slots are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <boost/hana/contains.hpp>
#include <boost/hana/type.hpp>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/ocaml_kinds.hpp>

#include "replay/model.hpp"

namespace replay {

using namespace strata;

template <class K, layout L>
inline constexpr bool has_kind =
    decltype(boost::hana::contains(L::kinds, boost::hana::type_c<K>))::value;

/// Whether a field says which others are pointers.
template <layout L>
inline constexpr bool has_bitmap = requires(word_of<L> w)
{
    L::has_bit(w, w);
};

/// Whether what may change is known by its tag. CakeML: a reference, or else a block.
template <layout L>
inline constexpr bool has_references = requires
{
    L::ref_tag;
    L::raw_tag;
};

/// How many fields, and which is the first slot. A layout without the kind makes a record instead.
template <layout L>
struct form {
    word_of<L> wosize, first, tag;
    bool is_closure;
    bool is_scanned;  ///< whether a number must be no pointer
};

/// Where there are no references, whether the object `changes` does not matter.
template <layout L>
[[nodiscard]] form<L> form_of(shape made, std::uint32_t slots, std::uint32_t entries,
                              std::uint32_t tag, bool changes)
{
    using W = word_of<L>;
    if constexpr (has_references<L>) {
        if (made == shape::opaque) return {slots, 1, W{L::raw_tag}, false, false};
        return {slots, 1, changes ? W{L::ref_tag} : L::block_tag(tag), false, true};
    }
    if (made == shape::closure && has_kind<functional::closure, L>) {
        const W first = 3 + 3 * entries;
        return {first - 1 + slots, first, tag, true, true};
    }
    // An object with one field more than slots: its kind says where the values begin.
    functional::heap<L> scratch{L::mword, std::vector<W>(slots + std::size_t{2}, L::filler())};
    const header_of<L> h{scratch.begin()};
    scratch.store(h.at, L::make_header(slots + W{1}, color::white, tag));
    functional::initialise<L>(scratch, h);
    const W from = functional::scan_from<L>(scratch, h);
    if (from > slots + W{1}) return {slots, 1, tag, false, false};
    return {slots + from - 1, from, tag, false, !has_bitmap<L>};
}
template <layout L>
[[nodiscard]] form<L> form_of(const object& o)
{
    return form_of<L>(o.made, o.slots, o.entries, o.tag, o.changes);
}

/// A number as a word, spread over all bits. Where it is scanned it leads to no object: it is no
/// pointer, or one to the upper half of all addresses, where no heap of a replay is.
template <layout L>
[[nodiscard]] word_of<L> number_word(std::uint32_t n, bool is_scanned = true)
{
    using W = word_of<L>;
    const auto w = static_cast<W>((std::uint64_t{n} + 1) * 0x9E37'79B9'7F4A'7C15U);
    if (!is_scanned) return w;
    for (const W candidate : {w, static_cast<W>(w | 1), static_cast<W>(w & ~W{1})})
        if (!L::is_pointer(candidate)) return candidate;
    return static_cast<W>(~(~W{0} >> 1) | (w >> 1 & ~W{1}));
}

/// How far behind an object its entry is: its code and closure info and an infix header are three
/// words.
template <layout L>
[[nodiscard]] word_of<L> entry_distance(const object& o, std::uint32_t entry)
{
    if (o.made != shape::closure || !has_kind<functional::closure, L>) return 0;
    return word_of<L>{3} * entry * mword<L>();
}

/// A pointer to an entry of the object at `x`. CakeML's say something of the tag and the length.
template <layout L>
[[nodiscard]] word_of<L> pointer_word(const object& o, value_of<L> x, std::uint32_t entry)
{
    const auto pointer = L::pointer_to({x.at + entry_distance<L>(o, entry)});
    if constexpr (has_references<L>) {
        const auto f = form_of<L>(o);
        return pointer | L::ptr_bits(f.tag >> 2, f.wosize);
    }
    return pointer;
}

/// A pointer to `address`, which is that of no object. Where every pointer leads into the heap it
/// is a word like any other: so are CakeML's to its code.
template <layout L>
[[nodiscard]] word_of<L> outside_word(word_of<L> address)
{
    if constexpr (has_references<L>) return address << 1;
    else return L::pointer_to({address});
}

/// Of a record with pointers, whose slots are no more than a word's bits, if it has one.
template <layout L>
[[nodiscard]] word_of<L> bitmap_of(const object& o)
{
    word_of<L> bits = 0;
    if constexpr (has_bitmap<L>)
        for (const auto& [slot, v] : o.written)
            if (v.what != value::is::number) bits |= word_of<L>{1} << (slot - 1);
    return bits;
}

/// What a field before the first slot holds, but for a bitmap: the code, closure info and infix
/// headers of a closure; otherwise what is the collector's, or nobody's.
template <layout L>
[[nodiscard]] word_of<L> fixed_field(const object& o, const form<L>& f, word_of<L> i)
{
    using W = word_of<L>;
    if constexpr (has_kind<functional::closure, L>) {
        if (f.is_closure) {
            if (i % 3 == 0) return L::make_header(i, color::white, W{functional::infix_tag});
            if (i % 3 == 2) return L::make_closure_info(W{1}, f.first - 1 - (i - 2));
            return number_word<L>(o.number + static_cast<std::uint32_t>(i));
        }
    }
    return L::filler();
}

}  // namespace replay
