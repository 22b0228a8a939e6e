// tools/prove/nursery_minor_conditions.cpp: a minor collection leaves nothing young behind.
#include "groups.hpp"
#include "nursery_promotion.hpp"

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
    std::vector<z3::expr> young{}, old{};
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
    void given()
    {
        if (on == focus::original) {
            touch_young(a);
            touch_young_field(a, j);
        }
        if (on == focus::copy) touch_old(c);
        if (on == focus::field) touch_slot(c, i);
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
        for (const auto& h : young) assume(p, k.at_young(k.s, h));
        for (const auto& [h, n] : young_fields) assume(p, k.at_young_field(k.s, h, n));
        const auto heap = k.old(k.s);
        const reading<L> at{heap};
        for (const auto& h : old) {
            k.s.unscanned.use(h);
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
        if (on == focus::field) ensure(p, k.at_slot(then, to_come, c, i));
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
           s.dropped.high.e == t.dropped.high.e && s.h.at.e == t.h.at.e && s.i.e == t.i.e &&
           s.wosize.e == t.wosize.e;
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
    p.assume(m.w.is_object(o) && !m.is_forwarded(m.s, o));
    if (!imperative::copy_addr(k.then, {W{o}})) throw cut{};
    k.keeps(m.waiting);
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
    p.assume(m.is_slot(m.s, h, n) && !m.is_young(v));
    (void)k.then.to.load(f);
    k.then.to.store(f, v);
    k.keeps(z3::store(m.waiting, f.e, context().bool_val(false)));
}

/// `forward_slot`, `forward_root_addr` and `scan_body` are made of these.
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
    const auto v = imperative::forward_addr(made, m.s.to.peek(f.e));
    imperative::forward_root_addr(rooted, root);
    p.ensure("a root is forwarded by forward_addr", are_same(rooted, made) && root.e == v.e);
    imperative::forward_slot(slot, f);
    made.to.store(f, v);
    p.ensure("forward_slot forwards what the field holds, and stores it", are_same(slot, made));
}
template <class L>
void scan(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    p.proves_obligations = false;  // proved of the parts
    const auto& n = m.s.i;
    const auto f = field_addr<L>(m.s.h, n);
    auto made = m.s;
    made.i = word_of<L>{n.e + 1};
    imperative::scan_body(k.then);
    if (functional::scans<L>(m.s.to, m.s.h, n))
        made.to.store(f, imperative::forward_addr(made, m.s.to.peek(f.e)));
    p.ensure("scan_body forwards what the next field holds, if it is scanned, and stores it",
             are_same(k.then, made));
}

/// A field of the copy being scanned that `scan_body` forwards: it is to come, and not pending.
template <class L>
void next_field(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.touch_slot(m.s.h.at.e, m.s.i.e);
    k.given();
    if (!(m.s.i <= m.s.wosize)) throw cut{};
    const auto n = imperative::next_field(k.then);
    const auto f = m.w.was.field(m.s.h.at.e, n.e);
    k.keeps(z3::store(m.waiting, f, context().bool_val(true)));
    if (k.on == focus::original)
        p.ensure("measure: the field is the first one that was left, and is so no more",
                 n.e == m.s.i.e && k.then.i.e == n.e + 1 &&
                     m.is_slot(m.s, m.s.h.at.e, n.e) ==
                         holds([&] { return functional::scans<L>(m.s.to, m.s.h, n); }));
}

template <class L>
void node(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.touch_old(m.s.unscanned.candidate);
    k.given();
    if (m.s.i <= m.s.wosize) throw cut{};
    if (m.s.unscanned.empty()) throw cut{};
    const bool more = imperative::next_unscanned_node(k.then);
    k.keeps(m.waiting);
    if (k.on == focus::original)
        p.ensure("a copy that is to be scanned is taken", context().bool_val(more));
}

template <class L>
void rescan(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    for (const auto& t : {m.s.dropped.cursor.e, m.s.dropped.low.e}) k.touch_old(t);
    k.given();
    if (!m.s.unscanned.empty() || !imperative::is_pending(m.s.dropped)) throw cut{};
    imperative::rescan_copy(k.then);
    k.keeps(m.waiting);
}

/// No field is still to come, and no copy is left to scan.
template <class L>
void exit(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.given();
    if (m.s.i <= m.s.wosize || !m.s.unscanned.empty() || imperative::is_pending(m.s.dropped))
        throw cut{};
    const auto f = m.w.was.field(k.c, k.i);
    p.assume(!z3::select(m.waiting, f));
    const bool more = imperative::next_unscanned_node(k.then);
    p.ensure("a minor collection is over when no copy is left to scan", context().bool_val(!more));
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
    for (const auto& t : {k.a, k.c}) p.assume(m.s.unscanned.held(t) == 0);
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
                  prove_each(g, "next_field", next_field<A>);
                  prove_each(g, "next_unscanned_node", node<A>);
                  prove_each(g, "rescan_copy", rescan<A>);
                  the_focus() = focus::original;
                  prove_step(g, "forward_addr", value_forwarded<A>);
                  prove_step(g, "forward_slot", parts<A>);
                  prove_step(g, "scan_body", scan<A>);
                  the_focus() = focus::field;
                  prove_step(g, "minor's exit", exit<A>);
              });
    });
}

}  // namespace strata::prove
