// tools/prove/sweeping.hpp: the invariant of sweep, as formulas over sweep's own state.
#pragma once

#include <functional>
#include <optional>

#include <strata/layer3_imperative/sweep.hpp>

#include "symbolic_runs.hpp"

namespace strata::prove {

/// An allocator of which only the contract is known: `add` changes no word but the first fields of
/// free blocks. That the shipped allocators keep it is proved with them. It models `allocator`.
template <class L>
struct any_allocator {
    static constexpr bool in_address_order = false;
    std::function<void(symbolic_memory<L>&, header_of<L>, word_of<L>)> on_add;

    void begin_sweep() {}
    void add(symbolic_memory<L>& memory, header_of<L> h, word_of<L> n) { on_add(memory, h, n); }
    void add(least_memory<word_of<L>>&, header_of<L>, word_of<L>) {}
    template <class M>
    void end_sweep(M&)
    {}
    template <class M>
    std::optional<header_of<L>> take(M&, word_of<L>)
    {
        return std::nullopt;
    }
    template <class M, class F>
    void each_free(const M&, F) const
    {}
};

/// What sweep has handed to its allocator: which blocks, and the last of them.
struct handed_over {
    z3::expr blocks = set("handed_over");
    z3::expr last = number("last_handed_over");
};

/// Any state of sweep. `marked` is the heap when sweep began. `now` is memory as it will be when
/// the runs that are held have their headers; `now.starts` are the blocks of the part that is done,
/// which ends at `run`: from there to `sw` the words are free.
template <class L, class M = symbolic_memory<L>>
struct sweeping {
    using W = word_of<L>;
    using state = imperative::sweep_state<L, M, any_allocator<L>, symbolic_runs<L>>;

    symbolic_heap<L> marked = any_heap<L>("marked", "starts");
    reading<L> was{marked};

    [[nodiscard]] z3::expr run(const state& t) const
    {
        return t.sw.at.e - t.free_words.e * was.unit();
    }
    [[nodiscard]] z3::expr survives(const z3::expr& h) const
    {
        return marked.is_start(h) && was.is(color::black, h);
    }
    /// Whether `header` is what will be at `a` when what is held has been flushed.
    [[nodiscard]] static z3::expr settles(const state& t, const z3::expr& a, const W& header)
    {
        const auto n = t.held.held(a);
        const auto word = t.memory.peek(a);
        const auto same_tag = (L::tag(header) == L::tag(word)).e;
        const auto in_colour = z3::ite(n == 1, L::has_color(header, color::white).e,
                                       L::has_color(header, color::blue).e);
        return z3::ite(n > 0, L::wosize(header).e == n - 1 && same_tag && in_colour,
                       header.e == word.e);
    }
    /// Of the free block at `a`, if there is one.
    [[nodiscard]] claims at_free(const state& t, const symbolic_heap<L>& now,
                                 const handed_over& given, const z3::expr& a) const
    {
        const auto held = t.held.held(a) > 0, had = z3::select(given.blocks, a);
        const auto free = now.is_start(a) && reading<L>{now}.is(color::blue, a);
        return {{"a run that is held lies between what the allocator has and the free words",
                 z3::implies(held, now.is_start(a) && given.last < a && a < run(t))},
                {"the allocator has a free block, or it is held, and not both",
                 z3::implies(free, held != had) && z3::implies(had, free)}};
    }
    /// Of any address `a`.
    [[nodiscard]] claims at_word(const state& t, const symbolic_heap<L>& now,
                                 const z3::expr& a) const
    {
        const reading<L> is{now};
        const auto same = is.wosize(a) == was.wosize(a) && is.tag(a) == was.tag(a);
        const auto kept = survives(a) && is.is(color::white, a) && same;
        const auto freed = !survives(a) && ((is.is(color::blue, a) && is.wosize(a) >= 1) ||
                                            (is.is(color::white, a) && is.wosize(a) == 0));
        const auto word_now = z3::select(now.words, a), word_was = z3::select(marked.words, a);
        return {
            {"what is not swept yet is unchanged", z3::implies(a >= run(t), word_now == word_was)},
            {"swept blocks tile the memory before the free words", is.block_tiles(a, run(t))},
            {"a swept block survives, white, or is free, or a white fragment",
             z3::implies(now.is_start(a), kept || freed)},
            {"every black object that has been swept survives",
             z3::implies(survives(a) && a < run(t), now.is_start(a))},
            {"the free words before sw have no black object",
             z3::implies(marked.is_start(a) && run(t) <= a && a < t.sw.at.e, !survives(a))}};
    }
    [[nodiscard]] claims at_field(const state& t, const symbolic_heap<L>& now, const z3::expr& h,
                                  const z3::expr& j) const
    {
        const auto f = was.field(h, j);
        return {{"no field of a survivor changes",
                 z3::implies(survives(h) && h < run(t) && 1 <= j && j <= was.wosize(h),
                             z3::select(now.words, f) == z3::select(marked.words, f))}};
    }
    [[nodiscard]] claims everywhere(const state& t, const symbolic_heap<L>& now,
                                    const handed_over& given) const
    {
        const auto& sw = t.sw.at.e;
        const auto most = context().int_val(static_cast<std::uint64_t>(L::max_wosize));
        return {
            {"sw is at a block, or at the end", sw == marked.last.e || marked.is_start(sw)},
            {"the free words are in the heap and fit in one block",
             0 <= t.free_words.e && t.free_words.e <= most + 1 && marked.first.e <= run(t) &&
                 is_aligned(run(t)) && (sw == run(t) || marked.is_start(run(t)))},
            {"what is held keeps within its capacity; the allocator has nothing after it",
             0 <= t.held.size && t.held.size <= t.held.capacity && given.last < run(t)},
            {"the first block is swept", marked.first.e == run(t) || now.is_start(marked.first.e)}};
    }
};

}  // namespace strata::prove
