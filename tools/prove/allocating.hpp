// tools/prove/allocating.hpp: a heap from which an allocator takes, or which it is being handed.
#pragma once

#include <strata/layer2_functional/kinds.hpp>

#include "world.hpp"

namespace strata::prove {

/// The header of what has its first field at `x`.
template <class L>
[[nodiscard]] z3::expr header_at(const z3::expr& x)
{
    const auto h = x - reading<L>::unit();
    fact(is_aligned(h) == is_aligned(x));  // the lemma about whole words
    return h;
}
/// Whether a free block has its first field at `x`.
template <class L>
[[nodiscard]] z3::expr is_free(const symbolic_heap<L>& heap, const z3::expr& x)
{
    return heap.is_start(header_at<L>(x)) && reading<L>{heap}.is(color::blue, header_at<L>(x));
}
/// The word at `x`: where the first field of a free block leads.
template <class L>
[[nodiscard]] z3::expr link(const symbolic_heap<L>& heap, const z3::expr& x)
{
    return z3::select(heap.words, x);
}
/// The blocks at `places` end before `limit`, the free ones have a field, and none overlaps one of
/// those at `written`.
template <class L>
void use_blocks(path& p, const symbolic_heap<L>& heap, const std::vector<z3::expr>& places,
                const std::vector<z3::expr>& written, const z3::expr& limit)
{
    const reading<L> at{heap};
    for (const auto& t : places) {
        p.assume(at.block_tiles(t, limit));
        p.assume(z3::implies(heap.is_start(t) && at.is(color::blue, t), at.wosize(t) >= 1));
        for (const auto& u : written) p.assume(at.are_disjoint(t, u) && at.are_disjoint(u, t));
    }
}

/// Whether an allocator, of which this is not known, takes the front of a block and not its end.
[[nodiscard]] inline z3::expr is_at_front() { return context().bool_const("at_front"); }

/// A well-formed heap, a free block at `h` in it, and a request that it can serve.
template <class L>
struct request {
    using W = word_of<L>;
    path& p;
    symbolic_heap<L> before;
    reading<L> was{before};
    z3::expr a = number("a"), c = number("c"), h = number("free_block");
    W wosize = W::named("n"), tag = W::named("tg");

    explicit request(path& of, const symbolic_heap<L>& heap = any_heap<L>("before", "starts"))
        : p{of}
        , before{heap}
    {
        const auto most = context().int_val(static_cast<std::uint64_t>(L::max_wosize));
        const auto most_tag = context().int_val(static_cast<std::uint64_t>(L::max_tag));
        p.assume(1 <= wosize.e && wosize.e <= most && tag.e <= most_tag);
        const auto header = L::make_header(wosize, color::white, tag);
        p.assume(holds([&] { return functional::may_exist<L>(header); }));
        use_blocks(p, before, {a, c, h}, {a, c, h}, before.last.e);
    }
    void has_free_block()
    {
        p.assume(before.is_start(h) && was.is(color::blue, h) && was.wosize(h) >= wosize.e);
    }
    /// The blocks after one of `wosize` fields has been cut off the one at `h`.
    [[nodiscard]] symbolic_heap<L> cut_off(const symbolic_memory<L>& memory) const
    {
        const auto starts = z3::store(before.starts, taken(), context().bool_val(true));
        const auto is_start = z3::select(starts, end()) || end() < was.next(h);
        return {memory, z3::store(starts, end(), is_start)};
    }
    [[nodiscard]] z3::expr taken() const
    {
        return z3::ite(is_at_front(), h, h + (was.wosize(h) - wosize.e) * was.unit());
    }
    [[nodiscard]] z3::expr end() const { return taken() + (wosize.e + 1) * was.unit(); }
    /// What is left of the block, unless all of it was taken.
    [[nodiscard]] z3::expr rest() const { return z3::ite(is_at_front(), end(), h); }
    /// `but` says which words may change besides those of the block.
    void ensure_well_cut(const symbolic_memory<L>& memory,
                         const z3::expr& but = context().bool_val(false))
    {
        const auto then = cut_off(memory);
        const reading<L> is{then};
        const auto inside = h <= a && a < was.next(h);
        p.ensure("no word outside the free block changes, but links of free blocks",
                 inside || but || z3::select(memory.words, a) == z3::select(before.words, a));
        p.ensure("the blocks tile the memory as before", is.block_tiles(a, before.last.e));
        p.ensure("no two blocks overlap", is.are_disjoint(a, c));
        p.ensure("what is allocated is white, of the size and tag asked for",
                 is.is(color::white, taken()) && is.wosize(taken()) == wosize.e &&
                     is.tag(taken()) == tag.e);
        p.ensure("what is left of the block is free, or a white fragment",
                 was.wosize(h) == wosize.e ||
                     (is.is(color::blue, rest()) && is.wosize(rest()) >= 1) ||
                     (is.is(color::white, rest()) && is.wosize(rest()) == 0));
    }
};

/// The blocks that an allocator has been handed, and the next one, `n` fields at `h`, above them.
template <class L>
struct handing {
    using W = word_of<L>;
    path& p;
    symbolic_heap<L> before = any_heap<L>("before", "handed");
    reading<L> was{before};
    z3::expr a = number("a");
    W h = W::named("h"), n = W::named("n");

    explicit handing(path& of)
        : p{of}
    {
        p.assume(before.first.e <= h.e && is_aligned(h.e) && was.next(h.e) <= before.last.e);
        p.assume(was.is(color::blue, h.e) && was.wosize(h.e) == n.e && n.e >= 1);
    }
    /// What is known where one of `xs` may be the first field of a block that was handed over.
    void use(std::vector<z3::expr> xs)
    {
        for (auto& x : xs) x = x - was.unit();
        xs.push_back(a);
        use_blocks(p, before, xs, xs, h.e);
    }
    [[nodiscard]] symbolic_heap<L> handed(const symbolic_memory<L>& memory) const
    {
        return {memory, z3::store(before.starts, h.e, context().bool_val(true))};
    }
    /// What sweep is proved for.
    void ensure_contract(const symbolic_memory<L>& memory)
    {
        p.ensure("no word changes but first fields of free blocks",
                 is_free(handed(before), a) ||
                     z3::select(memory.words, a) == z3::select(before.words, a));
    }
};

}  // namespace strata::prove
