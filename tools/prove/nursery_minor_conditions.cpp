// tools/prove/nursery_minor_conditions.cpp: a minor collection leaves nothing young behind.
#include "groups.hpp"
#include "nursery_follow.hpp"

namespace strata::prove {

namespace {

/// One step from any state that satisfies the invariant. The young object `a`, its field `j`, the
/// old block `c` and its field `i` are arbitrary.
template <class L>
struct step {
    using W = word_of<L>;
    path& p;
    focus on = the_focus();
    promotion<L> k{};
    z3::expr a = number("a"), j = number("j"), c = number("c"), i = number("i");
    std::vector<z3::expr> young{}, old{}, waiting{};
    std::vector<std::pair<z3::expr, z3::expr>> young_fields{}, old_fields{}, slots{};
    typename promotion<L>::state then = k.s;

    explicit step(path& of)
        : p{of}
    {
        p.proves_obligations = on == focus::original;
    }
    [[nodiscard]] static z3::expr constant(int n) { return context().int_val(n); }

    void touch_young(const z3::expr& h)
    {
        k.w.touch_object(h);
        young.push_back(h);
        for (const int n : {1, 2}) young_fields.emplace_back(h, constant(n));
    }
    void touch_young_field(const z3::expr& h, const z3::expr& n)
    {
        k.w.touch_field(h, n);
        young_fields.emplace_back(h, n);
    }
    /// What a value leads to that may be a pointer into the nursery.
    void touch_value(const W& v)
    {
        const auto x = L::target(v).at.e, o = k.w.was.resolve(x), unit = k.w.was.unit();
        const auto offset = number("offset");  // which field of its object an interior header is
        k.w.touch_pointer(x);
        touch_young(o);
        young.push_back(x - unit);
        fact(z3::implies(o <= x - unit && k.w.was.pointer_is_well_formed(x),
                         x - unit == o + offset * unit));
        touch_young_field(o, offset);
        for (const auto& copy : {k.copy(k.s, o), W::named("taken").e})
            fact(is_aligned(copy + (offset + 1) * unit) == is_aligned(copy));  // whole words
    }
    void touch_old(const z3::expr& h)
    {
        old.push_back(h);
        for (const int n : {1, 2}) old_fields.emplace_back(h, constant(n));
    }
    void touch_slot(const z3::expr& h, const z3::expr& n)
    {
        touch_old(h);
        old_fields.emplace_back(h, n);
        slots.emplace_back(h, n);
    }
    /// An address that may wait: the block around it, and which of its fields it is.
    void touch_waiting(const z3::expr& f, const char* which)
    {
        const auto heap = k.old(k.s);
        const auto o = k.s.room.around(f);
        waiting.push_back(f);
        touch_slot(o, number(which));
        fact(z3::implies(heap.first.e <= f && f < heap.last.e,
                         heap.is_start(o) && o <= f && f < reading<L>{heap}.next(o)));
        fact(z3::implies(is_aligned(f) && is_aligned(o) && o < f,  // whole words
                         f == k.w.was.field(o, number(which)) && number(which) >= 1));
    }
    void given()
    {
        if (on == focus::original) {
            touch_young(a);
            touch_young_field(a, j);
        }
        if (on == focus::copy) touch_old(c);
        if (on == focus::field) {
            touch_slot(c, i);
            touch_waiting(k.w.was.field(c, i), "j_of_field");
            fact(is_aligned(k.w.was.field(c, i)) == is_aligned(c));  // whole words
        }
        touch_waiting(k.s.ahead.at.e, "j_ahead");
        touch_waiting(W::named("ahead_then").e, "j_ahead_then");
        touch_old(k.s.h.at.e);
        old.push_back(W::named("taken").e);
        for (const int n : {1, 2}) old_fields.emplace_back(W::named("taken").e, constant(n));
        old_fields.emplace_back(W::named("taken").e, i);
        k.w.use();
        then.room.objects = old;
        then.room.fields = old_fields;
        then.to.places = old;
        then.to.fields = old_fields;
        for (const auto& [h, n] : old_fields) then.to.places.push_back(k.w.was.field(h, n));
        for (const auto& f : waiting) then.to.places.push_back(f);
        for (const auto& h : young) assume(p, k.at_young(k.s, h));
        for (const auto& [h, n] : young_fields) assume(p, k.at_young_field(k.s, h, n));
        const auto heap = k.old(k.s);
        const reading<L> at{heap};
        for (const auto& f : then.to.places) k.s.unscanned.use(f);
        for (const auto& f : waiting) assume(p, k.at_waiting(k.s, f));
        for (const auto& h : old) {
            assume(p, k.at_old(k.s, h));
            p.assume(at.block_tiles(h, heap.last.e));
            for (const auto& u : then.to.places)
                fact(at.are_disjoint(h, u) && at.are_disjoint(u, h));
        }
        for (const auto& h : young)
            for (const auto& u : young)
                fact(k.w.was.are_disjoint(h, u) && k.w.was.are_disjoint(u, h));
        for (const auto& [h, n] : slots) assume(p, k.at_slot(k.s, k.waiting, h, n));
        assume(p, k.everywhere(k.s));
    }
    void keeps(const z3::expr& to_come)
    {
        if (!then.ok) throw cut{};
        if (on == focus::field) {
            ensure(p, k.at_slot(then, to_come, c, i));
            ensure(p, k.at_waiting(then, k.w.was.field(c, i)));
        }
        if (on == focus::copy) ensure(p, k.at_old(then, c));
        if (on != focus::original) return;
        ensure(p, k.at_young(then, a));
        ensure(p, k.at_young_field(then, a, j));
        ensure(p, k.everywhere(then));
    }
};

template <class State>
[[nodiscard]] z3::expr are_same(const State& s, const State& t)
{
    return s.from.words == t.from.words && s.to.words == t.to.words &&
           s.room.starts == t.room.starts && s.unscanned.times == t.unscanned.times &&
           s.unscanned.size == t.unscanned.size && s.dropped.cursor.e == t.dropped.cursor.e &&
           s.dropped.stop.e == t.dropped.stop.e && s.dropped.low.e == t.dropped.low.e &&
           s.dropped.high.e == t.dropped.high.e && s.h.at.e == t.h.at.e &&
           s.ahead.at.e == t.ahead.at.e && s.ahead.value.e == t.ahead.value.e;
}

/// The object of what is ahead is known, as long as its copy is the last.
template <class L>
[[nodiscard]] z3::expr holder_is_known(const promotion<L>& m, const promotion_state<L>& t)
{
    return z3::implies(m.is_any_ahead(t), t.room.around(t.ahead.at.e) == t.h.at.e);
}
template <class L>
void ensure_holder(path& p, const promotion<L>& m, const promotion_state<L>& t)
{
    if (the_focus() == focus::copy)
        p.ensure("the object of what is ahead is known", holder_is_known(m, t));
}

/// An object of the nursery is promoted.
template <class L>
void copy(path& p)
{
    using W = word_of<L>;
    step<L> k{p};
    auto& m = k.k;
    const auto o = W::named("o").e;
    k.touch_young(o);
    if (k.on == focus::field) {
        m.w.touch_edge(o, k.i);  // if its copy is `c`
        k.young_fields.emplace_back(o, k.i);
    }
    k.given();
    p.assume(m.w.is_object(o) && !m.is_forwarded(m.s, o) && !m.is_any_ahead(m.s));
    if (!imperative::copy_addr(k.then, {W{o}})) throw cut{};
    k.keeps(m.waiting);
    ensure_holder(p, m, k.then);
    if (k.on == focus::field)
        p.ensure(
            "no field of another object is ahead",
            z3::implies(m.is_slot(m.s, k.c, k.i), m.w.was.field(k.c, k.i) != k.then.ahead.at.e));
}

/// A value: its object is promoted, unless it has been.
template <class L>
void value_forwarded(path& p)
{
    using W = word_of<L>;
    step<L> k{p};
    auto& m = k.k;
    const auto v = W::named("value");
    const auto x = L::target(v).at.e, o = m.w.was.resolve(x);
    k.touch_value(v);
    k.given();
    p.assume(z3::implies(m.is_young(v), m.w.was.pointer_is_well_formed(x)));
    p.assume(!m.is_any_ahead(m.s));
    auto copied = k.then;
    const auto now = imperative::forward_addr(k.then, v);
    if (!k.then.ok) throw cut{};
    p.proves_obligations = false;  // proved of copy_addr
    if (bool(symbolic_condition{m.is_young(v) && !m.is_forwarded(m.s, o)}))
        (void)imperative::copy_addr(copied, {W{o}});
    p.ensure("forward_addr copies the object, unless it has been, and does nothing else",
             are_same(k.then, copied));
    p.ensure("what is forwarded does not lead into the nursery", !m.is_young(now));
    p.ensure("what does not lead into the nursery stays as it is", m.is_young(v) || now.e == v.e);
}

/// A field of an old object is written: what it holds then does not lead into the nursery.
template <class L>
void store(path& p)
{
    using W = word_of<L>;
    step<L> k{p};
    auto& m = k.k;
    const auto h = W::named("slot_of").e, n = W::named("slot").e;
    const auto v = W::named("value");
    const W f{m.w.was.field(h, n)};
    k.touch_slot(h, n);
    k.given();
    fact(is_aligned(f.e) == is_aligned(h));  // the lemma about whole words
    p.assume(m.is_slot(m.s, h, n) && !m.is_young(v) && f.e != m.s.ahead.at.e);
    (void)k.then.to.load(f);
    k.then.to.store(f, v);
    k.keeps(z3::store(m.waiting, f.e, context().bool_val(false)));
}

/// `hand_over`, `forward_root_addr`, `forward_slot` and `follow_field` are made of these.
template <class L>
void parts(path& p)
{
    using W = word_of<L>;
    step<L> k{p};
    auto& m = k.k;
    p.proves_obligations = false;  // proved of the parts
    const auto f = W::named("slot");
    auto root = m.s.to.peek(f.e);
    auto slot = m.s, rooted = m.s, made = m.s;
    p.assume(!m.is_any_ahead(m.s));
    const auto v = imperative::forward_addr(made, m.s.to.peek(f.e));
    imperative::settle(made);
    imperative::forward_root_addr(rooted, root);
    p.ensure("a root is forwarded by forward_addr, and what is ahead waits",
             are_same(rooted, made) && root.e == v.e);
    imperative::forward_slot(slot, f);
    made.to.store(f, v);
    p.ensure("forward_slot forwards what the field holds, and stores it", are_same(slot, made));
}
template <class L>
void follow(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    p.proves_obligations = false;  // proved of the parts
    const auto [f, value] = m.s.ahead;
    p.assume(m.is_any_ahead(m.s) && m.is_young(value));
    auto made = m.s;
    made.ahead = {};
    imperative::follow_field(k.then);
    made.to.store(f, imperative::forward_addr(made, value));
    p.ensure("follow_field forwards what is ahead, which is so no more, and stores it",
             are_same(k.then, made));
}

/// What is ahead is to come, while it is being followed.
template <class L>
void ahead(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.given();
    p.assume(m.is_any_ahead(m.s));
    k.then.ahead = {};
    k.keeps(z3::store(m.waiting, m.s.ahead.at.e, context().bool_val(true)));
}

/// What a root has left ahead waits with others.
template <class L>
void settle(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.given();
    p.assume(holder_is_known(m, m.s));
    imperative::settle(k.then);
    k.keeps(m.waiting);
    p.ensure("nothing is ahead when a root has been handed over", !m.is_any_ahead(k.then));
}

/// The next field to follow, where one waits or is ahead already.
template <class L>
void node(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.touch_waiting(m.s.unscanned.candidate, "j_next");
    k.given();
    const bool waits = !bool(imperative::is_any_ahead(m.s));
    if (waits && m.s.unscanned.empty()) throw cut{};
    const bool more = imperative::next_unscanned_node(k.then);
    k.keeps(m.waiting);
    if (k.on != focus::original) return;
    p.ensure("a field is taken", context().bool_val(more));
    p.ensure("measure: one field fewer waits, or is ahead already",
             context().bool_val(!waits) || k.then.unscanned.size == m.s.unscanned.size - 1);
}

template <class L>
void rescan(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    for (const auto& t : {m.s.dropped.cursor.e, m.s.dropped.low.e}) k.touch_old(t);
    k.given();
    p.assume(!m.is_any_ahead(m.s));
    if (!m.s.unscanned.empty() || !imperative::is_pending(m.s.dropped)) throw cut{};
    imperative::rescan_copy(k.then);
    k.keeps(m.waiting);
}

/// One turn of the loops that look at fields: of a copy that was made before, or that is made.
template <class L, bool IsCopied>
void turn(path& p)
{
    using W = word_of<L>;
    promotion<L> m{};
    auto& was = m.s;
    const auto unit = reading<L>::unit();
    const auto h = W::named("turn_h"), at = W::named("turn"), start = W::named("turn_start"),
               end = W::named("turn_end"), from = W::named("source");
    const auto f = number("f");
    auto t = was;
    t.unscanned.times = words("waiting_now");
    t.unscanned.size = number("waiting_size_now");
    t.ahead = {W::named("ahead_now"), W::named("ahead_value_now")};
    t.dropped.stop = W::named("stop_now");
    t.dropped.low = W::named("low_now");
    t.dropped.high = W::named("high_now");
    t.h = {W::named("h_now")};
    const looked_at<L> before{was, h.e, start.e, at.e}, after{was, h.e, start.e, at.e + unit};
    for (const auto& e : {f, at.e, t.ahead.at.e}) {
        assume(p, before.at_address(t, e));
        t.unscanned.use(e);
        know_apart(at.e, e, unit);
    }
    assume(p, before.everywhere(t));
    p.assume(m.old_begin.e <= h.e && h.e < start.e && start.e <= at.e && at.e + unit <= end.e &&
             end.e <= m.old_end.e && is_aligned(h.e) && is_aligned(at.e) &&
             was.unscanned.size >= 0);
    p.assume(m.w.before.first.e <= from.e && from.e + unit <= m.w.before.last.e &&
             is_aligned(from.e));
    imperative::fields_in_turn<L> turn{{h}, at, end, true};
    auto source = from, next = at;
    auto then = t;
    if (IsCopied) imperative::copy_body(then, turn, source);
    else imperative::follow_body(then, turn);
    ensure(p, after.at_address(then, f));
    ensure(p, after.everywhere(then));
    const auto copied = z3::store(t.to.words, at.e, z3::select(t.from.words, from.e));
    p.ensure("a field is copied, or only looked at, and nothing else is written",
             then.to.words == (IsCopied ? copied : t.to.words));
    p.ensure("measure: the next field is in turn", turn.at.e == at.e + unit &&
                                                       turn.end.e == end.e &&
                                                       (!IsCopied || source.e == from.e + unit));
}

/// A turn for a field before those that are looked at.
template <class L>
void turn_before(path& p)
{
    using W = word_of<L>;
    promotion<L> m{};
    const auto at = W::named("turn"), end = W::named("turn_end"), from = W::named("source");
    const auto unit = reading<L>::unit();
    p.assume(m.old_begin.e <= at.e && at.e + unit <= end.e && end.e <= m.old_end.e &&
             is_aligned(at.e));
    p.assume(m.w.before.first.e <= from.e && from.e + unit <= m.w.before.last.e &&
             is_aligned(from.e));
    imperative::fields_in_turn<L> turn{{W::named("turn_h")}, at, end, true};
    auto source = from;
    auto then = m.s;
    (void)imperative::copy_field(then, turn, source);
    auto made = m.s;
    made.to.words = z3::store(m.s.to.words, at.e, z3::select(m.s.from.words, from.e));
    p.ensure("a field is copied, and nothing else changes", are_same(then, made));
    p.ensure("measure: the next field is in turn",
             turn.at.e == at.e + unit && turn.end.e == end.e && source.e == from.e + unit);
}

/// No field is still to come, and none is left to follow.
template <class L>
void exit(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.given();
    p.assume(!m.is_any_ahead(m.s));
    if (!m.s.unscanned.empty() || imperative::is_pending(m.s.dropped)) throw cut{};
    const auto f = m.w.was.field(k.c, k.i);
    p.assume(!z3::select(m.waiting, f));
    const bool more = imperative::next_unscanned_node(k.then);
    p.ensure("a minor collection is over when no field is left to follow",
             context().bool_val(!more));
    p.ensure("no field of an old object leads into the nursery",
             z3::implies(m.is_slot(m.s, k.c, k.i), !m.is_young(m.s.to.peek(f))));
}

/// Nothing is copied, and the fields that are remembered are to come.
template <class L>
void beginning(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.given();
    const auto f = m.w.was.field(k.c, k.i);
    const auto v = m.s.to.peek(f);
    const symbolic_space<L> from{{m.w.before}};
    p.assume(m.s.unscanned.held(f) == 0);
    p.assume(m.s.unscanned.size == 0);
    p.assume(
        z3::implies(m.is_slot(m.s, k.c, k.i) && m.is_young(v),
                    z3::select(m.waiting, f) && m.w.was.pointer_is_well_formed(L::target(v).at.e)));
    k.then = imperative::begin_copy<L>(from, m.s.to, m.s.room, m.s.unscanned, m.s.audit);
    if (k.on == focus::original)
        p.ensure("no object is forwarded when a collection begins",
                 z3::implies(m.w.before.is_start(k.a), !m.is_forwarded(k.then, k.a)));
    k.keeps(m.waiting);
}

}  // namespace

void prove_minor(report& r)
{
    for_each_different([&]<class S>() {
        using A = abstract_layout<S>;
        const std::string name = name_of<S>;
        if (!std::same_as<S, ocaml_64>) return;
        r.run("minor-" + name, "forward_slot, promotion, nothing leads into the nursery: " + name,
              [=](group& g) {
                  prove_each(g, "begin_minor", beginning<A>);
                  prove_each(g, "copy_addr", copy<A>);
                  prove_each(g, "a store", store<A>);
                  prove_each(g, "what is ahead", ahead<A>);
                  prove_each(g, "settle", settle<A>);
                  prove_each(g, "next_unscanned_node", node<A>);
                  prove_each(g, "rescan_copy", rescan<A>);
                  the_focus() = focus::original;
                  prove_step(g, "copy_field", turn_before<A>);
                  prove_step(g, "copy_body", turn<A, true>);
                  prove_step(g, "follow_body", turn<A, false>);
                  prove_step(g, "forward_addr", value_forwarded<A>);
                  prove_step(g, "hand_over", parts<A>);
                  prove_step(g, "follow_field", follow<A>);
                  the_focus() = focus::field;
                  prove_step(g, "minor's exit", exit<A>);
              });
    });
}

}  // namespace strata::prove
