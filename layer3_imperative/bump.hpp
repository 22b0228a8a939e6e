// layer3_imperative/bump.hpp: memory given out from one end to the other.
#pragma once

#include <optional>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/room.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// The words from `next` to `end` are free. It models `room`.
template <layout L>
struct bump {
    word_of<L> next, end;

    [[nodiscard]] constexpr auto fits(word_of<L> wosize) const
    {
        return wosize < (end - next) / mword<L>();
    }
    /// Expects  it fits.
    [[nodiscard]] constexpr header_of<L> cut(word_of<L> wosize)
    {
        const header_of<L> h{next};
        next = next_header<L>(h, wosize).at;
        return h;
    }
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M&, word_of<L> wosize)
    {
        if (!fits(wosize)) return std::nullopt;
        return cut(wosize);
    }
};

/// All of a memory, to be given out from its beginning.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bump<L> all_of(const M& memory)
{
    return {memory.begin(), memory.end()};
}

}  // namespace strata::imperative
