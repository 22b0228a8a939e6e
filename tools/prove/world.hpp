// tools/prove/world.hpp: any well-formed heap, seen at the few places that a step touches.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paths.hpp"
#include "symbolic_memory.hpp"

namespace strata::prove {

/// Named formulas.
using claims = std::vector<std::pair<std::string, z3::expr>>;
inline void assume(path& p, const claims& all)
{
    for (const auto& [what, e] : all) p.assume(e);
}
inline void ensure(path& p, const claims& all)
{
    for (const auto& [what, e] : all) p.ensure(what, e);
}

inline z3::expr number(const char* name) { return context().int_const(name); }
inline z3::expr words(const char* name)
{
    return context().constant(name,
                              context().array_sort(context().int_sort(), context().int_sort()));
}
inline z3::expr set(const char* name)
{
    return context().constant(name,
                              context().array_sort(context().int_sort(), context().bool_sort()));
}

/// `is` holds of every address in the heap, and the memory's own contract is kept.
template <class L>
[[nodiscard]] symbolic_heap<L> any_heap(const char* memory_name, const char* starts_name)
{
    using W = word_of<L>;
    address_unit() = L::mword;
    const auto begin = W::named("begin"), end = W::named("end");
    symbolic_heap<L> heap{{begin, end, words(memory_name)}, set(starts_name)};
    fact(begin.e > 0 && begin.e <= end.e && is_aligned(begin.e) && is_aligned(end.e));
    return heap;
}

/// The heap before the collection, well formed, white or blue, and a set R of objects that no edge
/// leaves. Universal statements about it are used only at the places that are touched: the solver
/// never sees a quantifier.
template <class L>
struct world {
    symbolic_heap<L> before = any_heap<L>("before", "starts");
    reading<L> was{before};
    std::vector<z3::expr> touched{};  ///< where there may be a header
    std::vector<z3::expr> fields{};   ///< other words

    world() = default;
    world(const world&) = delete;
    world& operator=(const world&) = delete;

    [[nodiscard]] static z3::expr in_R(const z3::expr& h) { return unknown("R", {h}, true); }
    /// What a stack may hold: pointers to objects in R.
    [[nodiscard]] static z3::expr may_hold(const symbolic_heap<L>& heap, const z3::expr& x)
    {
        const reading<L> at{heap};
        return heap.first.e < x && x < heap.last.e && at.pointer_is_well_formed(x) &&
               in_R(at.resolve(x));
    }

    void touch(const z3::expr& a) { touched.push_back(a); }
    /// The blocks at `a` and `b`, if there are any, do not overlap.
    void touch_both(const z3::expr& a, const z3::expr& b)
    {
        touch(b);
        fact(was.are_disjoint(a, b));
    }
    void touch_field(const z3::expr& h, const z3::expr& i)
    {
        fields.push_back(was.field(h, i));
        fact(was.are_disjoint(h, was.field(h, i)));
    }
    void touch_object(const z3::expr& h)
    {
        touch(h);
        for (const int i : {1, 2}) touch_field(h, context().int_val(i));
    }
    void touch_pointer(const z3::expr& x)
    {
        touch_object(was.resolve(x));
        touch_both(was.resolve(x), x - was.unit());
    }
    void touch_edge(const z3::expr& h, const z3::expr& i)
    {
        touch_object(h);
        touch_field(h, i);
        touch_pointer(L::target(before.peek(was.field(h, i))).at.e);
        fact(was.edge_is_well_formed(h, i));
        fact(z3::implies(before.is_start(h) && was.is_allocated(h) && in_R(h) && was.is_edge(h, i),
                         in_R(was.successor(h, i))));
    }
    /// What is known of the heap before, at the places touched so far.
    void use() const
    {
        for (const auto& a : touched) {
            fact(was.block_is_well_formed(a));
            fact(
                z3::implies(before.is_start(a), was.is(color::white, a) || was.is(color::blue, a)));
        }
    }
};

}  // namespace strata::prove
