// layer3_imperative/take.hpp: which object is scanned next: through the window, or past it.
#pragma once

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer3_imperative/colors.hpp>
#include <strata/layer3_imperative/mark_state.hpp>

namespace strata::imperative {

/// Whether the window takes another object from the stack. One that is all there is would only wait
/// there: a list would be marked at the pace of the window.
template <class State>
[[nodiscard]] constexpr bool may_admit(const State& s)
{
    if (s.window.full() || s.stack.empty()) return false;
    return !s.window.empty() || !s.stack.single();
}

/// Moves one object from the stack into the window, unless it can be seen to be black.
template <class State>
constexpr void admit(State& s)
{
    const auto x = s.stack.pop();
    if (is_surely_black<layout_of<State>>(s.memory, x)) return;
    prefetch_object<layout_of<State>>(s.memory, x);
    s.window.push(x);
}

/// Whether an object is held, and can be taken.
template <class State>
[[nodiscard]] constexpr bool is_any_held(const State& s)
{
    return !s.window.empty() || !s.stack.empty();
}

/// The oldest object of the window, which leaves it; another one that waits comes in, unless the
/// window was for one object: then what this one points to comes first, as in the paper. If the
/// window is empty, the last object that was pushed.
///
/// Expects  one is held.
template <class State>
[[nodiscard]] constexpr auto take(State& s)
{
    if (s.window.empty()) return s.stack.pop();
    const auto x = s.window.pop();
    if (!s.window.empty() && !s.stack.empty()) admit(s);
    return x;
}

}  // namespace strata::imperative
