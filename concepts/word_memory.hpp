// concepts/word_memory.hpp: what the memory under a heap must provide.
#pragma once

#include <concepts>

#include <strata/concepts/address.hpp>

namespace strata {

/// A `word_memory` is a contiguous range of words, read and written by address.
///
/// Provide
///   begin()  end()   the address of the first word, and the address after the last
///   load(a)          the word at address `a`
///   store(a, w)      makes it `w`
/// and, if it helps,
///   prefetch(a)      a hint that the word at `a` will be loaded soon
///   has_inside(a)    whether begin() < a < end()
///
/// Laws, checked for every model by tests/laws/word_memory_laws.hpp
///   get-put    load(a) after store(a, w) is w
///   frame      a store changes no other word
///
/// Models  functional::heap, imperative::raw_memory, imperative::checked_memory,
/// imperative::recorded_memory; whether an access is checked is a property of the type.
template <class M, class W>
concept word_memory = machine_word<W> && requires(M& memory, const M& seen, W a, W w) {
    { seen.begin() }  -> std::same_as<W>;
    { seen.end() }    -> std::same_as<W>;
    { seen.load(a) }  -> std::same_as<W>;
    memory.store(a, w);
};

/// Whether an object whose first field is at `x` lies in `memory`: a pointer elsewhere is data to
/// the collector.
template <class L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto within(const M& memory, value_of<L> x)
{
    if constexpr (requires { memory.has_inside(x.at); }) return memory.has_inside(x.at);
    else return memory.begin() < x.at && x.at < memory.end();
}

/// Hints that the object at `x` is needed soon, where the memory can use the hint: its header, and
/// a field that may be on the next cache line.
template <class L, word_memory<word_of<L>> M>
constexpr void prefetch_object(const M& memory, value_of<L> x)
{
    if constexpr (requires { memory.prefetch(x.at); }) {
        memory.prefetch(hd_address<L>(x).at);
        memory.prefetch(x.at + word<word_of<L>>(2) * mword<L>());
    }
}

}  // namespace strata
