// tools/prove/marks_marking.hpp: the invariant of marking, where black is a mark beside the heap.
#pragma once

#include <algorithm>
#include <vector>

#include "marking.hpp"
#include "marks_memory.hpp"

namespace strata::prove {

/// `around` is the block in which a word is: blocks tile the memory, so there is one.
template <class L, darkening D>
struct marks_marking : marking<L, D, false, marks_memory<L>> {
    using base = marking<L, D, false, marks_memory<L>>;
    using state = typename base::state;
    using base::s, base::w, base::x, base::y;

    std::vector<z3::expr> seen{};  ///< what else a step looks at the mark of

    [[nodiscard]] static z3::expr around(const z3::expr& a) { return unknown("around", {a}); }

    /// What a step may mark is what it pops: that is compared with every block that is touched.
    void use(const z3::expr& a, state& then)
    {
        use_around(a);
        std::vector<z3::expr> pointers{x, y}, popped;
        pointers.insert(pointers.end(), seen.begin(), seen.end());
        for (const auto& pointer : pointers) {
            const auto h = w.was.resolve(pointer);
            const auto is_it = [&](const z3::expr& t) { return z3::eq(t, h); };
            if (std::none_of(w.touched.begin(), w.touched.end(), is_it)) continue;
            popped.push_back(h);
            for (const auto& t : {pointer - w.was.unit(), pointer}) use_around(t);
        }
        for (const auto& h : {s.h.at.e, s.rest.h.at.e}) w.touch(h);
        for (const auto& h : popped)
            for (const auto& t : w.touched)
                fact(w.was.are_disjoint(h, t) && w.was.are_disjoint(t, h));
        then.memory.places = s.memory.places = w.touched;
    }
    void use_around(const z3::expr& t)
    {
        const auto o = around(t);
        w.touch(t);
        w.touch(o);
        fact(z3::implies(s.memory.is_inside(t),
                         w.before.is_start(o) && o <= t && t < w.was.next(o)));
        fact(w.was.are_disjoint(o, t));
    }
    [[nodiscard]] claims at_word(const state& t, const z3::expr& a) const
    {
        const auto& memory = t.memory;
        const auto start = w.before.is_start(a);
        const auto in_header = [&](color c) { return L::has_color(memory.peek(a), c).e; };
        auto all = base::at_word(t, a);
        all.emplace_back(
            "all words of a block are marked, or none",
            z3::implies(memory.is_inside(a), memory.marked_at(a) == memory.marked_at(around(a))));
        all.emplace_back("no free block is marked",
                         z3::implies(start && memory.marked_at(a), w.was.is_allocated(a)));
        all.emplace_back(
            "no header is black, and that of a marked object is white",
            z3::implies(start, !in_header(color::black) &&
                                   z3::implies(memory.marked_at(a), in_header(color::white))));
        return all;
    }
};

}  // namespace strata::prove
