// tools/prove/copy_conditions.cpp: each step of copying keeps the invariant; Definition 7.
#include "copying.hpp"
#include "groups.hpp"

namespace strata::prove {

namespace {

/// One step from any state that satisfies the invariant. The original `a`, its field `j`, the
/// copies `c` and `d`, and field `i` of `c` are arbitrary.
template <class L>
struct step {
    using W = word_of<L>;
    path& p;
    focus on = the_focus();
    copying<L> k{};
    z3::expr a = number("a"), j = number("j"), c = number("c"), d = number("d"), i = number("i");
    std::vector<z3::expr> originals{}, copies{}, moving{};
    std::vector<std::pair<z3::expr, z3::expr>> original_fields{}, copy_fields{}, plain_fields{};
    typename copying<L>::view then = k.s;

    explicit step(path& of)
        : p{of}
    {
        p.proves_obligations = on == focus::original;
    }
    [[nodiscard]] static z3::expr constant(int n) { return context().int_val(n); }

    void touch_original(const z3::expr& h)
    {
        k.w.touch_object(h);
        originals.push_back(h);
        for (const int n : {1, 2}) original_fields.emplace_back(h, constant(n));
    }
    /// What a pointer to `x` leads to, and the copy of that if it has one.
    void touch_pointer(const z3::expr& x, const char* distance)
    {
        const auto o = k.w.was.resolve(x), unit = k.w.was.unit();
        const auto offset = number(distance);  // which field of its object an interior header is
        k.w.touch_pointer(x);
        touch_original(o);
        originals.push_back(x - unit);
        fact(z3::implies(o <= x - unit && k.w.was.pointer_is_well_formed(x),
                         x - unit == o + offset * unit));
        const auto copy = k.s.copy(o);
        fact(is_aligned(copy + (offset + 1) * unit) == is_aligned(copy));  // whole words
        original_fields.emplace_back(o, offset);
        k.w.touch_field(o, offset);
        copies.push_back(k.s.copy(o));
        original_fields.emplace_back(o, i);  // if it is copied now, and the copy is `c`
        k.w.touch_field(o, i);
    }
    /// A copy, and the fields that say which others are scanned.
    void touch_copy(const z3::expr& at)
    {
        copies.push_back(at);
        touch_original(k.s.original(at));
        for (const int n : {1, 2}) plain_fields.emplace_back(at, constant(n));
    }
    /// A field of a copy, and what it was in the original.
    void touch_copy_field(const z3::expr& at, const z3::expr& n, const char* distance)
    {
        const auto o = k.s.original(at);
        touch_copy(at);
        copy_fields.emplace_back(at, n);
        k.w.touch_edge(o, n);
        original_fields.emplace_back(o, n);
        touch_pointer(k.w.target(o, n), distance);
    }
    /// The words of the copy of the object at `o` that say what a pointer to the inside of it leads
    /// to, if it leads to the entry point at field `n`.
    void touch_entry(const symbolic_heap<L>& to, const z3::expr& o, const z3::expr& n)
    {
        const auto copy = k.s.copy(o), entry = k.w.was.field(copy, n);
        for (const auto& one : {constant(1), constant(2), n}) plain_fields.emplace_back(copy, one);
        // what "aligned" means
        const auto whole =
            holds([&] { return (W{entry} - to.begin()) % mword<L>() == word<W>(0); });
        fact(is_aligned(entry) == is_aligned(copy));
        fact(z3::implies(is_aligned(entry) && is_aligned(to.first.e), whole));
    }
    /// The arbitrary places: of from-space, of to-space, or a field there and where it leads.
    void touch()
    {
        touch_copy(k.s.t.h.at.e);
        for (const auto& t : {k.s.next(), k.s.scanned(), k.to_begin.e}) copies.push_back(t);
        if (on == focus::original) {
            touch_original(a);
            k.w.touch_field(a, j);
            original_fields.emplace_back(a, j);
            copies.push_back(k.s.copy(a));
        } else if (on == focus::copy) {
            copies.push_back(c);
            copies.push_back(d);
            touch_original(k.s.original(c));
        } else {
            touch_copy_field(c, i, "offset");
        }
    }
    /// No two blocks of either space overlap.
    void set_apart()
    {
        const auto to = k.s.to();
        const reading<L> at{to};
        std::vector<z3::expr> arbitrary{a, k.s.original(c)};
        for (const auto& t : copies)
            for (const auto& u : {c, d, k.s.t.h.at.e, k.s.scanned()})
                fact(at.are_disjoint(t, u) && at.are_disjoint(u, t));
        for (const auto* all : {&copy_fields, &plain_fields})
            for (const auto& [h, n] : *all) fact(at.are_disjoint(h, at.field(h, n)));
        for (const auto& t : originals)
            for (const auto* others : {&arbitrary, &moving})
                for (const auto& u : *others)
                    fact(k.w.was.are_disjoint(t, u) && k.w.was.are_disjoint(u, t));
    }
    void given()
    {
        touch();
        k.w.use();
        auto& to = then.t.to;
        to.places = copies;
        to.fields = copy_fields;
        to.fields.insert(to.fields.end(), plain_fields.begin(), plain_fields.end());
        for (const auto& [h, n] : to.fields) to.places.push_back(k.w.was.field(h, n));
        for (const auto& t : originals) assume(p, k.at_original(k.s, t));
        for (const auto& [h, n] : original_fields) assume(p, k.at_original_field(k.s, h, n));
        for (const auto& t : copies) assume(p, k.at_copy(k.s, t));
        for (const auto& [h, n] : copy_fields) assume(p, k.at_copy_field(k.s, h, n));
        for (const auto& [h, n] : plain_fields) p.assume(k.is_plain_copy(k.s, h, n));
        set_apart();
        assume(p, k.everywhere(k.s));
    }
    /// What a step remembers that may have copied the object at `o`.
    void remember(const z3::expr& o)
    {
        const auto at = k.s.next();
        const auto copied = then.next() != at;
        const auto size = k.w.was.wosize(o) + 1;
        then.copies =
            z3::ite(copied, z3::store(k.s.copies, at, context().bool_val(true)), k.s.copies);
        then.originals = z3::ite(copied, z3::store(k.s.originals, at, o), k.s.originals);
        then.left = z3::ite(copied, k.s.left - size, k.s.left);
    }
    /// The step may copy the object at `o`. A set of objects has no fewer words than one of them.
    void may_copy(const z3::expr& o)
    {
        moving.push_back(o);
        fact(z3::implies(k.w.is_object(o) && k.w.in_R(o) && !k.s.is_forwarded(o),
                         k.w.was.wosize(o) + 1 <= k.s.left));
    }
    void keeps()
    {
        const auto to = then.to();
        if (on == focus::field) ensure(p, k.at_copy_field(then, c, i));
        if (on == focus::copy) {
            ensure(p, k.at_copy(then, c));
            p.ensure("no two copies overlap", reading<L>{to}.are_disjoint(c, d));
        }
        if (on != focus::original) return;
        ensure(p, k.at_original(then, a));
        ensure(p, k.at_original_field(then, a, j));
        ensure(p, k.everywhere(then));
    }
    void keeps_forwarded()
    {
        if (on == focus::original)
            p.ensure("what is forwarded stays so, to the same copy",
                     z3::implies(k.w.is_object(a) && k.s.is_forwarded(a),
                                 then.is_forwarded(a) && then.copy(a) == k.s.copy(a)));
    }
};

template <class L>
void initialisation(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.touch();
    m.w.use();
    const symbolic_space<L> from{{m.w.before}}, &to = m.s.t.to;
    for (const auto& t : k.copies) p.assume(!z3::select(m.s.copies, t));
    p.assume(!z3::select(m.s.copies, m.to_begin.e) && m.s.left >= 0 &&
             m.s.left * m.w.was.unit() <= m.to_end.e - m.to_begin.e);
    k.then.t = imperative::begin_copy<L>(from, to, imperative::all_of<L>(to),
                                         imperative::cheney_queue<L>{to}, m.s.t.audit);
    if (k.on == focus::original)
        p.ensure("no object is forwarded when a collection begins",
                 z3::implies(m.w.before.is_start(k.a), !k.then.is_forwarded(k.a)));
    k.keeps();
}

template <class L>
void root(path& p)
{
    using W = word_of<L>;
    step<L> k{p};
    auto& m = k.k;
    const auto root = W::named("root");
    const auto x = L::target(root).at.e, o = m.w.was.resolve(x);
    const auto inner = m.w.was.is_inner(root);
    k.touch_pointer(x, "root_offset");
    k.may_copy(o);
    k.given();
    p.assume(z3::implies(inner, m.w.may_hold(m.w.before, x)));
    std::vector<W> roots{root};
    imperative::forward_roots(k.then.t, roots);
    k.remember(o);
    k.keeps();
    k.keeps_forwarded();
    if (k.on == focus::original)
        p.ensure("a root that led to an object leads to its copy; no other root changes",
                 z3::ite(inner, m.is_moved(k.then, root, roots[0]), roots[0].e == root.e));
}

template <class L>
void field(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    const auto &h = m.s.t.h.at.e, &n = m.s.t.i.e;
    const auto of = m.s.original(h);
    const auto o = m.w.was.successor(of, n);
    k.touch_copy_field(h, n, "field_offset");
    k.may_copy(o);
    k.given();
    if (!(m.s.t.i <= m.s.t.wosize)) throw cut{};
    imperative::scan_body(k.then.t);
    k.remember(o);
    k.keeps();
    k.keeps_forwarded();
    p.ensure("measure: one field fewer is left to scan",
             k.then.t.wosize.e == m.s.t.wosize.e && k.then.t.i.e == n + 1);
}

/// `scan_addr`, where at most one field is left: when it ends there is none.
template <class L>
void last_field(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    const auto &h = m.s.t.h.at.e, &n = m.s.t.i.e;
    k.touch_copy_field(h, n, "field_offset");
    k.may_copy(m.w.was.successor(m.s.original(h), n));
    k.given();
    p.assume(n >= m.s.t.wosize.e);
    imperative::scan_addr(k.then.t);
    p.ensure("the scan of a copy ends after its last field", k.then.t.i.e > k.then.t.wosize.e);
}

template <class L>
void node(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    k.touch_copy_field(m.s.scanned(), k.i, "next_offset");
    k.given();
    if (m.s.t.i <= m.s.t.wosize) throw cut{};
    if (!imperative::next_unscanned_node(k.then.t)) throw cut{};
    k.keeps();
    p.ensure("measure: the boundary of what is scanned comes nearer to the end",
             k.then.scanned() > m.s.scanned() && k.then.scanned() <= m.to_end.e);
}

/// `copy_fields` of an object whose fields are all in their spaces.
template <class L>
struct fields_copied {
    using W = word_of<L>;
    copying<L> k{};
    header_of<L> h{W::named("h")}, copy{W::named("copy")};
    W wosize = W::named("n");
    symbolic_memory<L> from{k.s.t.from}, to{k.s.t.to};
    bool asked = bool(symbolic_condition{context().bool_const("asked")});

    explicit fields_copied(path& p)
    {
        const auto inside = [&](const auto& space, const z3::expr& first) {
            return space.first.e <= first &&
                   first + (wosize.e + 1) * k.w.was.unit() <= space.last.e && is_aligned(first);
        };
        p.assume(1 <= wosize.e && inside(from, h.at.e) && inside(to, copy.at.e));
        for (const auto& i : {context().int_val(1), wosize.e})
            fact(is_aligned(k.w.was.field(copy.at.e, i)) == is_aligned(copy.at.e));  // whole words
    }
    [[nodiscard]] W held(const z3::expr& i) const
    {
        return W{z3::select(k.s.t.from.words, k.w.was.field(h.at.e, i))};
    }
    [[nodiscard]] z3::expr leads(const z3::expr& i) const
    {
        return context().bool_val(asked) &&
               holds([&] { return functional::leads_into<L>(from, held(i)); });
    }
    [[nodiscard]] z3::expr stored(const z3::expr& words, const z3::expr& i) const
    {
        return z3::store(words, k.w.was.field(copy.at.e, i), held(i).e);
    }
    [[nodiscard]] bool run()
    {
        return imperative::copy_fields<L>(from, h, to, copy, wosize, asked);
    }
};

/// One turn, which goes on with the last field but one as if it were the last.
template <class L>
void one_field(path& p)
{
    fields_copied<L> k{p};
    k.to.stores_left = 1;
    bool ended = true, leads = false;
    try {
        leads = k.run();
    } catch (const cut&) {
        ended = false;
    }
    p.ensure("the last field is copied, and nothing else is written",
             k.to.words == k.stored(k.k.s.t.to.words, k.wosize.e));
    p.ensure("the loop ends after the first field", context().bool_val(ended) == (k.wosize.e == 1));
    p.ensure("whether the field leads to from-space is told, if it is asked",
             context().bool_val(!ended) || context().bool_val(leads) == k.leads(k.wosize.e));
}

/// Two turns: what the first has found is not forgotten, and what it has not is looked for.
template <class L>
void two_fields(path& p)
{
    fields_copied<L> k{p};
    const auto one = context().int_val(1), two = context().int_val(2);
    p.assume(k.wosize.e == two);
    const bool leads = k.run();
    p.ensure("both fields are copied, and nothing else is written",
             k.to.words == k.stored(k.stored(k.k.s.t.to.words, two), one));
    p.ensure("whether one of them leads to from-space is told, if it is asked",
             context().bool_val(leads) == (k.leads(one) || k.leads(two)));
}

/// Where there is no room, `ok` says so, and nothing else has changed.
template <class L>
void no_room(path& p)
{
    using W = word_of<L>;
    step<L> k{p};
    auto& m = k.k;
    const header_of<L> h{W::named("h")};
    k.touch_original(h.at.e);
    k.given();
    p.assume(m.w.is_object(h.at.e) && !m.s.is_forwarded(h.at.e));
    p.assume((m.w.was.wosize(h.at.e) + 1) * m.w.was.unit() > m.to_end.e - m.s.next());
    const bool copied = imperative::copy_addr(k.then.t, h);
    p.ensure("an object that does not fit is not copied", context().bool_val(!copied));
    p.ensure("without room only `ok` changes",
             context().bool_val(!k.then.t.ok) && k.then.t.from.words == m.s.t.from.words &&
                 k.then.t.to.words == m.s.t.to.words && k.then.next() == m.s.next() &&
                 k.then.scanned() == m.s.scanned());
}

/// The exit: the copies are the graph of what the roots reach.
template <class L>
void definition_7(path& p)
{
    step<L> k{p};
    auto& m = k.k;
    const auto &a = k.a, &c = k.c, &i = k.i;
    const auto o = m.s.original(c);
    const auto to_word = m.s.t.to.peek(m.w.was.field(c, i));
    // to-space, up to where the next copy would be
    const symbolic_heap<L> to{{m.to_begin, m.s.t.room.next, m.s.t.to.words}, m.s.copies};
    k.touch_original(a);
    k.touch_copy_field(m.s.copy(a), k.j, "copy_offset");
    k.touch_entry(to, m.w.was.successor(o, i), number("offset"));
    k.given();
    p.assume(!m.leads_to_copy(m.w.before.peek(m.w.was.field(o, i))));
    if (m.s.t.i <= m.s.t.wosize) throw cut{};
    const bool more = imperative::next_unscanned_node(k.then.t);
    if (more) throw cut{};
    const reading<L> is{to};
    const auto copy = to.is_start(c);
    const auto forwarded = [&](const z3::expr& h) {
        return m.w.is_object(h) && m.s.is_forwarded(h);
    };
    p.ensure("clause 1: every copy is well formed", is.block_is_well_formed(c));
    p.ensure("clause 1: every pointer leads to a copy", is.edge_is_well_formed(c, i));
    p.ensure(
        "clause 2: what a copied object points to is copied",
        z3::implies(forwarded(a) && m.w.was.is_edge(a, k.j), forwarded(m.w.was.successor(a, k.j))));
    p.ensure("clause 2: what is copied is in R", z3::implies(forwarded(a), m.w.in_R(a)));
    p.ensure(
        "clause 2: an object has one copy, and a copy one original",
        z3::implies(copy, forwarded(o) && m.s.copy(o) == c) &&
            z3::implies(forwarded(a), to.is_start(m.s.copy(a)) && m.s.original(m.s.copy(a)) == a));
    p.ensure("clause 2: copies point where their originals pointed",
             z3::implies(copy && 1 <= i && i <= is.wosize(c),
                         is.is_edge(c, i) == m.w.was.is_edge(o, i) &&
                             z3::implies(is.is_edge(c, i),
                                         is.successor(c, i) == m.s.copy(m.w.was.successor(o, i)))));
    p.ensure("clause 2: a pointer to the inside keeps its distance",
             z3::implies(copy && 1 <= i && i <= is.wosize(c) && is.is_edge(c, i),
                         L::target(to_word).at.e - is.successor(c, i) ==
                             m.w.target(o, i) - m.w.was.successor(o, i)));
    p.ensure("clause 3: no data of a copy differ from those of its original",
             z3::implies(copy, to.peek(c).e == m.w.before.peek(o).e) &&
                 z3::implies(copy && 1 <= i && i <= is.wosize(c) && !is.is_edge(c, i),
                             to_word.e == m.w.before.peek(m.w.was.field(o, i)).e));
}

}  // namespace

void prove_copying(report& r)
{
    for_each_different([&]<class S>() {
        using A = abstract_layout<S>;
        // Their words are those of ocaml_64, and their kinds among its kinds.
        if (std::same_as<S, ocaml_base> || std::same_as<S, ocaml_no_scan>) return;
        const std::string name = name_of<S>;
        r.run("copy-" + name, "forward_roots, scan_body, copy_addr, Definition 7: " + name,
              [=](group& g) {
                  prove_each(g, "begin_copy", initialisation<A>);
                  prove_each(g, "forward_roots", root<A>);
                  prove_each(g, "scan_body", field<A>);
                  prove_each(g, "next_unscanned_node", node<A>);
                  the_focus() = focus::original;
                  prove_step(g, "scan_addr's exit", last_field<A>);
                  prove_step(g, "copy_fields", one_field<A>);
                  prove_step(g, "copy_fields, two turns", two_fields<A>);
                  prove_step(g, "copy_addr without room", no_room<A>);
                  the_focus() = focus::field;
                  prove_step(g, "definition 7", definition_7<A>);
              });
    });
}

}  // namespace strata::prove
