// layer3_imperative/reserve.hpp: a free block from whose front objects are cut, and what is left.
#pragma once

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// The block at `h` of so many words, its header included.
template <layout L>
struct reserve {
    header_of<L> h;
    word_of<L> words;
};
template <layout L>
[[nodiscard]] constexpr reserve<L> no_reserve()
{
    const auto none = word<word_of<L>>(0);
    return {{none}, none};
}

/// An allocator that cuts most objects from one block, and lets somebody else do so: `reserve_of`
/// tells which block, and `reserve_cut` is told afterwards what was held and what is left.
template <class A, class L>
concept reserving = requires(A& free, reserve<L> held, reserve<L> left)
{
    free.reserve_cut(held, left);
};

/// Whether a block with a field is left if `wosize` fields and a header are taken off the front.
template <layout L>
[[nodiscard]] constexpr auto leaves_block(reserve<L> from, word_of<L> wosize)
{
    return wosize + word<word_of<L>>(2) < from.words;
}

/// Takes them off the front; what remains gets its header. What is made first comes first: who
/// visits it in that order reads memory upwards, and so does the collector.
///
/// Expects  that is a block with a field.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr header_of<L> cut_within(M& memory, reserve<L>& from, word_of<L> wosize)
{
    const auto none = word<word_of<L>>(0), one = word<word_of<L>>(1);
    const auto taken = from.h;
    from = {next_header<L>(taken, wosize), from.words - (wosize + one)};
    memory.store(from.h.at, L::make_header(from.words - one, color::blue, none));
    return taken;
}

/// The same, whatever remains, as in split.hpp.
///
/// Expects  it fits: there are more words than fields.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr header_of<L> cut(M& memory, reserve<L>& from, word_of<L> wosize)
{
    if (leaves_block(from, wosize)) return cut_within(memory, from, wosize);
    const auto none = word<word_of<L>>(0), one = word<word_of<L>>(1);
    const auto taken = from.h;
    from = {next_header<L>(taken, wosize), from.words - wosize - one};
    if (from.words == one) memory.store(from.h.at, L::make_header(none, color::white, none));
    return taken;
}

}  // namespace strata::imperative
