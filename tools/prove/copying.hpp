// tools/prove/copying.hpp: the invariant of copying, as formulas over its own state.
#pragma once

#include <strata/layer3_imperative/bump.hpp>
#include <strata/layer3_imperative/copy.hpp>

#include "copy_space.hpp"

namespace strata::prove {

/// Any state of copying in Cheney's order. `w.before` is from-space when it began; R is a set that
/// has what the roots point to and that no edge leaves. Three things that no program remembers: at
/// which addresses copies start, of which object each is the copy, and how many words the objects
/// in R have that are still to be copied.
template <class L>
struct copying {
    using W = word_of<L>;
    using space = symbolic_space<L>;
    using queue = imperative::cheney_queue<L>;
    using state = imperative::copy_state<L, space, space, imperative::bump<L>, queue,
                                         imperative::unaudited_copy<L>>;
    struct view {
        state t;
        z3::expr copies, originals, left;

        [[nodiscard]] symbolic_heap<L> to() const { return {t.to, copies}; }
        [[nodiscard]] z3::expr original(const z3::expr& c) const
        {
            return z3::select(originals, c);
        }
        [[nodiscard]] z3::expr next() const { return t.room.next.e; }
        /// The boundary of what is scanned: the queue says whether it is at an address.
        [[nodiscard]] z3::expr scanned() const
        {
            return t.unscanned.empty(imperative::bump<L>{W{0}, W{0}}).e.arg(0);
        }
        [[nodiscard]] z3::expr is_forwarded(const z3::expr& h) const
        {
            return holds([&] { return functional::is_forwarded<L>(t.from.peek(h)); });
        }
        /// The copy of a forwarded object.
        [[nodiscard]] z3::expr copy(const z3::expr& h) const
        {
            return header_at<L>(t.from.peek(h + reading<L>::unit()).e);
        }
    };

    from_space<L> w{};
    W to_begin = W::named("to_begin"), to_end = W::named("to_end");
    view s{{space{{w.before.first, w.before.last, words("from")}},
            space{{to_begin, to_end, words("to")}},
            {W::named("next"), to_end},
            queue{symbolic_memory<L>{W::named("scanned"), to_end, words("to")}},
            imperative::no_overflow<L>(symbolic_memory<L>{to_begin, to_end, words("to")}),
            true,
            {W::named("s_h")},
            W::named("s_i"),
            W::named("s_wosize"),
            {}},
           set("copies"),
           words("originals"),
           number("left")};

    copying()
    {
        fact(to_begin.e > 0 && to_begin.e <= to_end.e && is_aligned(to_begin.e) &&
             is_aligned(to_end.e));
        fact(to_end.e <= w.before.first.e || w.before.last.e <= to_begin.e);
    }

    /// Whether `v` is a pointer into to-space.
    [[nodiscard]] z3::expr leads_to_copy(const W& v) const
    {
        const auto x = L::target(v).at.e;
        return L::is_pointer(v).e && to_begin.e < x && x < to_end.e;
    }
    /// Whether `now` is what the value `old`, a pointer to from-space, must become: its object has
    /// a copy, and it leads there, with the same distance from the first field.
    [[nodiscard]] z3::expr is_moved(const view& v, const W& old, const W& now) const
    {
        const auto x = L::target(old).at.e, o = w.was.resolve(x);
        return v.is_forwarded(o) && now.e == L::pointer_to({W{v.copy(o) + (x - o)}}).e;
    }
    /// Whether field `i` of the copy at `c` has been scanned.
    [[nodiscard]] static z3::expr is_scanned(const view& v, const z3::expr& c, const z3::expr& i)
    {
        return c < v.scanned() && !(c == v.t.h.at.e && v.t.i.e <= i && i <= v.t.wosize.e);
    }

    /// Of any address `a` of from-space.
    [[nodiscard]] claims at_original(const view& v, const z3::expr& a) const
    {
        const auto same = v.t.from.peek(a).e == w.before.peek(a).e;
        const auto c = v.copy(a);
        return {{"a block of from-space is as it was, or an object that is forwarded",
                 z3::implies(w.before.is_start(a), same || (w.is_object(a) && v.is_forwarded(a)))},
                {"an object is forwarded to its copy, and is in R",
                 z3::implies(w.is_object(a) && v.is_forwarded(a),
                             w.in_R(a) && z3::select(v.copies, c) && v.original(c) == a)}};
    }
    /// Of field `i` of the object at `h` in from-space.
    [[nodiscard]] claims at_original_field(const view& v, const z3::expr& h,
                                           const z3::expr& i) const
    {
        const auto f = w.was.field(h, i);
        return {{"no field of an object in from-space changes, but the first of a forwarded one",
                 z3::implies(w.is_object(h) && 1 <= i && i <= w.was.wosize(h),
                             v.t.from.peek(f).e == w.before.peek(f).e ||
                                 (i == 1 && v.is_forwarded(h)))}};
    }
    /// Of any address `c` of to-space.
    [[nodiscard]] claims at_copy(const view& v, const z3::expr& c) const
    {
        const auto to = v.to();
        const reading<L> at{to};
        const auto o = v.original(c);
        return {
            {"the copies tile to-space up to where the next one will be",
             at.block_tiles(c, v.next())},
            {"a copy has the header of its original, which is forwarded to it",
             z3::implies(to.is_start(c), w.is_object(o) && v.is_forwarded(o) && v.copy(o) == c &&
                                             w.in_R(o) && to.peek(c).e == w.before.peek(o).e)}};
    }
    /// Of field `i` of the copy at `c`.
    [[nodiscard]] claims at_copy_field(const view& v, const z3::expr& c, const z3::expr& i) const
    {
        const auto to = v.to();
        const auto o = v.original(c);
        const auto old = w.before.peek(w.was.field(o, i)), now = to.peek(w.was.field(c, i));
        return {{"a field of a copy is that of its original; if that is a pointer and is scanned, "
                 "it leads to the copy",
                 z3::implies(to.is_start(c) && 1 <= i && i <= w.was.wosize(o),
                             z3::ite(w.was.is_edge(o, i) && is_scanned(v, c, i),
                                     is_moved(v, old, now), now.e == old.e))}};
    }
    /// The same of a field before those that are scanned, in fewer words.
    [[nodiscard]] z3::expr is_plain_copy(const view& v, const z3::expr& c, const z3::expr& i) const
    {
        const auto o = v.original(c);
        return z3::implies(z3::select(v.copies, c) && 1 <= i && i <= w.was.wosize(o) &&
                               i < w.was.scan_from(o),
                           v.t.to.peek(w.was.field(c, i)).e == w.before.peek(w.was.field(o, i)).e);
    }
    [[nodiscard]] claims everywhere(const view& v) const
    {
        const auto to = v.to();
        const reading<L> at{to};
        const auto& t = v.t;
        const auto &h = t.h.at.e, next = v.next(), scanned = v.scanned();
        const auto is_boundary = [&](const z3::expr& a) {
            return a == next || (to.is_start(a) && a < next);
        };
        return {
            {"Cheney's two boundaries: scanned, and where the next copy will be",
             to_begin.e <= scanned && scanned <= next && next <= to_end.e &&
                 t.room.end.e == to_end.e && is_aligned(next) && is_boundary(scanned) &&
                 is_boundary(to_begin.e)},
            {"the copy being scanned lies before the boundary, and the scan is inside it",
             z3::implies(t.i.e <= t.wosize.e, to.is_start(h) && h < scanned &&
                                                  t.wosize.e == at.wosize(h) &&
                                                  t.i.e >= at.scan_from(h) && t.i.e >= 1)},
            {"there is room for what is still to be copied",
             context().bool_val(t.ok) && v.left >= 0 && v.left * w.was.unit() <= to_end.e - next}};
    }
};

}  // namespace strata::prove
