// tools/prove/mark_conditions.cpp: each step of marking keeps the invariant, on any heap.
#include "groups.hpp"
#include "marking.hpp"

namespace strata::prove {

namespace {

/// One step from any state that satisfies the invariant; `a` and field `j` of `b` are arbitrary.
template <class L, darkening D>
struct step {
    path& p;
    marking<L, D> m{};
    z3::expr a = number("a"), b = number("b"), j = number("j");
    typename marking<L, D>::state then = m.s;

    /// The invariant before the step, at the places touched. The arbitrary places are among them.
    void given()
    {
        m.w.touch(a);
        m.w.touch_edge(b, j);
        m.w.use();
        for (const auto& t : m.w.touched) m.use_counts(t);
        for (const auto& t : m.w.touched) assume(m.at_word(m.s, t));
        for (const auto& t : m.w.fields) assume(m.at_word(m.s, t));
        assume(m.everywhere(m.s));
    }
    void assume(const claims& all)
    {
        for (const auto& [what, e] : all) p.assume(e);
    }
    void ensure(const claims& all)
    {
        for (const auto& [what, e] : all) p.ensure(what, e);
    }
    /// The invariant after it.
    void keeps()
    {
        ensure(m.at_word(then, a));
        ensure(m.from_to(m.s, then, b, j));
        ensure(m.everywhere(then));
        ensure(m.from_to(m.s, then, a));
    }
};

template <class L, darkening D>
void initialisation(path& p)
{
    step<L, D> k{p};
    k.m.w.touch(k.a);
    k.m.w.touch_edge(k.b, k.j);
    k.m.w.use();
    auto stack = k.m.s.stack, window = k.m.s.window;
    p.assume(stack.size == 0 && window.size == 0);
    for (const auto& h : {k.a, k.m.w.was.successor(k.b, k.j)})
        p.assume(z3::select(stack.times, h) == 0 && z3::select(window.times, h) == 0);
    symbolic_memory<L> memory{k.m.w.before};
    k.then = imperative::begin_mark<L, D>(memory, stack, window);
    k.ensure(k.m.at_word(k.then, k.a));
    k.ensure(k.m.at_edge(k.then, k.b, k.j));
    k.ensure(k.m.everywhere(k.then));
}

template <class L, darkening D>
void roots(path& p)
{
    using W = word_of<L>;
    step<L, D> k{p};
    const auto root = W::named("root");
    const auto x = L::target(root).at.e;
    const auto inner = k.m.w.was.is_inner(root);
    k.m.w.touch_pointer(x);
    k.given();
    p.assume(z3::implies(inner, k.m.w.may_hold(k.m.w.before, x)));
    imperative::darken_roots(k.then, std::vector<W>{root});
    k.keeps();
    const auto to = k.m.w.was.resolve(x);
    p.ensure("what a root points to is not white",
             z3::implies(inner, !k.m.is(color::white, k.then, to)));
}

template <class L, darkening D>
void field(path& p)
{
    step<L, D> k{p};
    const auto &h = k.m.s.h.at.e, &i = k.m.s.i.e;
    k.m.w.touch_edge(h, i);
    k.given();
    if (!imperative::is_scanning(k.m.s)) throw cut{};
    imperative::darken_body(k.then);
    k.keeps();
    p.ensure("measure: one field fewer is left to scan",
             k.then.wosize.e == k.m.s.wosize.e && k.then.i.e == i + 1);
}

template <class L, darkening D>
void end_of_scan(path& p)
{
    step<L, D> k{p};
    k.given();
    if (imperative::is_scanning(k.m.s)) throw cut{};
    imperative::darken(k.then);
    k.keeps();
}

template <class L, darkening D>
void begin_scan(path& p)
{
    step<L, D> k{p};
    k.m.w.touch_pointer(k.m.x);
    k.m.w.touch_pointer(k.m.y);
    k.given();
    if (imperative::is_scanning(k.m.s) || !imperative::is_any_held(k.then)) throw cut{};
    const auto x = imperative::take(k.then);
    imperative::scan_begin(k.then, x);
    k.keeps();
    const auto h = k.m.w.was.resolve(x.at.e);
    p.ensure("the object popped is black", k.m.is(color::black, k.then, h));
    p.ensure("measure: one more object is black, or one entry fewer is held and none is scanned",
             !k.m.is(color::black, k.m.s, h) ||
                 (k.then.memory.words == k.m.s.memory.words && k.then.i.e > k.then.wosize.e &&
                  k.then.stack.size + k.then.window.size < k.m.s.stack.size + k.m.s.window.size));
}

/// Fields that are left to scan, there and in `rest`.
template <class State>
[[nodiscard]] z3::expr fields_to_scan(const State& s)
{
    const auto left = [](const auto& i, const auto& wosize) {
        return z3::ite(i.e <= wosize.e, wosize.e - i.e + 1, context().int_val(0));
    };
    return left(s.i, s.wosize) + left(s.rest.i, s.rest.wosize);
}

template <class L, darkening D>
void waiting(path& p)
{
    step<L, D> k{p};
    k.m.w.touch_object(k.m.s.rest.h.at.e);
    k.given();
    if (imperative::is_scanning(k.m.s) || !imperative::is_waiting(k.m.s)) throw cut{};
    imperative::resume(k.then);
    k.keeps();
    p.ensure("measure: a field is scanned next, and none is lost",
             k.then.i.e <= k.then.wosize.e && fields_to_scan(k.then) == fields_to_scan(k.m.s));
}

template <class L, darkening D>
void admission(path& p)
{
    step<L, D> k{p};
    k.m.w.touch_pointer(k.m.y);
    k.given();
    if (!imperative::may_admit(k.then)) throw cut{};
    imperative::admit(k.then);
    k.keeps();
    p.ensure("measure: the stack is shorter, and nothing is lost",
             k.then.stack.size < k.m.s.stack.size &&
                 k.then.stack.size + k.then.window.size == k.m.s.stack.size + k.m.s.window.size);
}

template <class L, darkening D>
void rescan(path& p)
{
    step<L, D> k{p};
    const auto& d = k.m.s.dropped;
    for (const auto& c : {d.cursor.e, d.low.e}) {
        k.m.w.touch_object(c);
        k.m.w.touch(k.m.w.was.next(c));
        k.m.w.touch_both(c, k.a);
        k.m.w.touch_pointer(c + k.m.w.was.unit());
    }
    k.given();
    if (!k.then.stack.empty() || !k.then.window.empty() || imperative::is_scanning(k.m.s) ||
        !imperative::is_pending(k.then.dropped))
        throw cut{};
    imperative::rescan_body(k.then);
    k.keeps();
    const auto& e = k.then.dropped;
    const auto waits = [](const auto& r) { return r.low.e < r.high.e; };
    p.ensure("measure: the walk goes on, or the last one has begun",
             (z3::implies(waits(e), waits(d)) && e.cursor.e > d.cursor.e) ||
                 (waits(d) && !waits(e)));
    p.ensure("what goes back on the stack is gray, and alone there",
             k.then.stack.size == 0 ||
                 (k.then.stack.size == 1 && k.then.memory.words == k.m.s.memory.words));
}

/// Marking is done when `refill` says so; then black is closed under edges and has the roots.
template <class L, darkening D>
void exit(path& p)
{
    step<L, D> k{p};
    k.given();
    k.assume(k.m.at_edge(k.m.s, k.b, k.j));
    const auto to = k.m.w.was.successor(k.b, k.j);
    if (imperative::is_scanning(k.then) || imperative::is_waiting(k.then)) throw cut{};
    if (!k.then.stack.empty()) throw cut{};
    if (!k.then.window.empty()) {
        const bool more = imperative::refill(k.then);
        return p.ensure("marking goes on while an object is in the window",
                        context().bool_val(more));
    }
    if (imperative::is_pending(k.then.dropped)) throw cut{};
    const bool more = imperative::refill(k.then);
    p.ensure("refill says that marking is done", context().bool_val(!more));
    p.ensure("no object is gray",
             z3::implies(k.m.w.before.is_start(k.a), !k.m.is(color::gray, k.m.s, k.a)));
    p.ensure("what a black object points to is black",
             z3::implies(k.m.w.before.is_start(k.b) && k.m.w.was.is_allocated(k.b) &&
                             k.m.is(color::black, k.m.s, k.b) && k.m.w.was.is_edge(k.b, k.j),
                         k.m.is(color::black, k.m.s, to)));
}

/// Every step keeps the tricolour invariant, whatever else it does, if it does this.
template <class L, darkening D>
void tricolour(path& p)
{
    step<L, D> k{p};
    k.then.memory.words = words("then");
    k.then.stack.times = words("stack_then");
    k.then.window.times = words("window_then");
    k.then.h.at = word_of<L>::named("then_h");
    k.then.i = word_of<L>::named("then_i");
    k.then.wosize = word_of<L>::named("then_wosize");
    k.then.rest = {{word_of<L>::named("then_rest_h")},
                   word_of<L>::named("then_rest_i"),
                   word_of<L>::named("then_rest_wosize")};
    k.given();
    k.assume(k.m.at_edge(k.m.s, k.b, k.j));
    k.assume(k.m.from_to(k.m.s, k.then, k.b, k.j));
    k.assume(k.m.from_to(k.m.s, k.then, k.m.w.was.successor(k.b, k.j)));
    k.ensure(k.m.at_edge(k.then, k.b, k.j));
}

template <class L, darkening D>
void all_steps(group& g, const std::string& name)
{
    using A = abstract_layout<L>;
    prove_step(g, name + ", begin_mark", initialisation<A, D>);
    prove_step(g, name + ", darken_roots", roots<A, D>);
    prove_step(g, name + ", darken_body", field<A, D>);
    prove_step(g, name + ", darken's exit", end_of_scan<A, D>);
    prove_step(g, name + ", take and scan_begin", begin_scan<A, D>);
    prove_step(g, name + ", resume", waiting<A, D>);
    prove_step(g, name + ", admit", admission<A, D>);
    prove_step(g, name + ", rescan_body", rescan<A, D>);
    prove_step(g, name + ", any step", tricolour<A, D>);
    prove_step(g, name + ", mark's exit", exit<A, D>);
}

}  // namespace

void prove_marking(report& r)
{
    for_each_different([&]<class S>() {
        using L = S;
        const std::string name = name_of<L>;
        r.run("mark-" + name, "mark, darken_roots, darken_body, overflow: " + name, [=](group& g) {
            all_steps<L, darkening::eager>(g, "eager");
            all_steps<L, darkening::lazy>(g, "lazy");
        });
    });
}

}  // namespace strata::prove
