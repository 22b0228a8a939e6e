// tools/prove/glue.cpp: mark's exit is sweep's precondition, and sweep's exit is Definition 5.
#include "groups.hpp"
#include "sweeping.hpp"

namespace strata::prove {

namespace {

/// The heap before a collection, after mark, and after sweep, at the object `a` and its field `j`.
template <class L>
struct collection {
    using W = word_of<L>;
    path& p;
    world<L> w;
    sweeping<L> k;
    symbolic_heap<L> after;
    reading<L> is;
    z3::expr a, j;
    typename sweeping<L>::state done;

    explicit collection(path& of)
        : p{of}
        , w{}
        , k{}
        , after(any_heap<L>("after", "blocks_after"))
        , is{after}
        , a{number("a")}
        , j{number("j")}
        , done{after, any_allocator<L>{}, header_of<L>{k.marked.last}, W{0}, W::named("limit")}
    {
        w.touch_edge(a, j);
        w.use();
        for (const auto& t : w.touched) exits(t);
        for (const auto& t : w.fields) exits(t);
        const auto x = L::target(w.before.peek(w.was.field(a, j))).at.e;
        const auto o = w.was.successor(a, j);
        kept(a, context().int_val(1));
        kept(a, context().int_val(2));
        kept(a, j);
        kept(o, context().int_val(2));
        const auto unit = w.was.unit();
        const auto offset = number("offset");  // which field of its parent an interior header is
        p.assume(z3::implies(w.was.is_edge(a, j) && o < x - unit, x - unit == o + offset * unit));
        kept(o, offset);
        for (const auto& t : {o, x - unit, a})
            for (const auto& u : {o, x - unit, a}) {
                p.assume(is.are_disjoint(t, u));
                p.assume(w.was.are_disjoint(t, u));
            }
        p.assume(z3::implies(k.survives(a) && w.was.is_edge(a, j), k.survives(o)));
    }
    /// What is proved of mark's exit and of sweep's exit, at `t`.
    void exits(const z3::expr& t)
    {
        const auto same = k.was.wosize(t) == w.was.wosize(t) && k.was.tag(t) == w.was.tag(t);
        const auto word_same = z3::select(k.marked.words, t) == z3::select(w.before.words, t);
        const auto alloc = w.was.is_allocated(t);
        p.assume(z3::ite(w.before.is_start(t),
                         same && z3::implies(!alloc, word_same) &&
                             z3::implies(alloc, !k.was.is(color::blue, t)) &&
                             !k.was.is(color::gray, t),
                         word_same));
        for (const auto& [what, e] : k.at_word(done, after, t)) p.assume(e);
    }
    void kept(const z3::expr& h, const z3::expr& i)
    {
        exits(w.was.field(h, i));
        for (const auto& [what, e] : k.at_field(done, after, h, i)) p.assume(e);
        p.assume(w.was.are_disjoint(h, w.was.field(h, i)));
    }
};

template <class L>
void definition_5(path& p)
{
    collection<L> c{p};
    const auto &a = c.a, &j = c.j;
    const auto edge = c.w.was.is_edge(a, j);
    p.ensure("clause 1: every block is well formed", c.is.block_is_well_formed(a));
    p.ensure("clause 1: every pointer leads to an object", c.is.edge_is_well_formed(a, j));
    p.ensure("clause 2: exactly the black objects survive",
             (c.after.is_start(a) && c.is.is_allocated(a)) == c.k.survives(a));
    p.ensure("clause 3: survivors point where they pointed",
             z3::implies(c.k.survives(a),
                         c.is.is_edge(a, j) == edge &&
                             z3::implies(edge, c.is.successor(a, j) == c.w.was.successor(a, j))));
    p.ensure("clause 4: every object is white or blue",
             z3::implies(c.after.is_start(a), c.is.is(color::white, a) || c.is.is(color::blue, a)));
    const auto f = c.w.was.field(a, j);
    p.ensure("clause 5: no field of a survivor changes",
             z3::implies(c.k.survives(a) && 1 <= j && j <= c.w.was.wosize(a),
                         z3::select(c.after.words, f) == z3::select(c.w.before.words, f)));
}

}  // namespace

void prove_glue(report& r)
{
    for_each_different([&]<class S>() {
        using A = abstract_layout<S>;
        const std::string name = name_of<S>;
        r.run("glue-" + name, "mark's exit and sweep's exit give Definition 5: " + name,
              [=](group& g) { prove_step(g, "definition 5", definition_5<A>); });
    });
}

}  // namespace strata::prove
