// tools/prove/snapshot_marking.hpp: the invariant of marking, where a mutator runs meanwhile.
#pragma once

#include <utility>
#include <vector>

#include "allocating.hpp"
#include "snapshot_cycle.hpp"

namespace strata::prove {

/// A cycle that is marking, at any state. `before` is the heap when it began: the snapshot, and R a
/// set of its objects that has what the roots pointed to and that no edge left. A mutator has run
/// since: fields have changed, and free blocks have become objects, which are new. `now` is the
/// heap of the state. What a step of marking does is proved elsewhere, for any heap (`from_to`); so
/// the statements here are about what lies between two steps.
///
/// The words, the pointer and the field named here are arbitrary: what is proved at these is proved
/// everywhere.
template <class L, darkening D>
struct snapshot {
    using W = word_of<L>;
    using marks = marking<L, D, true>;
    using state = typename marks::state;

    path& p;
    aspect on = the_aspect();
    marks m{};
    symbolic_heap<L>& now = m.w.before;
    const reading<L>& is = m.w.was;
    symbolic_heap<L> before = any_heap<L>("snapshot", "blocks_of_snapshot");
    reading<L> was{before};
    z3::expr a = number("a"), b = number("b"), j = number("j"), x = number("pointer");
    state then = m.s;
    symbolic_heap<L> after = now;  ///< the heap of `then`
    std::vector<z3::expr> objects{}, places{};

    explicit snapshot(path& of)
        : p{of}
    {
        p.proves_obligations = on == aspect::word;
        m.s.memory = then.memory = now;
        const auto anything = +[](const symbolic_heap<L>&, const z3::expr&) {
            return context().bool_val(true);  // what may be pushed is proved with marking
        };
        for (auto* held : {&m.s.stack, &m.s.window, &then.stack, &then.window})
            held->may_hold = anything;
    }

    [[nodiscard]] static z3::expr in_R(const z3::expr& h) { return world<L>::in_R(h); }
    /// Whether the snapshot has an object at `h`.
    [[nodiscard]] z3::expr is_object(const z3::expr& h) const
    {
        return before.is_start(h) && was.is_allocated(h);
    }
    [[nodiscard]] z3::expr is_new(const symbolic_heap<L>& heap, const z3::expr& h) const
    {
        return heap.is_start(h) && reading<L>{heap}.is_allocated(h) && !is_object(h);
    }
    /// What the mutator can come by: what is in R, and what is new.
    [[nodiscard]] z3::expr is_ours(const symbolic_heap<L>& heap, const z3::expr& h) const
    {
        return (is_object(h) && in_R(h)) || is_new(heap, h);
    }
    [[nodiscard]] static z3::expr is_inside(const symbolic_heap<L>& heap, const z3::expr& y)
    {
        return heap.first.e < y && y < heap.last.e;
    }
    /// A pointer to `y` leads to something that the mutator can come by.
    [[nodiscard]] z3::expr is_good(const symbolic_heap<L>& heap, const z3::expr& y) const
    {
        const reading<L> at{heap};
        return is_inside(heap, y) && at.pointer_is_well_formed(y) && is_ours(heap, at.resolve(y));
    }
    [[nodiscard]] static z3::expr are_alike(const W& v, const W& w)
    {
        return L::wosize(v).e == L::wosize(w).e && L::tag(v).e == L::tag(w).e;
    }
    [[nodiscard]] static z3::expr is_scanned(const symbolic_heap<L>& heap, const z3::expr& h,
                                             const z3::expr& i)
    {
        return holds([&] { return functional::is_scanned<L>(heap, {W{h}}, W{i}); });
    }
    /// Where field `i` of `h` leads to.
    [[nodiscard]] static z3::expr target(const symbolic_heap<L>& heap, const z3::expr& h,
                                         const z3::expr& i)
    {
        return L::target(heap.peek(h + i * reading<L>::unit())).at.e;
    }

    /// Of any address `h`.
    [[nodiscard]] claims at_word(const symbolic_heap<L>& heap, const state& t,
                                 const z3::expr& h) const
    {
        const auto shaded = m.is(color::gray, t, h) || m.is(color::black, t, h);
        return {{"an object of the snapshot stays where it was, with its size and tag",
                 z3::implies(is_object(h), heap.is_start(h) && !m.is(color::blue, t, h) &&
                                               are_alike(heap.peek(h), before.peek(h)))},
                {"new objects are black", z3::implies(is_new(heap, h), m.is(color::black, t, h))},
                {"gray and black objects are in R, or new",
                 z3::implies(heap.is_start(h) && shaded, is_ours(heap, h))},
                {"what is on the stack or in the window is in R, or new",
                 z3::implies(m.held_times(t, h) >= 1, is_ours(heap, h))}};
    }
    /// Of any pointer to `y` that was well formed: with the first of the above, it leads where it
    /// led.
    [[nodiscard]] claims at_pointer(const symbolic_heap<L>& heap, const z3::expr& y) const
    {
        const auto h = header_at<L>(y);
        return {{"a pointer that led to an object leads there",
                 z3::implies(is_inside(before, y) && was.pointer_is_well_formed(y),
                             are_alike(heap.peek(h), before.peek(h)))}};
    }
    /// Of field `i` of the object at `h`, if it pointed to another in the snapshot.
    [[nodiscard]] claims at_edge(const symbolic_heap<L>& heap, const state& t, const z3::expr& h,
                                 const z3::expr& i) const
    {
        const auto f = was.field(h, i);
        const auto same = heap.peek(f).e == before.peek(f).e && is_scanned(heap, h, i);
        const auto pending = m.is_left(m.fields_of(t), h, i) || m.is_left(t.rest, h, i);
        const auto done = m.is(color::black, t, h) && !pending;
        return {{"snapshot: what a field pointed to is not white, or held, if the field has "
                 "changed, or if its object is black and the field behind",
                 z3::implies(is_object(h) && was.is_edge(h, i) && (!same || done),
                             m.is_safe(t, was.successor(h, i)))}};
    }
    /// Of field `i` of the object at `h`, if it points to another now.
    [[nodiscard]] claims at_new_edge(const symbolic_heap<L>& heap, const z3::expr& h,
                                     const z3::expr& i) const
    {
        const reading<L> at{heap};
        const auto edge = is_ours(heap, h) && at.is_edge(h, i);
        return {{"no edge leads from R and what is new to anything else",
                 z3::implies(edge, is_good(heap, target(heap, h, i)))}};
    }

    /// The object at `h` in both heaps, its field `i`, and what that leads to there.
    void touch(const z3::expr& h, const z3::expr& i)
    {
        objects.push_back(h);
        for (const auto& n : {context().int_val(1), context().int_val(2), i})
            places.push_back(was.field(h, n));
        touch_pointer(target(before, h, i));
        fact(was.edge_is_well_formed(h, i));
    }
    void touch_now(const z3::expr& h, const z3::expr& i)
    {
        objects.push_back(h);
        for (const auto& n : {context().int_val(1), context().int_val(2), i})
            places.push_back(was.field(h, n));
        touch_pointer(target(now, h, i));
    }
    void touch_pointer(const z3::expr& y)
    {
        for (const reading<L>* at : {&std::as_const(was), &is}) {
            const auto o = at->resolve(y);
            objects.push_back(o);
            for (const int n : {1, 2}) places.push_back(was.field(o, context().int_val(n)));
        }
        objects.push_back(header_at<L>(y));
        assume(p, at_pointer(now, y));
    }
    /// The invariant before the step, at the places touched and at the arbitrary ones.
    void given()
    {
        if (on == aspect::word) objects.push_back(a);
        if (on == aspect::pointer) touch_pointer(x);
        if (on == aspect::edge) touch(b, j);
        if (on == aspect::new_edge) touch_now(b, j);
        places.insert(places.end(), objects.begin(), objects.end());
        for (const auto& o : objects) {
            fact(was.block_is_well_formed(o));
            fact(is.block_is_well_formed(o));
            assume(p, at_word(now, m.s, o));
            for (const auto& t : places)
                fact(was.are_disjoint(o, t) && is.are_disjoint(o, t) && is.are_disjoint(t, o));
        }
        if (on == aspect::edge) assume(p, at_edge(now, m.s, b, j));
        if (on == aspect::new_edge) assume(p, at_new_edge(now, b, j));
    }
    /// The invariant after it.
    void keeps()
    {
        if (on == aspect::word) ensure(p, at_word(after, then, a));
        if (on == aspect::pointer) ensure(p, at_pointer(after, x));
        if (on == aspect::edge) ensure(p, at_edge(after, then, b, j));
        if (on == aspect::new_edge) ensure(p, at_new_edge(after, b, j));
    }
};

}  // namespace strata::prove
