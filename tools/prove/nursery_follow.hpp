// tools/prove/nursery_follow.hpp: what it means that fields of a copy have been looked at.
#pragma once

#include "marks_memory.hpp"
#include "nursery_promotion.hpp"

namespace strata::prove {

template <class L>
using promotion_state = imperative::copy_state<L, symbolic_space<L>, symbolic_space<L>, any_room<L>,
                                               slot_list<L>, imperative::unaudited_minor<L>>;

/// Fields of the copy at `h`, from `start` up to `end`, have been looked at since the state `was`,
/// in which nothing was ahead.
template <class L>
struct looked_at {
    using W = word_of<L>;
    using state = promotion_state<L>;
    const state& was;
    z3::expr h, start, end;

    [[nodiscard]] z3::expr is_in_turn(const z3::expr& f) const
    {
        return start <= f && f < end && is_aligned(f);
    }
    [[nodiscard]] static z3::expr is_young(const state& t, const z3::expr& f)
    {
        const auto v = t.to.peek(f);
        return holds([&] { return functional::leads_into<L>(t.from, v); });
    }
    /// Of any address `f`.
    [[nodiscard]] claims at_address(const state& t, const z3::expr& f) const
    {
        const auto held = t.unscanned.held(f), young = is_young(t, f);
        return {
            {"one of these fields that leads into the nursery is to be followed, or to be found",
             z3::implies(is_in_turn(f) && young,
                         held >= 1 || f == t.ahead.at.e || promotion<L>::is_found(t, h))},
            {"what else waits does as before", is_in_turn(f) || held == was.unscanned.held(f)}};
    }
    [[nodiscard]] claims everywhere(const state& t) const
    {
        const auto &d = t.dropped, &e = was.dropped;
        const auto ahead = t.ahead.at.e, after = h + reading<L>::unit();
        const auto is_before = e.cursor.e <= h;
        const auto larger = [](const z3::expr& a, const z3::expr& b) {
            return z3::ite(a < b, b, a);
        };
        const auto stop = z3::ite(is_before, larger(e.stop.e, after), e.stop.e);
        const auto high = z3::ite(is_before, e.high.e, larger(e.high.e, after));
        const auto low = z3::ite(is_before || e.low.e < h, e.low.e, h);
        const auto is_same = d.stop.e == e.stop.e && d.low.e == e.low.e && d.high.e == e.high.e;
        const auto is_more = d.stop.e == stop && d.low.e == low && d.high.e == high;
        return {
            {"what is ahead is one of these fields, and its copy is known",
             z3::implies(ahead != 0, is_in_turn(ahead) && t.h.at.e == h &&
                                         t.to.peek(ahead).e == t.ahead.value.e &&
                                         is_young(t, ahead))},
            {"no other object is dropped", d.cursor.e == e.cursor.e && (is_same || is_more)},
            {"the worklist keeps within its capacity",
             was.unscanned.size <= t.unscanned.size && t.unscanned.size <= t.unscanned.capacity}};
    }
    /// Any state in which they have been.
    void happen(state& t) const
    {
        t.unscanned.times = words("waiting_then");
        t.unscanned.size = number("waiting_size_then");
        t.ahead = {W::named("ahead_then"), W::named("ahead_value_then")};
        t.dropped.stop = W::named("stop_then");
        t.dropped.low = W::named("low_then");
        t.dropped.high = W::named("high_then");
        t.h = {W{z3::ite(t.ahead.at.e != 0, h, was.h.at.e)}};
        for (const auto& [what, e] : everywhere(t)) fact(e);
        for (const auto& f : t.to.places)
            for (const auto& [what, e] : at_address(t, f)) fact(e);
        for (const auto& [what, e] : at_address(t, t.ahead.at.e)) fact(e);
    }
};

/// The shipped loops look at one field after the other, which is proved. Here that is used. A call
/// finds these, because they are for these states alone.
template <class L>
void follow_fields(promotion_state<L>& s, header_of<L> h)
{
    const symbolic_heap<L> heap{s.to, s.room.starts};
    const reading<L> at{heap};
    oblige("fields are looked at when nothing is ahead", s.ahead.at.e == 0);
    const auto was = s;
    looked_at<L>{was, h.at.e, at.field(h.at.e, at.scan_from(h.at.e)), at.next(h.at.e)}.happen(s);
}
template <class L>
void copy_and_follow(promotion_state<L>& s, header_of<L> h, header_of<L> copy, word_of<L> first,
                     word_of<L> wosize, bool may_wait)
{
    using at = reading<L>;
    const auto end = copy.at.e + (wosize.e + 1) * at::unit();
    const auto inside = [&](const auto& space, const z3::expr& from) {
        return space.first.e <= from && from + (wosize.e + 1) * at::unit() <= space.last.e &&
               is_aligned(from);
    };
    oblige("an object that is copied has a field, and both places are in their spaces",
           wosize.e >= 1 && 1 <= first.e && first.e <= wosize.e + 1 && inside(s.from, h.at.e) &&
               inside(s.to, copy.at.e));
    oblige("an object is copied when nothing is ahead, and its fields may wait",
           s.ahead.at.e == 0 && context().bool_val(may_wait));
    const auto was = s;
    s.to.words = words("copied");
    for (const auto& t : s.to.places)
        fact((copy.at.e < t && t < end) ||
             z3::select(s.to.words, t) == z3::select(was.to.words, t));
    for (const auto& [c, i] : s.to.fields)
        fact(z3::implies(c == copy.at.e && 1 <= i && i <= wosize.e,
                         z3::select(s.to.words, c + i * at::unit()) ==
                             z3::select(s.from.words, h.at.e + i * at::unit())));
    looked_at<L>{was, copy.at.e, copy.at.e + first.e * at::unit(), end}.happen(s);
}

}  // namespace strata::prove
