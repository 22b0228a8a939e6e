// layer3_imperative/mark.hpp: mark in place, on borrowed memory, allocating nothing.
#pragma once

#include <utility>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/concepts/worklist.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/overflow.hpp>

namespace strata::imperative {

using functional::resolve;
using functional::scan_from;
using functional::scans;

/// All that marking knows between two steps. Layer 2 has `st_hp`; here the stack is bounded, a pointer may wait in a
/// window before it is looked at, and the object being scanned is explicit, so that marking can stop anywhere.
///
/// Invariant  an object is gray iff it is on the stack or was dropped; a black object points to no white one, except
///            through fields not yet scanned (`i` to `wosize` of the object at `h`) and pointers in the window.
template <layout L, word_memory<word_of<L>> M, worklist S, worklist Window>
struct mark_state {
    using layout_type = L;

    M memory;
    S gray;
    Window window;
    overflow<L> dropped;
    header_of<L> h;
    word_of<L> i, wosize;
};

/// The state in which nothing is gray.
template <layout L, word_memory<word_of<L>> M, worklist S, worklist Window>
[[nodiscard]] constexpr auto begin_mark(M memory, S gray, Window window)
{
    const auto dropped = no_overflow<L>(memory);
    const auto none = word<word_of<L>>(0);
    return mark_state<L, M, S, Window>{
        std::move(memory), std::move(gray), std::move(window), dropped, {none}, word<word_of<L>>(1), none};
}

template <class State>
using layout_of = typename State::layout_type;

/// A white object becomes gray and is pushed; if the stack is full it is dropped. Paper: `darken_helper`.
template <class State>
constexpr void shade(State& s, value_of<layout_of<State>> x)
{
    using L = layout_of<State>;
    const auto h = resolve<L>(s.memory, x);
    const auto header = s.memory.load(h.at);
    if (L::has_color(header, color::white)) {
        s.memory.store(h.at, L::color_header(header, color::gray));
        if (s.gray.full()) drop<L>(s.dropped, h);
        else s.gray.push(h);
    }
}

/// A pointer into the heap goes through the window, then the object that it keeps alive is shaded.
template <class State>
constexpr void darken_value(State& s, word_of<layout_of<State>> value)
{
    using L = layout_of<State>;
    if (L::is_pointer(value) && within<L>(s.memory, L::target(value))) {
        const auto x = L::target(value);
        prefetch_header<L>(s.memory, x);
        if (!s.window.full()) return s.window.push(x);
        const auto oldest = s.window.empty() ? x : s.window.pop();
        s.window.push(x);
        shade(s, oldest);
    }
}

/// Looks at one pointer that waits in the window.
template <class State>
constexpr void drain_body(State& s)
{
    shade(s, s.window.pop());
}

/// Shades what the roots point to: immediates, pointers out of the heap, duplicates and interior pointers are all
/// ordinary roots.
///
/// Ensures  memory equals functional::darken_roots of what it was (audited).
template <class State, root_set<word_of<layout_of<State>>> R>
constexpr void darken_roots(State& s, const R& roots)
{
    for (word_of<layout_of<State>> root : roots) darken_value(s, root);
    while (!s.window.empty()) drain_body(s);
}

/// Field `i` of the object being scanned, which is then behind. Paper: `darken_body`.
template <class State>
constexpr void darken_body(State& s)
{
    using L = layout_of<State>;
    const auto i = s.i;
    s.i = i + word<word_of<L>>(1);
    if (scans<L>(s.memory, s.h, i)) darken_value(s, s.memory.load(field_addr<L>(s.h, i)));
}

/// Pops a gray object and makes it black: its fields are the next to scan.
template <class State>
constexpr void scan_begin(State& s)
{
    using L = layout_of<State>;
    s.h = s.gray.pop();
    const auto header = s.memory.load(s.h.at);
    s.memory.store(s.h.at, L::color_header(header, color::black));
    s.i = scan_from<L>(s.memory, s.h);
    s.wosize = L::wosize(header);
}

template <class State>
[[nodiscard]] constexpr auto is_scanning(const State& s)
{
    return s.i <= s.wosize;
}

/// Every field of the object being scanned. Paper: `darken`.
template <class State>
constexpr void darken(State& s)
{
    while (is_scanning(s)) darken_body(s);
}

/// Paper: `mark_body`, Fig. 10.
template <class State>
constexpr void mark_body(State& s)
{
    scan_begin(s);
    darken(s);
}

/// One block of the walk over the dropped objects: a gray one goes back on the stack, which is empty.
template <class State>
constexpr void rescan_body(State& s)
{
    using L = layout_of<State>;
    if (s.dropped.cursor > s.dropped.last) begin_walk<L>(s.memory, s.dropped);
    const header_of<L> h{s.dropped.cursor};
    const auto header = s.memory.load(h.at);
    s.dropped.cursor = next_header<L>(h, L::wosize(header)).at;
    if (L::has_color(header, color::gray)) s.gray.push(h);
}

/// Finds the next gray object for the stack. False if there is none left anywhere: marking is done.
template <class State>
constexpr bool refill(State& s)
{
    while (s.gray.empty()) {
        if (!s.window.empty()) drain_body(s);
        else if (is_pending(s.dropped)) rescan_body(s);
        else return false;
    }
    return true;
}

/// Runs until no object is gray. Paper: `mark`.
///
/// Expects  an object is gray iff it is on the stack or dropped.
/// Ensures  memory equals functional::mark of what it was (audited); only colours have changed.
// By value: a state that nobody else can see stays in registers.
template <class State>
[[nodiscard]] constexpr State mark(State s)
{
    while (refill(s)) mark_body(s);
    return s;
}

}  // namespace strata::imperative
