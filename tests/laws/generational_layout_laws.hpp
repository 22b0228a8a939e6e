// tests/laws/generational_layout_laws.hpp: the laws of a generational layout, for one word.
#pragma once

#include <cstdint>

#include <strata/concepts/generational_layout.hpp>

namespace laws {

/// A forward pointer gives back what it was made from, and no header is one.
template <strata::generational_layout L>
[[nodiscard]] constexpr bool forward_pointers(strata::word_of<L> n, strata::word_of<L> wosize,
                                              strata::word_of<L> tag)
{
    return L::is_fwd_ptr(L::fwd_ptr(n)) && L::fwd_to(L::fwd_ptr(n)) == n &&
           !L::is_fwd_ptr(L::make_header(wosize, strata::color::white, tag));
}

/// A pointer that is led elsewhere is a pointer to there, and can be led back.
template <strata::generational_layout L>
[[nodiscard]] constexpr bool addresses(strata::word_of<L> pointer, strata::word_of<L> n)
{
    const auto moved = L::update_addr(pointer, n);
    return L::is_pointer(moved) && strata::offset<L>(moved) == n &&
           L::update_addr(moved, strata::offset<L>(pointer)) == pointer;
}

}  // namespace laws
