// layer3_imperative/bump_down.hpp: memory given out from its end to its beginning, as OCaml does.
#pragma once

#include <optional>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/room.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// The words from `limit` to `next` are free, and the last object starts at `next`. Two plain
/// words: compiled code may subtract from `next` and compare with `limit` itself. OCaml:
/// `young_limit`, `young_ptr`. It models `room`.
template <layout L>
struct bump_down {
    word_of<L> limit, next;

    [[nodiscard]] constexpr auto fits(word_of<L> wosize) const
    {
        return (wosize + word<word_of<L>>(1)) * mword<L>() <= next - limit;
    }
    /// Expects  it fits.
    [[nodiscard]] constexpr header_of<L> cut(word_of<L> wosize)
    {
        next = next - (wosize + word<word_of<L>>(1)) * mword<L>();
        return {next};
    }
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M&, word_of<L> wosize)
    {
        if (!fits(wosize)) return std::nullopt;
        return cut(wosize);
    }
};

/// All of a memory, to be given out from its end.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bump_down<L> all_down(const M& memory)
{
    return {memory.begin(), memory.end()};
}

}  // namespace strata::imperative
