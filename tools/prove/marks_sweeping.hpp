// tools/prove/marks_sweeping.hpp: the invariant of a sweep by runs of marks.
#pragma once

#include "marks_memory.hpp"
#include "sweeping.hpp"

namespace strata::prove {

/// Any state of a sweep by marks. `was_marked` are the marks when it began. `now` is as in
/// `sweeping`, but `now.starts` has only the blocks that sweep has made: of survivors it knows no
/// more than their marks. `cover` says in which of these blocks a word is.
template <class L>
struct marks_sweeping : sweeping<L, marks_memory<L>> {
    using base = sweeping<L, marks_memory<L>>;
    using state = typename base::state;
    using base::marked, base::run, base::was;

    z3::expr was_marked = set("marks_at_start");

    [[nodiscard]] z3::expr survives(const z3::expr& a) const { return z3::select(was_marked, a); }
    /// Whether the word at `a` is in the heap and must be in a free block by now.
    [[nodiscard]] z3::expr is_freed(const state& t, const z3::expr& a) const
    {
        return marked.first.e <= a && a < run(t) && !survives(a);
    }
    /// Of any address `a`.
    [[nodiscard]] claims at_word(const state& t, const symbolic_heap<L>& now, const z3::expr& cover,
                                 const z3::expr& a) const
    {
        const reading<L> is{now};
        const auto start = now.is_start(a), block = z3::select(cover, a), next = is.next(a);
        const auto& sw = t.sw.at.e;
        const auto word_now = z3::select(now.words, a), word_was = z3::select(marked.words, a);
        const auto size = is.wosize(a);
        return {
            {"a marked word never changes, nor does one that sw has not passed",
             z3::implies(survives(a) || a >= sw, word_now == word_was)},
            {"the marks behind sw are gone, and from sw on they are what they were",
             z3::implies(t.memory.is_inside(a), t.memory.marked_at(a) == (a >= sw && survives(a)))},
            {"the free words before sw have no mark",
             z3::implies(run(t) <= a && a < sw, !survives(a))},
            {"a swept block is in the heap, before the free words",
             z3::implies(start, marked.first.e <= a && is_aligned(a) && next <= run(t))},
            {"a swept block is free, or a white fragment, and not too long",
             z3::implies(start, size <= t.limit.e && ((is.is(color::blue, a) && size >= 1) ||
                                                      (is.is(color::white, a) && size == 0)))},
            {"what was not marked, and is before the free words, is in a block",
             z3::implies(is_freed(t, a), now.is_start(block) && block <= a && a < is.next(block))},
            {"a block begins where what was not marked begins",
             z3::implies(is_freed(t, a) && is_aligned(a) &&
                             (a == marked.first.e || survives(a - was.unit())),
                         start)},
            {"a block ends where one begins, or what was marked, or the free words",
             z3::implies(start, next == run(t) || survives(next) || now.is_start(next))}};
    }
    /// Of any two addresses.
    [[nodiscard]] claims at_both(const symbolic_heap<L>& now, const z3::expr& h,
                                 const z3::expr& a) const
    {
        const reading<L> is{now};
        return {{"a free block has no marked word",
                 z3::implies(now.is_start(h) && h <= a && a < is.next(h), !survives(a))},
                {"no two blocks overlap", is.are_disjoint(h, a)}};
    }
    [[nodiscard]] claims everywhere(const state& t, const handed_over& given) const
    {
        const auto& sw = t.sw.at.e;
        return {{"sw and the free words before it are in the heap",
                 marked.first.e <= run(t) && 0 <= t.free_words.e && sw <= marked.last.e &&
                     is_aligned(sw) && is_aligned(run(t))},
                {"the free words fit in one block", t.free_words.e <= t.limit.e + 1},
                {"what is held keeps within its capacity; the allocator has nothing after it",
                 0 <= t.held.size && t.held.size <= t.held.capacity && given.last < run(t)}};
    }
};

}  // namespace strata::prove
