// tools/prove/nursery_promotion.hpp: the invariant of a minor collection, over its own state.
#pragma once

#include <strata/layer3_imperative/minor.hpp>

#include "nursery_room.hpp"

namespace strata::prove {

/// Any state of a minor collection. `w.before` is the nursery when it began. What no program
/// remembers is which fields are still to come: of those that are remembered, or of all.
template <class L>
struct promotion {
    using W = word_of<L>;
    using space = symbolic_space<L>;
    using state = imperative::copy_state<L, space, space, any_room<L>, slot_list<L>,
                                         imperative::unaudited_minor<L>>;
    from_space<L> w{};
    W old_begin = W::named("old_begin"), old_end = W::named("old_end");
    state s{space{{w.before.first, w.before.last, words("young")}},
            space{{old_begin, old_end, words("old")}},
            {},
            {},
            {W::named("cursor"), W::named("stop"), W::named("low"), W::named("high")},
            true,
            {W::named("s_h")},
            W::named("s_i"),
            W::named("s_wosize"),
            {},
            {W::named("ahead_at"), W::named("ahead_value")}};
    z3::expr waiting = set("waiting");

    promotion()
    {
        fact(old_begin.e > 0 && old_begin.e <= old_end.e && is_aligned(old_begin.e) &&
             is_aligned(old_end.e));
        fact(old_end.e <= w.before.first.e || w.before.last.e <= old_begin.e);
        fact(s.unscanned.capacity >= 1);
    }
    [[nodiscard]] static symbolic_heap<L> old(const state& t) { return {t.to, t.room.starts}; }
    [[nodiscard]] static z3::expr is_forwarded(const state& t, const z3::expr& h)
    {
        return holds([&] { return functional::is_forwarded<L>(t.from.peek(h)); });
    }
    [[nodiscard]] static z3::expr copy(const state& t, const z3::expr& h)
    {
        return header_at<L>(t.from.peek(h + reading<L>::unit()).e);
    }
    [[nodiscard]] static z3::expr is_old(const state& t, const z3::expr& h)
    {
        const auto heap = old(t);
        return heap.is_start(h) && reading<L>{heap}.is_allocated(h);
    }
    [[nodiscard]] static z3::expr is_slot(const state& t, const z3::expr& h, const z3::expr& i)
    {
        const auto scanned = holds([&] { return functional::is_scanned<L>(t.to, {W{h}}, W{i}); });
        const auto heap = old(t);
        return is_old(t, h) && 1 <= i && i <= reading<L>{heap}.wosize(h) && scanned;
    }
    [[nodiscard]] z3::expr is_young(const W& v) const
    {
        return holds([&] { return functional::leads_into<L>(w.before, v); });
    }
    /// Whether a walk will find the object at `h`.
    [[nodiscard]] static z3::expr is_found(const state& t, const z3::expr& h)
    {
        const auto& d = t.dropped;
        return (d.cursor.e <= h && h < d.stop.e) || (d.low.e <= h && h < d.high.e);
    }

    /// Of any address `a` of the nursery.
    [[nodiscard]] claims at_young(const state& t, const z3::expr& a) const
    {
        const auto same = t.from.peek(a).e == w.before.peek(a).e, c = copy(t, a);
        const auto forwarded = w.is_object(a) && is_forwarded(t, a);
        return {
            {"a block of the nursery is as it was, or an object that is forwarded",
             z3::implies(w.before.is_start(a), same || forwarded)},
            {"an object of the nursery is forwarded to the old space",
             z3::implies(forwarded, old_begin.e <= c && is_aligned(c) &&
                                        c + (w.was.wosize(a) + 1) * w.was.unit() <= old_end.e)}};
    }
    /// Of field `i` of the object at `h` in the nursery.
    [[nodiscard]] claims at_young_field(const state& t, const z3::expr& h, const z3::expr& i) const
    {
        const auto f = w.was.field(h, i);
        return {{"no field of an object in the nursery changes, but the first of a forwarded one",
                 z3::implies(w.is_object(h) && 1 <= i && i <= w.was.wosize(h),
                             t.from.peek(f).e == w.before.peek(f).e ||
                                 (i == 1 && is_forwarded(t, h)))}};
    }
    /// Whether the field at `f` of the object at `h` is one that is scanned, in a layout in which
    /// the first that is says so.
    [[nodiscard]] static z3::expr is_within(const state& t, const z3::expr& h, const z3::expr& f)
    {
        const auto heap = old(t);
        const reading<L> at{heap};
        return is_old(t, h) && at.field(h, at.scan_from(h)) <= f && h < f && f < at.next(h) &&
               is_aligned(f);
    }
    /// Of any address `c` of the old space.
    [[nodiscard]] claims at_old(const state& t, const z3::expr& c) const
    {
        const auto heap = old(t);
        return {{"every old object is well formed",
                 z3::implies(is_old(t, c), reading<L>{heap}.block_is_well_formed(c))}};
    }
    /// Of any address `f`.
    [[nodiscard]] claims at_waiting(const state& t, const z3::expr& f) const
    {
        return {{"what waits is a field of an old object",
                 z3::implies(t.unscanned.held(f) >= 1, is_within(t, t.room.around(f), f))}};
    }
    /// Of field `i` of the object at `h` in the old space.
    [[nodiscard]] claims at_slot(const state& t, const z3::expr& to_come, const z3::expr& h,
                                 const z3::expr& i) const
    {
        const auto f = w.was.field(h, i);
        const auto v = t.to.peek(f);
        const auto followed = t.unscanned.held(f) >= 1 || f == t.ahead.at.e;
        const auto leads = is_slot(t, h, i) && is_young(v);
        return {{"a field of an old object that leads into the nursery leads to an object, and is "
                 "still to come, or to be followed",
                 z3::implies(leads, w.was.pointer_is_well_formed(L::target(v).at.e) &&
                                        (is_found(t, h) || followed || z3::select(to_come, f)))}};
    }
    [[nodiscard]] z3::expr is_any_ahead(const state& t) const { return t.ahead.at.e != 0; }
    /// The field that is ahead, if there is one.
    [[nodiscard]] claims ahead(const state& t) const
    {
        const auto &f = t.ahead.at.e, &o = t.room.around(f);
        return {{"what is ahead is a field of an old object that leads into the nursery",
                 z3::implies(is_any_ahead(t), is_within(t, o, f) && is_young(t.ahead.value) &&
                                                  t.to.peek(f).e == t.ahead.value.e)}};
    }
    [[nodiscard]] claims everywhere(const state& t) const
    {
        const auto heap = old(t);
        const auto& d = t.dropped;
        const auto at_block = [&](const z3::expr& a) { return a == old_end.e || heap.is_start(a); };
        auto all = ahead(t);
        all.emplace_back("the walk over dropped copies is at a block",
                         at_block(d.cursor.e) && at_block(d.low.e) && d.stop.e <= old_end.e &&
                             d.high.e <= old_end.e);
        all.emplace_back("the worklist keeps within its capacity",
                         0 <= t.unscanned.size && t.unscanned.size <= t.unscanned.capacity);
        return all;
    }
};

}  // namespace strata::prove
