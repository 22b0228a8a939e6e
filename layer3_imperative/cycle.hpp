// layer3_imperative/cycle.hpp: a collection that stops after any step, and goes on from there.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include <strata/layer2_functional/incremental.hpp>
#include <strata/layer3_imperative/mark_small.hpp>
#include <strata/layer3_imperative/sweep.hpp>

namespace strata::imperative {

using functional::is_marking;
using functional::phase;

/// The states of mark and sweep, side by side. The memory is in `marking` until marking is over,
/// then in `sweeping`, where it stays between two cycles; the free blocks are always in `sweeping`.
/// A sweep begins with none, so one that is `ahead` is kept for those who allocate meanwhile.
///
/// Invariant  while marking, what was reachable at the start is black, or there is a path to it
///            from a root not yet darkened, a gray object, one on the stack or in the window, or a
///            field still to be scanned, and no object on that path is black (the snapshot).
///            While sweeping, survivors and new objects are white behind `sw`, and black from there
///            on.
template <layout L, darkening D, word_memory<word_of<L>> M, worklist S, worklist Window, class A,
          class Held>
struct cycle {
    using layout_type = L;

    phase at;
    std::span<const word_of<L>> roots;  ///< of the snapshot, not yet darkened
    mark_state<L, D, M, S, Window, true> marking;
    sweep_state<L, M, A, Held> sweeping;
    header_of<L> ahead;  ///< a free block that is still to be swept, or was

    [[nodiscard]] constexpr M& memory()
    {
        return is_marking(at) ? marking.memory : sweeping.memory;
    }
    [[nodiscard]] constexpr const M& memory() const
    {
        return is_marking(at) ? marking.memory : sweeping.memory;
    }
};

/// The snapshot is taken: what `roots` reach now survives the cycle, whatever is written meanwhile.
/// Roots that change later need no barrier: what they are given is loaded from an object of the
/// snapshot, or new.
///
/// Expects  the cycle is idle; the words of `roots` stay as they are until darkening is over, so a
///          mutator that runs meanwhile lends a copy, or pays a first slice of one step a root.
template <class Cycle>
constexpr void begin_cycle(Cycle& c, std::span<const word_of<layout_of<Cycle>>> roots)
{
    const auto part = c.marking.part;
    c.marking = begin_mark<layout_of<Cycle>, decltype(c.marking)::when, true>(
        std::move(c.sweeping.memory), std::move(c.marking.stack), std::move(c.marking.window));
    c.marking.part = part;
    c.roots = roots;
    c.at = phase::darkening;
}

/// Steps of `mark`, in its order, until none is left or the budget is used up; what is left of the
/// budget. A step is one field, one object that goes through the window, or one block of a walk.
/// Small objects that can be marked in a row are left to `mark_small`.
// A copy and flattened: a state that nobody else can see, and no call sees, stays in registers.
template <class State>
[[nodiscard, gnu::flatten, gnu::noinline]] constexpr std::uint64_t
run_far(State& state, header_of<layout_of<State>>& last, std::uint64_t budget)
{
    auto s = std::move(state);
    while (budget > 0) {
        if (is_scanning(s)) {
            // Fields, which are most of the work, are not counted one by one.
            const std::uint64_t fields = s.wosize - s.i + 1;
            if (fields > budget) {
                for (; budget > 0; --budget) darken_body(s);
                break;
            }
            last = s.h;
            darken_before_row(s);
            budget -= fields;
            if (has_row(s, last) && small_within(s, budget) > 0) break;
        }
        for (; budget > 0 && may_admit(s); --budget) admit(s);
        if (budget == 0) break;
        if (s.stack.empty() && is_waiting(s)) {
            resume(s);  // no step: a field comes next
            continue;
        }
        if (is_any_held(s)) scan_begin(s, take(s));
        else if (is_pending(s.dropped)) rescan_body(s);
        else break;
        --budget;
    }
    state = std::move(s);
    return budget;
}

/// The same with those.
template <layout L, darkening D, class M, class S, class Window>
[[nodiscard]] constexpr std::uint64_t run(mark_state<L, D, M, S, Window, true>& s,
                                          std::uint64_t budget)
{
    header_of<L> last{word<word_of<L>>(0)};
    for (;;) {
        budget = run_far(s, last, budget);
        if (budget == 0 || !has_row(s, last)) return budget;
        mark_small(s, last, budget);
    }
}

/// The same of `sweep`: a step is one block, or one free run that was held.
template <layout L, class M, class A, class Held>
[[nodiscard, gnu::flatten]] constexpr std::uint64_t run(sweep_state<L, M, A, Held>& state,
                                                        std::uint64_t budget)
{
    auto s = std::move(state);
    for (; budget > 0 && (is_sweeping(s) || !s.held.empty()); --budget) {
        if (s.held.full() || !is_sweeping(s)) flush_body(s);
        else sweep_body(s);
    }
    state = std::move(s);
    return budget;
}

/// The same of `darken_roots`: a step is one root.
template <class Cycle>
[[nodiscard]] constexpr std::uint64_t run_roots(Cycle& c, std::uint64_t budget)
{
    for (; budget > 0 && !c.roots.empty(); --budget) {
        darken_value<darkening::eager>(c.marking, c.roots.front());
        c.roots = c.roots.subspan(1);
    }
    return budget;
}

/// Steps of the phase under way, until it is over or the budget is used up; what is left of it.
template <class Cycle>
[[nodiscard]] constexpr std::uint64_t run_phase(Cycle& c, std::uint64_t budget)
{
    if (c.at == phase::darkening) return run_roots(c, budget);
    return c.at == phase::marking ? run(c.marking, budget) : run(c.sweeping, budget);
}

/// One phase is over and the next begins: one step.
template <class Cycle, class Audit>
constexpr void advance(Cycle& c, Audit& audit)
{
    if (c.at == phase::darkening) {
        c.at = phase::marking;
    } else if (c.at == phase::marking) {
        audit.after_mark(c.marking.memory);
        c.ahead = c.sweeping.free.largest(c.marking.memory);
        c.sweeping = begin_sweep<layout_of<Cycle>>(
            std::move(c.marking.memory), std::move(c.sweeping.free),
            functional::coalescing<layout_of<Cycle>>, std::move(c.sweeping.held));
        c.at = phase::sweeping;
    } else {
        release(c.sweeping);
        audit.after_sweep(c.sweeping.memory, c.sweeping.free);
        c.at = phase::idle;
    }
}

/// At most `budget` steps: a root, a field, an object, a block, a free run, or a change of phase.
/// How many.
///
/// Ensures  the invariant of the cycle (audited); Definition 6 when it becomes idle (audited).
template <class Cycle, class Audit>
constexpr std::uint64_t slice(Cycle& c, std::uint64_t budget, Audit& audit)
{
    auto left = budget;
    while (left > 0 && c.at != phase::idle) {
        left = run_phase(c, left);
        if (left == 0) break;
        advance(c, audit);
        --left;
    }
    audit.between(c);
    return budget - left;
}

}  // namespace strata::imperative
