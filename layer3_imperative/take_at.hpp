// layer3_imperative/take_at.hpp: a block from a room, without the optional that costs registers.
#pragma once

#include <optional>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/sweep.hpp>

namespace strata::imperative {

/// No block.
template <layout L>
[[nodiscard]] constexpr value_of<L> nowhere()
{
    return functional::end_of_list<L>();
}

/// Where the object in a block of `wosize` fields begins that is taken from `free`, or `nowhere`. A
/// room may have a `take_at` of its own: g++ 12 puts an optional together in memory and reads it
/// back at once, which stalls every allocation.
template <layout L, class A, word_memory<word_of<L>> M>
[[nodiscard]] constexpr value_of<L> take_at(A& free, M& memory, word_of<L> wosize)
{
    if constexpr (requires { free.take_at(memory, wosize); }) {
        return free.take_at(memory, wosize);
    } else {
        const auto h = free.take(memory, wosize);
        return h ? f_address<L>(*h) : nowhere<L>();
    }
}

/// What `take` returns.
template <layout L>
[[nodiscard]] constexpr std::optional<header_of<L>> block_at(value_of<L> x)
{
    if (x == nowhere<L>()) return std::nullopt;
    return hd_address<L>(x);
}

}  // namespace strata::imperative
