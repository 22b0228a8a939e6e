// concepts/address.hpp: an object has two addresses; the type says which one is meant.
#pragma once

#include <compare>

#include <strata/concepts/machine_word.hpp>

namespace strata {

// The comparisons are constexpr where those of the word are.

/// The address of an object's header.
template <machine_word W>
struct hp_addr {
    W at;
    friend bool operator==(const hp_addr&, const hp_addr&) = default;
    friend auto operator<=>(const hp_addr&, const hp_addr&) = default;
};

/// The address of an object's first field, one word further: what a pointer to the object holds.
template <machine_word W>
struct val_addr {
    W at;
    friend bool operator==(const val_addr&, const val_addr&) = default;
    friend auto operator<=>(const val_addr&, const val_addr&) = default;
};

/// The word type of a layout or codec.
template <class L>
using word_of = typename L::word;

/// Header and first-field addresses in the words of a layout.
template <class L>
using header_of = hp_addr<word_of<L>>;
template <class L>
using value_of = val_addr<word_of<L>>;

/// The distance between adjacent words, in the layout's address units. Paper: `mword`.
template <class L>
[[nodiscard]] constexpr word_of<L> mword()
{
    return word<word_of<L>>(L::mword);
}

/// F*: `hd_address` and `f_address`, which are inverse to each other.
template <class L>
[[nodiscard]] constexpr header_of<L> hd_address(value_of<L> x)
{
    return {x.at - mword<L>()};
}
template <class L>
[[nodiscard]] constexpr value_of<L> f_address(header_of<L> h)
{
    return {h.at + mword<L>()};
}

/// The address `n` words after `h`: that of field `n`, counted from 1 as the paper does. Paper:
/// `field_addr`.
template <class L>
[[nodiscard]] constexpr word_of<L> field_addr(header_of<L> h, word_of<L> n)
{
    return h.at + n * mword<L>();
}

/// The header that follows an object of `wosize` fields.
template <class L>
[[nodiscard]] constexpr header_of<L> next_header(header_of<L> h, word_of<L> wosize)
{
    return {h.at + (wosize + word<word_of<L>>(1)) * mword<L>()};
}

}  // namespace strata
