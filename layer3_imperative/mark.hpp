// layer3_imperative/mark.hpp: mark in place, on borrowed memory, allocating nothing.
#pragma once

#include <strata/concepts/layout.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/short_circuit.hpp>
#include <strata/layer3_imperative/colors.hpp>
#include <strata/layer3_imperative/mark_state.hpp>
#include <strata/layer3_imperative/parts.hpp>
#include <strata/layer3_imperative/take.hpp>

namespace strata::imperative {

using functional::resolve;
using functional::scan_from;
using functional::scans;

/// A white object becomes gray and is pushed; if the stack is full it is dropped. Paper:
/// `darken_helper`.
template <class State>
constexpr void shade(State& s, value_of<layout_of<State>> x)
{
    using L = layout_of<State>;
    const auto h = resolve<L>(s.memory, x);
    const auto header = s.memory.load(h.at);
    if (is_white<L>(s.memory, h, header)) {
        s.memory.store(h.at, L::color_header(header, color::gray));
        if (s.stack.full()) drop<L>(s.dropped, h);
        else s.stack.push(f_address<L>(h));
    }
}

/// Shades the object that a value keeps alive, if it is a pointer into the heap; unless eager, and
/// if the stack has room, the object is pushed unseen.
template <darkening D, class State>
constexpr void darken_value(State& s, word_of<layout_of<State>> value)
{
    using L = layout_of<State>;
    if (!L::is_pointer(value) || !within<L>(s.memory, L::target(value))) return;
    const auto x = L::target(value);
    if constexpr (D == darkening::sparing)
        if (is_surely_black<L>(s.memory, x)) return;
    if constexpr (D == darkening::lazy || D == darkening::ahead)
        if (s.stack.full()) return shade(s, x);
    if constexpr (D == darkening::ahead) prefetch_object<L>(s.memory, x);
    if constexpr (D == darkening::eager) shade(s, x);
    else s.stack.push(x);
}

/// Shades what the roots point to: immediates, pointers out of the heap, duplicates and interior
/// pointers are all ordinary roots.
///
/// Ensures  memory equals functional::darken_roots of what it was (audited).
template <class State, root_set<word_of<layout_of<State>>> R>
constexpr void darken_roots(State& s, const R& roots)
{
    for (word_of<layout_of<State>> root : roots) darken_value<darkening::eager>(s, root);
}

/// Puts what field `i` of the object being scanned stands for there. What keeps it alive: the same,
/// unless a mutator may have loaded the pointer that was there, and then that.
template <class State>
[[nodiscard]] constexpr auto short_circuit(State& s, word_of<layout_of<State>> i)
{
    using L = layout_of<State>;
    const auto at = field_addr<L>(s.h, i);
    const auto old = s.memory.load(at);
    const auto value = functional::short_circuited<L>(s.memory, s.h, i, old);
    if (value == old) return old;
    s.memory.store(at, value);
    return State::is_shared ? old : value;
}

/// Field `i` of the object being scanned, which is then behind. Paper: `darken_body`.
template <class State, darkening D = State::when>
constexpr void darken_body(State& s)
{
    using L = layout_of<State>;
    const auto i = s.i;
    s.i = i + word<word_of<L>>(1);
    if (scans<L>(s.memory, s.h, i)) {
        if constexpr (functional::short_circuits<L>) darken_value<D>(s, short_circuit(s, i));
        else darken_value<D>(s, s.memory.load(field_addr<L>(s.h, i)));
    }
}

template <class State>
[[nodiscard]] constexpr auto is_scanning(const State& s)
{
    return s.i <= s.wosize;
}

/// Every field of the object being scanned. Paper: `darken`.
template <class State, darkening D = State::when>
constexpr void darken(State& s)
{
    while (is_scanning(s)) darken_body<State, D>(s);
    // Nothing is being scanned either way; but values that are the same for every object need no
    // register from one object to the next.
    scan(s, no_fields<layout_of<State>>());
}

/// Makes the object at `h`, whose header this is, black: its fields from `first()` on are the next
/// to scan. One that is black already has been scanned.
template <class State, class First>
constexpr void scan_object(State& s, header_of<layout_of<State>> h,
                           word_of<layout_of<State>> header, First first)
{
    using L = layout_of<State>;
    if (!blacken<L>(s.memory, h, header)) return;
    scan(s, {h, first(), L::wosize(header)});
    put_off(s);
}

/// The same for the object that a pointer to `x` keeps alive.
template <class State>
constexpr void scan_begin(State& s, value_of<layout_of<State>> x)
{
    using L = layout_of<State>;
    const auto at = hd_address<L>(x);
    const auto header = s.memory.load(at.at);
    if (functional::is_plain<L>(header)) [[likely]] {
        scan_object(s, at, header, [&] { return functional::plain_scan_from<L>(s.memory, at); });
    } else {
        const auto h = resolve<L>(s.memory, x);
        scan_object(s, h, s.memory.load(h.at), [&] { return scan_from<L>(s.memory, h); });
    }
}

/// Takes one object, makes it black and darkens its fields. Paper: `mark_body`,
/// Fig. 10.
template <class State>
constexpr void mark_body(State& s)
{
    scan_begin(s, take(s));
    darken(s);
}

/// One block of the walk over the dropped objects: a gray one goes back on the stack, which is
/// empty.
template <class State>
constexpr void rescan_body(State& s)
{
    using L = layout_of<State>;
    if (s.dropped.cursor >= s.dropped.stop) begin_walk<L>(s.memory, s.dropped);
    const header_of<L> h{s.dropped.cursor};
    const auto header = s.memory.load(h.at);
    s.dropped.cursor = next_header<L>(h, L::wosize(header)).at;
    if (L::has_color(header, color::gray)) s.stack.push(f_address<L>(h));
}

/// Fills the window. False if there is no object left anywhere: marking is done.
// What waits comes before the window is empty: prefetching goes on.
template <class State>
[[nodiscard]] constexpr bool refill(State& s)
{
    while (s.stack.empty() && is_waiting(s)) {
        resume(s);
        darken(s);
    }
    while (s.stack.empty() && s.window.empty() && is_pending(s.dropped)) rescan_body(s);
    while (may_admit(s)) admit(s);
    return is_any_held(s);
}

/// Whether the next object that leaves the window makes room for one that waits: the window is full
/// and stays so, which the optimizer can see.
template <class State>
[[nodiscard]] constexpr bool is_streaming(const State& s)
{
    return s.window.full() && !s.stack.empty();
}

/// Runs until no object is gray. Paper: `mark`.
///
/// Expects  an object is gray iff it is on the stack or dropped.
/// Ensures  memory equals functional::mark of what it was (audited); only colours have changed, and
///          fields that are short-circuited.
// By value and flattened: a state that nobody else can see, and no call sees, stays in registers.
template <class State>
[[nodiscard, gnu::flatten]] constexpr State mark(State s)
{
    while (refill(s)) {
        do mark_body(s);
        while (is_streaming(s));
    }
    return s;
}

}  // namespace strata::imperative
