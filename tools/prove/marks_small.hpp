// tools/prove/marks_small.hpp: the steps of marking small objects in a row.
#pragma once

#include <strata/layer3_imperative/mark_small.hpp>

#include "mark_steps.hpp"
#include "marks_plain.hpp"

namespace strata::prove::mark_steps {

/// `scan_begin` for an object straight off the stack, whatever is in the window.
template <class Marking>
void begin_scan_off_stack(path& p)
{
    mark_step<Marking> k{p};
    k.m.w.touch_pointer(k.m.x);
    k.m.w.touch_pointer(k.m.y);
    k.given();
    if (imperative::is_scanning(k.m.s) || k.then.stack.empty()) throw cut{};
    const auto x = k.then.stack.pop();
    imperative::scan_begin(k.then, x);
    k.keeps();
    p.ensure("the object popped is black", k.m.is(color::black, k.then, k.m.w.was.resolve(x.at.e)));
}

/// The same for the object that leaves a full window when another one comes in. One that is seen to
/// be black does not come in, and is not missed.
template <class Marking>
void begin_scan_exchanged(path& p)
{
    using L = typename Marking::layout;
    mark_step<Marking> k{p};
    k.m.w.touch_pointer(k.m.x);
    k.m.w.touch_pointer(k.m.y);
    k.given();
    if (imperative::is_scanning(k.m.s) || !imperative::is_streaming(k.then)) throw cut{};
    const auto in = k.then.stack.pop();
    if (imperative::is_surely_black<L>(k.then.memory, in)) return k.keeps();
    const auto x = imperative::exchange(k.then, in);
    imperative::scan_begin(k.then, x);
    k.keeps();
    p.ensure("the object that left is black",
             k.m.is(color::black, k.then, k.m.w.was.resolve(x.at.e)));
    p.ensure("the window is full", k.then.window.size == k.then.window.capacity);
}

/// `scan_small`, field by field, which is `darken_body` without a look at the room there is: what
/// is left of the object fits the stack, and still does afterwards.
template <class Marking, darkening D>
void small_field(path& p)
{
    using L = typename Marking::layout;
    mark_step<Marking> k{p};
    const auto &h = k.m.s.h.at.e, &i = k.m.s.i.e;
    k.m.w.touch_edge(h, i);
    if constexpr (D == darkening::sparing)
        k.m.seen.push_back(L::target(k.m.w.before.peek(k.m.w.was.field(h, i))).at.e);
    k.given();
    if (!imperative::is_scanning(k.m.s)) throw cut{};
    const auto fits = [](const auto& s) {
        return s.stack.size + s.wosize.e - s.i.e + 1 <= s.stack.capacity;
    };
    p.assume(fits(k.m.s));
    imperative::darken_value<D>(k.then, k.then.memory.load(field_addr<L>(k.then.h, k.then.i)));
    k.then.i = k.then.i + word<word_of<L>>(1);
    k.keeps();
    p.ensure("the other fields fit too", fits(k.then));
}

template <class Marking>
void prove_small(group& g, const std::string& name)
{
    prove_step(g, name + ", scan_begin off the stack", begin_scan_off_stack<Marking>);
    prove_step(g, name + ", exchange", begin_scan_exchanged<Marking>);
    // A layout that decides field by field has no small objects.
    if constexpr (has_is_plain<typename Marking::layout>) {
        prove_step(g, name + ", scan_small", small_field<Marking, darkening::sure>);
        // Without marks nothing can be seen to be black.
        if constexpr (requires(Marking & m) { m.seen; })
            prove_step(g, name + ", scan_small where many wait",
                       small_field<Marking, darkening::sparing>);
    }
}

}  // namespace strata::prove::mark_steps
