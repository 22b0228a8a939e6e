// tools/prove/marks_allocate_conditions.cpp: what is new is marked where it must survive.
#include <strata/layer3_imperative/lent_room.hpp>

#include "allocating.hpp"
#include "groups.hpp"
#include "marks_memory.hpp"
#include "snapshot_cycle.hpp"

namespace strata::prove {

namespace {

using functional::phase;

/// An allocator with one free block, which it lends as well.
template <class L>
struct lending : one_block<L> {
    void reserve_cut(imperative::reserve<L>, imperative::reserve<L>) {}
};

/// A cycle in a phase, a free block at `asked.h`, and an arbitrary word `a`. A block says where the
/// words are that must be marked alike: `around` a word.
template <class L>
struct painting {
    using W = word_of<L>;
    static constexpr auto when = darkening::lazy;
    using marking_type = marking<L, when, true, marks_memory<L>>;

    path& p;
    phase at;
    request<L> asked;
    z3::expr a = asked.a, h = asked.h, taken = asked.taken(), end = asked.end();
    z3::expr o = unknown("around", {a});
    marks_memory<L> was{asked.before, set("marks"), {a, o, h, taken, end}};
    any_cycle<L, when, marks_memory<L>, lending<L>> c;
    z3::expr sw;

    painting(path& of, phase now)
        : p{of}
        , at{now}
        , asked{of}
        , c{cycle_at<L, when, marks_memory<L>, lending<L>>(now, marking_type{}.s, was)}
        , sw{c.sweeping.sw.at.e}
    {
        c.marking.memory = c.sweeping.memory;
        use_blocks(p, asked.before, {a, o, h}, {a, o, h}, was.last.e);
        p.assume(z3::implies(was.is_inside(a),
                             asked.before.is_start(o) && o <= a && a < asked.was.next(o)));
        for (const auto& t : {a, o, h, taken, end})
            for (const auto& block : {o, h}) assume(p, at_word(asked.before, was, block, t));
        p.assume(c.sweeping.held.size == 0 && c.sweeping.free_words.e <= asked.wosize.e);
        p.assume(was.first.e <= sw && sw <= was.last.e);
        if (at == phase::sweeping)
            for (const auto& t : {a, o, h}) p.assume(z3::implies(t < sw, !was.marked_at(t)));
    }
    painting(const painting&) = delete;
    painting& operator=(const painting&) = delete;

    /// The free block is one that the allocator has, behind the sweep, or the one ahead of it.
    void has_room()
    {
        asked.has_free_block();
        if (at != phase::sweeping) return p.assume(c.sweeping.free.has_room);
        const bool behind = bool(symbolic_condition{c.sweeping.free.has_room});
        const auto ahead = c.ahead.at.e;
        if (behind) return p.assume(asked.was.next(h) <= sw);
        p.assume(!is_at_front() && z3::implies(sw <= ahead && ahead < was.last.e, ahead == h));
    }
    /// Whether a new object at `x` is to survive what is left of the cycle.
    [[nodiscard]] z3::expr must_be_marked(const z3::expr& x) const
    {
        if (at == phase::sweeping) return sw <= x;
        return context().bool_val(functional::is_marking(at));
    }
    /// Of a block and any word `t`. Sweep may be within the block: then its marks are half gone.
    [[nodiscard]] claims at_word(const symbolic_heap<L>& heap, const marks_memory<L>& m,
                                 const z3::expr& block, const z3::expr& t) const
    {
        const reading<L> is{heap};
        const auto next = is.next(block);
        const auto whole =
            at == phase::sweeping ? next <= sw || sw <= block : context().bool_val(true);
        return {{"all words of a block are marked, or none",
                 z3::implies(heap.is_start(block) && whole && block <= t && t < next,
                             m.marked_at(t) == m.marked_at(block))},
                {"no header is black, and that of what is marked is white",
                 z3::implies(heap.is_start(t),
                             !is.is(color::black, t) &&
                                 z3::implies(m.marked_at(t), is.is(color::white, t)))}};
    }
    /// Words from `from` up to `to` have been painted, and nothing else.
    void ensure_painted(const marks_memory<L>& m, const z3::expr& from, const z3::expr& to) const
    {
        const auto is_new = from <= a && a < to;
        p.ensure("all of what is new is marked where it must survive, and no other word",
                 z3::implies(m.is_inside(a), m.marked_at(a) == (was.marked_at(a) ||
                                                                (is_new && must_be_marked(from)))));
        if (at == phase::sweeping)
            p.ensure("nothing behind sw is marked",
                     z3::implies(m.is_inside(a) && a < sw, !m.marked_at(a)));
    }
};

template <class L, phase At>
void allocation(path& p)
{
    painting<L> k{p, At};
    k.has_room();
    auto& memory = k.c.memory();
    memory.stores_left = 2;
    try {
        if (!imperative::allocate(k.c, k.asked.wosize, k.asked.tag)) throw cut{};
    } catch (const cut&) {
        if (memory.stores_left >= 0) throw;
    }
    k.ensure_painted(memory, k.taken, k.end);
    const auto heap = k.asked.cut_off(memory);
    const auto is_new = k.taken <= k.a && k.a < k.end;
    const auto is_rest = k.h <= k.a && k.a < k.asked.was.next(k.h);
    const auto around = z3::ite(is_new, k.taken, z3::ite(is_rest, k.asked.rest(), k.o));
    ensure(p, k.at_word(heap, memory, around, k.a));
    p.ensure("the header of a new object is white", reading<L>{heap}.is(color::white, k.taken));
}

/// What a nursery takes from the room of a cycle.
template <class L, phase At>
void promotion(path& p)
{
    painting<L> k{p, At};
    k.has_room();
    auto& memory = k.c.memory();
    imperative::cycle_room<decltype(k.c)> room{&k.c};
    const auto x = room.take_at(memory, k.asked.wosize);
    if (x == imperative::nowhere<L>()) throw cut{};
    p.ensure("what is taken is either end of the free block",
             x.at.e == k.taken + k.asked.was.unit());
    k.ensure_painted(memory, k.taken, k.end);
    p.ensure("the header of a copy is to be white",
             context().bool_val(room.color_at({word_of<L>{k.taken}}) == color::white));
}

/// What a nursery has cut off the reserve, all at once: words, not objects.
template <class L, phase At>
void cut_reserve(path& p)
{
    using W = word_of<L>;
    painting<L> k{p, At};
    const auto h = W::named("reserve"), held = W::named("held"), left = W::named("left");
    const auto unit = k.asked.was.unit();
    const auto from = h.e, to = h.e + (held.e - left.e) * unit;
    p.assume(k.was.first.e <= h.e && is_aligned(h.e) && to <= k.was.last.e && left.e <= held.e);
    if (At == phase::sweeping) p.assume(to <= k.sw);
    imperative::cycle_room<decltype(k.c)> room{&k.c};
    room.reserve_cut({{h}, held}, {{W{to}}, left});
    k.ensure_painted(k.c.memory(), from, to);
}

template <class L, phase At>
void all_steps(group& g, const std::string& name)
{
    prove_step(g, name + ", allocate", allocation<L, At>);
    prove_step(g, name + ", take_at", promotion<L, At>);
    prove_step(g, name + ", reserve_cut", cut_reserve<L, At>);
}

}  // namespace

void prove_marks_allocate(report& r)
{
    run_each(r, "marks_allocate", "marks beside a heap: what is new is marked, or not", codecs,
             []<class A>(group& g) {
                 all_steps<A, phase::darkening>(g, "darkening");
                 all_steps<A, phase::marking>(g, "marking");
                 all_steps<A, phase::sweeping>(g, "sweeping");
                 all_steps<A, phase::idle>(g, "idle");
             });
}

}  // namespace strata::prove
