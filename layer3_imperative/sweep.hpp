// layer3_imperative/sweep.hpp: sweep in place: one pass over the headers, one write per free run.
#pragma once

#include <strata/concepts/layout.hpp>
#include <strata/concepts/select.hpp>
#include <strata/layer3_imperative/sweep_run.hpp>
#include <strata/layer3_imperative/sweep_state.hpp>

namespace strata::imperative {

/// One object: a survivor turns white; what is dead or free joins the free words before it, up to
/// `limit` fields. The words of a run that ends here are held.
/// Paper: `sweep_body`.
///
/// Expects  there is room to hold one run.
template <class State>
constexpr void sweep_object(State& s)
{
    using L = typename State::layout_type;
    const auto none = word<word_of<L>>(0);
    const auto header = s.memory.load(s.sw.at);
    const auto wosize = L::wosize(header);
    const auto survives = L::has_color(header, color::black);
    s.memory.store(s.sw.at, select(survives, L::color_header(header, color::white), header));
    auto ended = select(survives, s.free_words, none);
    if (s.free_words + wosize > s.limit && !survives) ended = s.free_words;
    s.held.push({s.sw, ended});
    s.free_words = select(survives, none, s.free_words - ended + wosize + word<word_of<L>>(1));
    s.sw = next_header<L>(s.sw, wosize);
}

/// The next step: one object, or where marks are beside the memory one run of them.
///
/// Expects  there is room to hold one run.
template <class State>
constexpr void sweep_body(State& s)
{
    if constexpr (has_marks<State>) sweep_run(s);
    else sweep_object(s);
}

/// What is free before `sw` can be taken, all of it.
///
/// Expects  there is room to hold one run.
template <class State>
constexpr void release(State& s)
{
    if constexpr (has_marks<State>) sweep_to_mark(s);
    end_run(s);
    flush(s);
    s.free.end_sweep(s.memory);
}

/// Sweeps what is left of the heap. Paper: `sweep`.
///
/// Expects  no object is gray.
/// Ensures  memory equals functional::sweep of what it was (audited), but for the links if `free`
///          orders its list differently; every free block of at least one field is in `free`.
// By value and flattened: a state that nobody else can see, and no call sees, stays in registers.
template <class State>
[[nodiscard, gnu::flatten]] constexpr State sweep(State s)
{
    while (is_sweeping(s)) {
        sweep_body(s);
        if (s.held.full()) flush(s);
    }
    release(s);
    return s;
}

}  // namespace strata::imperative
