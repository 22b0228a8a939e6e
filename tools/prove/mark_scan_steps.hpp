// tools/prove/mark_scan_steps.hpp: the steps of marking that find, take and scan objects.
#pragma once

#include "groups.hpp"
#include "marking.hpp"

namespace strata::prove::mark_steps {

/// One step from any state that satisfies the invariant; `a` and field `j` of `b` are arbitrary.
template <class Marking>
struct mark_step {
    path& p;
    Marking m{};
    z3::expr a = number("a"), b = number("b"), j = number("j");
    typename Marking::state then = m.s;

    /// The invariant before the step, at the places touched. The arbitrary places are among them.
    void given()
    {
        m.w.touch(a);
        m.w.touch_edge(b, j);
        m.use(a, then);
        m.w.use();
        for (const auto& t : m.w.touched) m.use_counts(t);
        for (const auto& t : m.w.touched) assume(p, m.at_word(m.s, t));
        for (const auto& t : m.w.fields) assume(p, m.at_word(m.s, t));
        assume(p, m.everywhere(m.s));
    }
    /// The invariant after it.
    void keeps()
    {
        ensure(p, m.at_word(then, a));
        ensure(p, m.from_to(m.s, then, b, j));
        ensure(p, m.everywhere(then));
        ensure(p, m.from_to(m.s, then, a));
    }
};

template <class Marking>
void initialisation(path& p)
{
    mark_step<Marking> k{p};
    k.m.w.touch(k.a);
    k.m.w.touch_edge(k.b, k.j);
    k.m.w.use();
    auto stack = k.m.s.stack, window = k.m.s.window;
    p.assume(stack.size == 0 && window.size == 0);
    for (const auto& h : {k.a, k.m.w.was.successor(k.b, k.j)})
        p.assume(z3::select(stack.times, h) == 0 && z3::select(window.times, h) == 0);
    using L = typename Marking::layout;
    k.then = imperative::begin_mark<L, Marking::when>(
        decltype(k.then.memory)::unmarked(k.m.w.before), stack, window);
    ensure(p, k.m.at_word(k.then, k.a));
    ensure(p, k.m.at_edge(k.then, k.b, k.j));
    ensure(p, k.m.everywhere(k.then));
}

template <class Marking>
void roots(path& p)
{
    using L = typename Marking::layout;
    using W = word_of<L>;
    mark_step<Marking> k{p};
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

template <class Marking>
void field(path& p)
{
    mark_step<Marking> k{p};
    const auto &h = k.m.s.h.at.e, &i = k.m.s.i.e;
    k.m.w.touch_edge(h, i);
    k.given();
    if (!imperative::is_scanning(k.m.s)) throw cut{};
    imperative::darken_body(k.then);
    k.keeps();
    p.ensure("measure: one field fewer is left to scan",
             k.then.wosize.e == k.m.s.wosize.e && k.then.i.e == i + 1);
}

template <class Marking>
void end_of_scan(path& p)
{
    mark_step<Marking> k{p};
    k.given();
    if (imperative::is_scanning(k.m.s)) throw cut{};
    imperative::darken(k.then);
    k.keeps();
}

/// One object is held no longer: of the window, or of the stack if that is empty.
template <class State>
[[nodiscard]] auto pop_any(State& s)
{
    return s.window.empty() ? s.stack.pop() : s.window.pop();
}

/// `take` is that, or an `admit` and that: what leaves the window makes room, so that it does not
/// matter which comes first.
template <class Marking>
void taking(path& p)
{
    mark_step<Marking> k{p};
    k.m.w.touch_pointer(k.m.x);
    k.m.w.touch_pointer(k.m.y);
    k.given();
    if (!imperative::is_any_held(k.then)) throw cut{};
    const auto x = imperative::take(k.then);
    auto other = k.m.s;
    other.window.capacity = other.window.capacity + 1;
    p.proves_obligations = false;  // those of an admit
    if (bool(symbolic_condition{other.window.size >= 2 && other.stack.size >= 1}))
        imperative::admit(other);
    p.ensure("the object taken is one that was held", x.at.e == pop_any(other).at.e);
    const auto same = [&](const auto& t, const auto& u) {
        return t.size == u.size && z3::select(t.times, k.a) == z3::select(u.times, k.a);
    };
    p.ensure("all else is as after an admit, or nothing", same(k.then.stack, other.stack) &&
                                                              same(k.then.window, other.window) &&
                                                              k.then.memory.is_same(k.m.s.memory));
}

template <class Marking>
void begin_scan(path& p)
{
    mark_step<Marking> k{p};
    k.m.w.touch_pointer(k.m.x);
    k.m.w.touch_pointer(k.m.y);
    k.given();
    if (imperative::is_scanning(k.m.s) || !imperative::is_any_held(k.then)) throw cut{};
    const auto x = pop_any(k.then);
    imperative::scan_begin(k.then, x);
    k.keeps();
    const auto h = k.m.w.was.resolve(x.at.e);
    p.ensure("the object popped is black", k.m.is(color::black, k.then, h));
    p.ensure("measure: one more object is black, or one entry fewer is held and none is scanned",
             !k.m.is(color::black, k.m.s, h) ||
                 (k.then.memory.is_same(k.m.s.memory) && k.then.i.e > k.then.wosize.e &&
                  k.then.stack.size + k.then.window.size < k.m.s.stack.size + k.m.s.window.size));
}

}  // namespace strata::prove::mark_steps
