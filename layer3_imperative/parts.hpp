// layer3_imperative/parts.hpp: a large object is scanned in parts; its fields fit the stack.
#pragma once

#include <strata/concepts/layout.hpp>
#include <strata/layer3_imperative/mark_state.hpp>

namespace strata::imperative {

/// These fields are the next to scan.
template <class State>
constexpr void scan(State& s, fields_left<layout_of<State>> next)
{
    s.h = next.h;
    s.i = next.i;
    s.wosize = next.wosize;
}

/// Whether fields of a large object wait.
template <class State>
[[nodiscard]] constexpr auto is_waiting(const State& s)
{
    return s.rest.i <= s.rest.wosize;
}

/// Of a large object only a part is scanned next; the rest waits, unless another one's does.
template <class State>
constexpr void put_off(State& s)
{
    using W = word_of<layout_of<State>>;
    if (s.wosize > s.part && s.i <= s.wosize - s.part && !is_waiting(s)) {
        s.rest = {s.h, s.i + s.part, s.wosize};
        s.wosize = s.i + s.part - word<W>(1);
    }
}

/// A part of what waits is the next to scan.
template <class State>
constexpr void resume(State& s)
{
    const auto next = s.rest;
    s.rest = no_fields<layout_of<State>>();
    scan(s, next);
    put_off(s);
}

}  // namespace strata::imperative
