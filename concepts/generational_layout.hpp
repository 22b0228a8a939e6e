// concepts/generational_layout.hpp: what a layout must add for CakeML's generational collector.
#pragma once

#include <concepts>
#include <cstdint>

#include <strata/concepts/layout.hpp>

namespace strata {

/// A `generational_layout` knows references, whose fields may change, from immutable data; and its
/// pointers count from the start of the heap, so that they do not say in which space they are.
///
/// Provide
///   all of `layout`, without interior kinds; `target(v)` is that of a heap that begins at 0
///   is_ref(h)           whether the object with header `h` is a reference. CakeML: `isRef`
///   is_fwd_ptr(w)       whether a word in the place of a header is a forward pointer
///   fwd_ptr(n)          the forward pointer to the object whose header is word `n` of the heap
///   fwd_to(w)           that `n`
///   update_addr(v, n)   pointer `v`, led to the object at word `n`, with what else it says
///   max_heap_words      how many words a heap may have, so that all these fit
///
/// Laws, checked for every model by tests/laws/generational_layout_laws.hpp
///   forward    is_fwd_ptr(fwd_ptr(n)), fwd_to(fwd_ptr(n)) == n, no header is a forward pointer
///   address    update_addr(v, n) is a pointer, offset of it is n; what else it says is kept
///
/// Models  functional::cakeml_layout, and byte_cells in the tests.
template <class L>
concept generational_layout = layout<L> && requires(word_of<L> w, word_of<L> n) {
    { L::is_ref(w) }         -> condition;
    { L::is_fwd_ptr(w) }     -> condition;
    { L::fwd_ptr(n) }        -> std::same_as<word_of<L>>;
    { L::fwd_to(w) }         -> std::same_as<word_of<L>>;
    { L::update_addr(w, n) } -> std::same_as<word_of<L>>;
    { L::max_heap_words }    -> std::convertible_to<std::uint64_t>;
};

/// Which word of the heap holds the header of what a pointer leads to.
template <class L>
[[nodiscard]] constexpr word_of<L> offset(word_of<L> pointer)
{
    return hd_address<L>(L::target(pointer)).at / mword<L>();
}

/// Where word `n` of a heap is in its memory.
template <class L, class M>
[[nodiscard]] constexpr word_of<L> nth_word(const M& memory, word_of<L> n)
{
    return memory.begin() + n * mword<L>();
}

/// How many words a memory has.
template <class L, class M>
[[nodiscard]] constexpr word_of<L> length(const M& memory)
{
    return (memory.end() - memory.begin()) / mword<L>();
}

}  // namespace strata
