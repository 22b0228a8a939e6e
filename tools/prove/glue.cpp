// tools/prove/glue.cpp: from mark to sweep, to Definition 5, and over allocation to the next mark.
#include "allocating.hpp"
#include "groups.hpp"
#include "marking.hpp"
#include "sweeping.hpp"

namespace strata::prove {

namespace {

/// The heap before a collection, after mark, and after sweep, at the object `a` and its field `j`.
template <class L>
struct collection {
    using W = word_of<L>;
    path& p;
    world<L> w{};
    sweeping<L> k{};
    symbolic_heap<L> after = any_heap<L>("after", "blocks_after");
    reading<L> is{after};
    z3::expr a = number("a"), j = number("j");
    typename sweeping<L>::state done{after, any_allocator<L>{}, {k.marked.last},
                                     W{0},  W::named("limit"),  {}};

    explicit collection(path& of)
        : p{of}
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

/// When marking is done, black is what the roots reach: by induction on the number of edges from a
/// root, and because R is any set that has the roots and that no edge leaves.
template <class L, darkening D>
void least_set(path& p)
{
    marking<L, D> m;
    const auto a = number("a"), b = number("b"), j = number("j");
    const auto root = word_of<L>::named("root");
    const auto x = L::target(root).at.e;
    m.w.touch(a);
    m.w.touch_edge(b, j);
    m.w.touch_pointer(x);
    m.w.use();
    for (const auto& t : m.w.touched) {
        m.use_counts(t);
        assume(p, m.at_word(m.s, t));
    }
    assume(p, m.at_edge(m.s, b, j));
    assume(p, m.everywhere(m.s));
    if (imperative::is_scanning(m.s) || imperative::is_waiting(m.s) ||
        imperative::is_pending(m.s.dropped))
        throw cut{};
    p.assume(m.s.stack.size == 0 && m.s.window.size == 0);
    const auto black = [&](const z3::expr& h) {
        return m.w.before.is_start(h) && m.w.was.is_allocated(h) && m.is(color::black, m.s, h);
    };
    // darken_roots leaves it so, and every step keeps it so
    const auto darkened = m.w.was.is_inner(root) && m.w.may_hold(m.w.before, x) &&
                          !m.is(color::white, m.s, m.w.was.resolve(x));
    p.ensure("no edge: what a root points to is black",
             z3::implies(darkened, black(m.w.was.resolve(x))));
    p.ensure("one edge more: what a black object points to is black",
             z3::implies(black(b) && m.w.was.is_edge(b, j), black(m.w.was.successor(b, j))));
    p.ensure("what is black is in R", z3::implies(black(a), m.w.in_R(a)));
}

/// The heap before an allocation, and after it: an object at `taken`, the end of free block `h`.
template <class L>
struct allocated {
    path& p;
    world<L> w{};
    reading<L>& was = w.was;
    z3::expr a = number("a"), j = number("j"), h = number("free_block"), n = number("n"),
             x = L::target(word_of<L>::named("root")).at.e;
    z3::expr taken = h + (was.wosize(h) - n) * was.unit();
    symbolic_heap<L> after{{w.before.first, w.before.last, words("after")},
                           z3::store(w.before.starts, taken, context().bool_val(true))};
    reading<L> is{after};
    std::vector<z3::expr> objects{h};

    /// Looks at the object `a` and its field `j`, or at the root `x`: a question about one of them
    /// that hears of the other takes many times as long.
    allocated(path& of, bool at_the_root)
        : p{of}
    {
        if (at_the_root) {
            w.touch_pointer(x);
            objects.push_back(was.resolve(x));
        } else {
            w.touch_edge(a, j);
            objects.insert(objects.end(), {a, was.successor(a, j)});
        }
        w.touch(h);
        w.use();
        p.assume(w.before.is_start(h) && was.is(color::blue, h) && 1 <= n && n <= was.wosize(h));
        auto all = w.touched;
        all.insert(all.end(), w.fields.begin(), w.fields.end());
        for (const auto& t : all) exits(t);
        p.assume(is.is(color::white, taken) && is.wosize(taken) == n);
        p.assume(is.block_is_well_formed(taken) && !is.is_edge(taken, j));
        p.assume(taken == h || (is.is(color::blue, h) && is.wosize(h) >= 1) ||
                 (is.is(color::white, h) && is.wosize(h) == 0));
    }
    /// What is proved of `allocate` and of `take`, at `t`.
    void exits(const z3::expr& t)
    {
        const auto unit = was.unit(), of = t - unit;
        p.assume((h <= t && t < was.next(h)) || is_free(w.before, t) ||
                 z3::select(after.words, t) == z3::select(w.before.words, t));
        p.assume(is.block_tiles(t, after.last.e));
        p.assume(was.block_is_well_formed(of));
        for (const auto& o : objects)
            for (const auto& u : {t, of})
                p.assume(was.are_disjoint(o, u) && was.are_disjoint(u, o));
    }
};

template <class L>
void objects_are_kept(path& p)
{
    allocated<L> k{p, false};
    // The new object, what is left of the free block, and every other block: a path each.
    if (!p.decide(k.a == k.taken)) p.decide(k.a == k.h);
    const auto f = k.was.field(k.a, k.j);
    const auto was_object = k.w.before.is_start(k.a) && k.was.is_allocated(k.a);
    p.ensure("every block is well formed", k.is.block_is_well_formed(k.a));
    p.ensure("every pointer leads to an object", k.is.edge_is_well_formed(k.a, k.j));
    p.ensure("every object is white or blue",
             z3::implies(k.after.is_start(k.a),
                         k.is.is(color::white, k.a) || k.is.is(color::blue, k.a)));
    p.ensure("every object is where it was, with the fields that it had",
             z3::implies(was_object, k.after.is_start(k.a) &&
                                         k.is.header(k.a).e == k.was.header(k.a).e &&
                                         z3::implies(1 <= k.j && k.j <= k.was.wosize(k.a),
                                                     z3::select(k.after.words, f) ==
                                                         z3::select(k.w.before.words, f))));
}

template <class L>
void roots_are_kept(path& p)
{
    allocated<L> k{p, true};
    p.ensure("a root that led to an object still does",
             z3::implies(k.w.before.first.e < k.x && k.x < k.w.before.last.e &&
                             k.was.pointer_is_well_formed(k.x),
                         k.is.pointer_is_well_formed(k.x)));
    p.ensure("the new object may be a root", k.is.pointer_is_well_formed(k.taken + k.was.unit()));
}

}  // namespace

void prove_glue(report& r)
{
    run_each(r, "glue",
             "black is what the roots reach; Definition 5; allocation keeps Definition 1",
             all_kinds, []<class A>(group& g) {
                 prove_step(g, "eager mark's result", least_set<A, darkening::eager>);
                 prove_step(g, "lazy mark's result", least_set<A, darkening::lazy>);
                 prove_step(g, "definition 5", definition_5<A>);
                 prove_step(g, "objects after an allocation", objects_are_kept<A>);
                 prove_step(g, "roots after an allocation", roots_are_kept<A>);
             });
}

}  // namespace strata::prove
