// tools/prove/marking.hpp: the invariant of marking, as formulas over mark's own state.
#pragma once

#include <strata/layer3_imperative/mark.hpp>

#include "symbolic_worklist.hpp"
#include "world.hpp"

namespace strata::prove {

using imperative::darkening;

/// Any state of marking, and what must be true of it at an object, an edge, or as a whole.
template <class L, darkening D, bool Shared = false, class M = symbolic_memory<L>>
struct marking {
    using layout = L;
    using W = word_of<L>;
    using worklist = symbolic_worklist<L>;
    using state = imperative::mark_state<L, D, M, worklist, worklist, Shared>;
    static constexpr darkening when = D;
    static constexpr bool has_marks = marked_memory<M, W>;

    world<L> w{};
    z3::expr x = W::named("x").e, y = W::named("y").e;  ///< what window and stack give
    state s{memory("now"),     held("stack", y),
            held("window", x), {named("cursor"), named("stop"), named("low"), named("high")},
            {named("s_h")},    named("s_i"),
            named("s_wosize"), {{named("r_h")}, named("r_i"), named("r_wosize")},
            named("s_part")};

    static W named(const char* name) { return W::named(name); }
    M memory(const char* name) const
    {
        return M::with_marks({w.before.first, w.before.last, words(name)});
    }
    /// What else is used at the places touched; `a` is arbitrary.
    void use(const z3::expr&, state&) {}
    worklist held(const std::string& name, const z3::expr& next) const
    {
        const auto size = number((name + "_size").c_str());
        const auto room = number((name + "_capacity").c_str());
        fact(0 <= size && size <= room && room >= 1);
        return {&w.before, words(name.c_str()), size, room, next, world<L>::may_hold};
    }
    /// What it means to hold something a number of times: no more often than there are entries.
    void use_counts(const z3::expr& h) const
    {
        for (const auto* held : {&s.stack, &s.window})
            fact(0 <= z3::select(held->times, h) && z3::select(held->times, h) <= held->size);
    }
    [[nodiscard]] static z3::expr held_times(const state& t, const z3::expr& h)
    {
        return z3::select(t.stack.times, h) + z3::select(t.window.times, h);
    }
    [[nodiscard]] static z3::expr is(color c, const state& t, const z3::expr& h)
    {
        return t.memory.is(c, h);
    }

    /// Of any address `a` of the heap.
    [[nodiscard]] claims at_word(const state& t, const z3::expr& a) const
    {
        const auto old = w.before.peek(a), now = t.memory.peek(a);
        const auto start = w.before.is_start(a), alloc = w.was.is_allocated(a);
        const auto only_colour =
            (L::wosize(now) == L::wosize(old)).e && (L::tag(now) == L::tag(old)).e &&
            z3::implies(!alloc, (now == old).e) && z3::implies(alloc, !is(color::blue, t, a));
        const auto on_stack = z3::select(t.stack.times, a),
                   in_window = z3::select(t.window.times, a);
        const auto all = held_times(t, a);
        const auto& d = t.dropped;
        const auto found =
            all >= 1 || (d.cursor.e <= a && a < d.stop.e) || (d.low.e <= a && a < d.high.e);
        const auto counted = 0 <= on_stack && 0 <= in_window && z3::implies(!start, all == 0);
        claims c{
            {"headers change only in colour, and only those of objects",
             z3::implies(start, only_colour)},
            {"no other word changes", z3::implies(!start, (now == old).e)},
            {"gray and black objects are in R",
             z3::implies(start && (is(color::gray, t, a) || is(color::black, t, a)), w.in_R(a))},
            {"a gray object is on the stack or in the window, or was dropped",
             z3::implies(start && is(color::gray, t, a), found)},
            {"the worklists hold objects in R",
             counted && z3::implies(all >= 1, alloc && w.in_R(a))}};
        if (D == darkening::eager)
            c.emplace_back("what is on the stack or in the window is gray, and there once",
                           z3::implies(all >= 1, is(color::gray, t, a) && all == 1));
        return c;
    }
    using fields_left = imperative::fields_left<L>;
    [[nodiscard]] static fields_left fields_of(const state& t) { return {t.h, t.i, t.wosize}; }
    /// Whether field `i` of the object at `h` is among these.
    [[nodiscard]] static z3::expr is_left(const fields_left& f, const z3::expr& h,
                                          const z3::expr& i)
    {
        return h == f.h.at.e && f.i.e <= i && i <= f.wosize.e;
    }
    /// Whether what field `i` of the object at `h` points to must be safe: the object is black, and
    /// the field not among those still to be scanned.
    [[nodiscard]] z3::expr is_done(const state& t, const z3::expr& h, const z3::expr& i) const
    {
        const auto pending = is_left(fields_of(t), h, i) || is_left(t.rest, h, i);
        return w.before.is_start(h) && w.was.is_allocated(h) && is(color::black, t, h) && !pending;
    }
    /// Not white, or held.
    [[nodiscard]] static z3::expr is_safe(const state& t, const z3::expr& h)
    {
        if (D == darkening::eager) return !is(color::white, t, h);
        return !is(color::white, t, h) || held_times(t, h) >= 1;
    }
    /// Of field `i` of the object at `h`.
    [[nodiscard]] claims at_edge(const state& t, const z3::expr& h, const z3::expr& i) const
    {
        return {{"tricolour: no black object points to a white one that is not held",
                 z3::implies(w.was.is_edge(h, i) && is_done(t, h, i),
                             is_safe(t, w.was.successor(h, i)))}};
    }
    /// Of the state as a whole.
    [[nodiscard]] claims everywhere(const state& t) const
    {
        const auto inside = [&](const fields_left& f) {
            const auto& h = f.h.at.e;
            return z3::implies(f.i.e <= f.wosize.e, w.before.is_start(h) && w.was.is_allocated(h) &&
                                                        is(color::black, t, h) &&
                                                        f.wosize.e <= w.was.wosize(h) &&
                                                        f.i.e >= w.was.scan_from(h) && f.i.e >= 1);
        };
        const auto at_block = [&](const z3::expr& a) {
            return a == w.before.last.e || w.before.is_start(a);
        };
        const auto& d = t.dropped;
        return {
            {"the object being scanned is black, and the scan is inside it", inside(fields_of(t))},
            {"the object that waits is black, and what waits is inside it", inside(t.rest)},
            {"a part has a field", t.part.e >= 1},
            {"the walk over dropped objects is at a block",
             at_block(d.cursor.e) && at_block(d.low.e) && d.stop.e <= w.before.last.e &&
                 d.high.e <= w.before.last.e},
            {"the worklists keep within their capacity",
             0 <= t.stack.size && t.stack.size <= t.stack.capacity && 0 <= t.window.size &&
                 t.window.size <= t.window.capacity}};
    }
    /// Between two states, at field `i` of the object at `h`. It says nothing of how things were
    /// before, so it holds as well where a mutator has made black objects point to white ones.
    [[nodiscard]] claims from_to(const state& t, const state& u, const z3::expr& h,
                                 const z3::expr& i) const
    {
        const auto to = w.was.successor(h, i);
        return {{"a field is behind only when what it points to is not white, or held",
                 z3::implies(w.was.is_edge(h, i) && is_done(u, h, i) && !is_done(t, h, i),
                             is_safe(u, to))}};
    }
    /// Between two states: colours only get darker.
    [[nodiscard]] claims from_to(const state& t, const state& u, const z3::expr& a) const
    {
        const auto stays = [&](const z3::expr& then, const z3::expr& still) {
            return z3::implies(w.before.is_start(a) && then, still);
        };
        claims c{{"what is not white stays so, and what is black stays black",
                  stays(!is(color::white, t, a), !is(color::white, u, a)) &&
                      stays(is(color::black, t, a), is(color::black, u, a))}};
        if (D == darkening::lazy)
            c.emplace_back("what is not white, or held, stays so",
                           stays(is_safe(t, a), is_safe(u, a)));
        return c;
    }
};

}  // namespace strata::prove
