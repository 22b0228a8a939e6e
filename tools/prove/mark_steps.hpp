// tools/prove/mark_steps.hpp: each step of marking keeps the invariant, on any heap.
#pragma once

#include "mark_scan_steps.hpp"

namespace strata::prove::mark_steps {

/// Fields that are left to scan, there and in `rest`.
template <class State>
[[nodiscard]] z3::expr fields_to_scan(const State& s)
{
    const auto left = [](const auto& i, const auto& wosize) {
        return z3::ite(i.e <= wosize.e, wosize.e - i.e + 1, context().int_val(0));
    };
    return left(s.i, s.wosize) + left(s.rest.i, s.rest.wosize);
}

template <class Marking>
void waiting(path& p)
{
    mark_step<Marking> k{p};
    k.m.w.touch_object(k.m.s.rest.h.at.e);
    k.given();
    if (imperative::is_scanning(k.m.s) || !imperative::is_waiting(k.m.s)) throw cut{};
    imperative::resume(k.then);
    k.keeps();
    p.ensure("measure: a field is scanned next, and none is lost",
             k.then.i.e <= k.then.wosize.e && fields_to_scan(k.then) == fields_to_scan(k.m.s));
}

template <class Marking>
void admission(path& p)
{
    mark_step<Marking> k{p};
    k.m.w.touch_pointer(k.m.y);
    k.given();
    if (!imperative::may_admit(k.then)) throw cut{};
    imperative::admit(k.then);
    k.keeps();
    const auto all = k.m.s.stack.size + k.m.s.window.size;
    const auto left = k.then.stack.size + k.then.window.size;
    const auto black = k.m.is(color::black, k.m.s, k.m.w.was.resolve(k.m.y));
    p.ensure("measure: the stack is shorter, and nothing is lost that is not known to be black",
             k.then.stack.size < k.m.s.stack.size &&
                 (left == all || (Marking::has_marks && left == all - 1 && black)));
}

template <class Marking>
void rescan(path& p)
{
    mark_step<Marking> k{p};
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
                 (k.then.stack.size == 1 && k.then.memory.is_same(k.m.s.memory)));
}

/// Marking is done when `refill` says so; then black is closed under edges and has the roots.
template <class Marking>
void exit(path& p)
{
    mark_step<Marking> k{p};
    k.given();
    assume(p, k.m.at_edge(k.m.s, k.b, k.j));
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
template <class Marking>
void tricolour(path& p)
{
    using W = typename Marking::W;
    mark_step<Marking> k{p};
    k.then.memory.words = words("then");
    if constexpr (Marking::has_marks) k.then.memory.marks = set("marks_then");
    k.then.stack.times = words("stack_then");
    k.then.window.times = words("window_then");
    k.then.h.at = W::named("then_h");
    k.then.i = W::named("then_i");
    k.then.wosize = W::named("then_wosize");
    k.then.rest = {
        {W::named("then_rest_h")}, W::named("then_rest_i"), W::named("then_rest_wosize")};
    k.given();
    assume(p, k.m.at_edge(k.m.s, k.b, k.j));
    assume(p, k.m.from_to(k.m.s, k.then, k.b, k.j));
    assume(p, k.m.from_to(k.m.s, k.then, k.m.w.was.successor(k.b, k.j)));
    ensure(p, k.m.at_edge(k.then, k.b, k.j));
}

template <class Marking>
void prove_all(group& g, const std::string& name)
{
    prove_step(g, name + ", begin_mark", initialisation<Marking>);
    prove_step(g, name + ", darken_roots", roots<Marking>);
    prove_step(g, name + ", darken_body", field<Marking>);
    prove_step(g, name + ", darken's exit", end_of_scan<Marking>);
    prove_step(g, name + ", take", taking<Marking>);
    prove_step(g, name + ", scan_begin", begin_scan<Marking>);
    prove_step(g, name + ", resume", waiting<Marking>);
    prove_step(g, name + ", admit", admission<Marking>);
    prove_step(g, name + ", rescan_body", rescan<Marking>);
    prove_step(g, name + ", any step", tricolour<Marking>);
    prove_step(g, name + ", mark's exit", exit<Marking>);
}

}  // namespace strata::prove::mark_steps
