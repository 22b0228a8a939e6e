// layer3_imperative/overflow.hpp: gray objects that the mark stack had no room for, found again.
#pragma once

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// A dropped object stays gray in the heap. What is remembered is a range of header addresses that
/// has them all: those in [cursor, stop) will be met by the walk under way, those in [low, high) by
/// the next one.
template <layout L>
struct overflow {
    word_of<L> cursor, stop;
    word_of<L> low, high;
};

/// No walk under way and nothing dropped: both ranges are empty.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr overflow<L> no_overflow(const M& memory)
{
    return {memory.end(), memory.begin(), memory.end(), memory.begin()};
}

/// Whether a walk would meet a dropped object.
template <layout L>
[[nodiscard]] constexpr auto is_pending(const overflow<L>& dropped)
{
    return dropped.cursor < dropped.stop || dropped.low < dropped.high;
}

/// Remembers that the gray object at `h` is not on the stack. One ahead of the walk only prolongs
/// it, so that a small stack costs few walks.
template <layout L>
constexpr void drop(overflow<L>& dropped, header_of<L> h)
{
    const auto after = f_address<L>(h).at;
    if (dropped.cursor <= h.at) {
        if (dropped.stop < after) dropped.stop = after;
    } else {
        if (h.at < dropped.low) dropped.low = h.at;
        if (dropped.high < after) dropped.high = after;
    }
}

/// Starts a walk over what has been dropped behind the last one.
template <layout L, word_memory<word_of<L>> M>
constexpr void begin_walk(const M& memory, overflow<L>& dropped)
{
    dropped.cursor = dropped.low;
    dropped.stop = dropped.high;
    dropped.low = memory.end();
    dropped.high = memory.begin();
}

}  // namespace strata::imperative
