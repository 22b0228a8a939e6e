// layer3_imperative/apart.hpp: what few objects need, out of the way of what is done for most.
#pragma once

#include <type_traits>
#include <utility>

#include <strata/layer3_imperative/copy_state.hpp>

namespace strata::imperative {

template <class State>
struct state_and_value {
    State s;
    word_of<copied_layout<State>> value;
};

// By value: a state of which nobody has the address stays in registers.
template <class State, class F>
[[nodiscard, gnu::noinline, gnu::cold]] constexpr state_and_value<State> do_apart(State s, F step)
{
    const auto value = step(s);
    return {std::move(s), value};
}

/// What `step(s)` returns, which copies what it likes; which fields are being scanned stays as it
/// is, and it is not to look at that.
// So that the loop over those fields sees that nobody else counts them.
template <class State, class F>
[[nodiscard]] constexpr word_of<copied_layout<State>> apart(State& s, F step)
{
    using W = word_of<copied_layout<State>>;
    if constexpr (!std::is_empty_v<decltype(s.audit)>) {
        return step(s);
    } else if constexpr (follows_fields<decltype(s.unscanned)>) {
        auto [after, value] = do_apart(std::move(s), step);
        s = std::move(after);
        return value;
    } else {
        const auto h = s.h;
        const auto i = std::exchange(s.i, word<W>(1)), wosize = std::exchange(s.wosize, word<W>(0));
        auto [after, value] = do_apart(std::move(s), step);
        s = std::move(after);
        s.h = h;
        s.i = i;
        s.wosize = wosize;
        return value;
    }
}

}  // namespace strata::imperative
