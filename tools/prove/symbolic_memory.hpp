// tools/prove/symbolic_memory.hpp: a heap of any size, as an array of the solver.
#pragma once

#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

#include "abstract_layout.hpp"
#include "merge.hpp"
#include "paths.hpp"

namespace strata::prove {

/// Addresses from `first` up to `last`, any number of them. Each access obliges its address to be
/// that of a word of the heap. It models `word_memory`.
template <class L>
struct symbolic_memory {
    using W = word_of<L>;

    W first, last;
    z3::expr words;
    int stores_left = -1;  ///< the path is cut at the store after these; -1 is no limit

    /// With nothing marked, if it has marks.
    [[nodiscard]] static symbolic_memory unmarked(const symbolic_memory& m) { return m; }
    [[nodiscard]] static symbolic_memory with_marks(const symbolic_memory& m) { return m; }
    [[nodiscard]] W begin() const { return first; }
    [[nodiscard]] W end() const { return last; }
    [[nodiscard]] W load(W a) const
    {
        accessed(a);
        return peek(a.e);
    }
    void store(W a, W w)
    {
        if (stores_left-- == 0) throw cut{};
        accessed(a);
        words = z3::store(words, a.e, w.e);
    }
    /// The word at `a`, for a specification.
    [[nodiscard]] W peek(const z3::expr& a) const { return W::word_from(z3::select(words, a)); }
    [[nodiscard]] z3::expr is(color c, const z3::expr& h) const
    {
        return L::has_color(peek(h), c).e;
    }
    [[nodiscard]] z3::expr is_same(const symbolic_memory& m) const { return words == m.words; }

protected:
    void accessed(const W& a) const
    {
        oblige("every access is in bounds", first.e <= a.e && a.e < last.e);
        oblige("every access is aligned", is_aligned(a.e));
    }
};

/// A memory together with the set of addresses at which its blocks start.
template <class L>
struct symbolic_heap : symbolic_memory<L> {
    z3::expr starts;

    [[nodiscard]] z3::expr is_start(const z3::expr& a) const { return z3::select(starts, a); }
};

}  // namespace strata::prove

/// The shipped rules of well-formedness ask this where the blocks start.
template <class S>
class strata::functional::block_starts<
    strata::prove::abstract_layout<S>,
    strata::prove::symbolic_heap<strata::prove::abstract_layout<S>>> {
    using L = strata::prove::abstract_layout<S>;

public:
    explicit block_starts(const strata::prove::symbolic_heap<L>& heap)
        : heap_{&heap}
    {}
    [[nodiscard]] bool contains(header_of<L> h) const
    {
        return bool(strata::prove::symbolic_condition{heap_->is_start(h.at.e)});
    }

private:
    const strata::prove::symbolic_heap<L>* heap_;
};

namespace strata::prove {

/// What the shipped functions of layer 2 say about a symbolic heap, as formulas. Nothing here
/// restates them: each is run on every path.
template <class L>
struct reading {
    using W = word_of<L>;
    const symbolic_heap<L>& heap;

    [[nodiscard]] W header(const z3::expr& h) const { return heap.peek(h); }
    [[nodiscard]] z3::expr wosize(const z3::expr& h) const { return L::wosize(header(h)).e; }
    [[nodiscard]] z3::expr tag(const z3::expr& h) const { return L::tag(header(h)).e; }
    [[nodiscard]] z3::expr is(color c, const z3::expr& h) const
    {
        return L::has_color(header(h), c).e;
    }
    [[nodiscard]] z3::expr is_allocated(const z3::expr& h) const
    {
        return holds([&] { return functional::is_allocated<L>(heap.peek(h)); });
    }
    [[nodiscard]] z3::expr next(const z3::expr& h) const { return h + (wosize(h) + 1) * unit(); }
    [[nodiscard]] z3::expr field(const z3::expr& h, const z3::expr& i) const
    {
        return h + i * unit();
    }
    [[nodiscard]] z3::expr scan_from(const z3::expr& h) const
    {
        return value([&] { return functional::scan_from<L>(heap, {W{h}}); }).e;
    }
    /// The header of the object that a pointer to `x` keeps alive.
    [[nodiscard]] z3::expr resolve(const z3::expr& x) const
    {
        return value([&] { return functional::resolve<L>(heap, {W{x}}).at; }).e;
    }
    /// Field `i` of `h` is scanned and holds a pointer into the heap: an edge of Definition 2.
    [[nodiscard]] z3::expr is_edge(const z3::expr& h, const z3::expr& i) const
    {
        const auto scanned = holds([&] { return functional::scans<L>(heap, {W{h}}, W{i}); });
        return scan_from(h) <= i && i <= wosize(h) && scanned && is_inner(heap.peek(field(h, i)));
    }
    [[nodiscard]] z3::expr is_inner(const W& v) const
    {
        return L::is_pointer(v).e && holds([&] { return within<L>(heap, L::target(v)); });
    }
    [[nodiscard]] z3::expr successor(const z3::expr& h, const z3::expr& i) const
    {
        return resolve(L::target(heap.peek(field(h, i))).at.e);
    }

    /// Definition 1, rule by rule: of a block, of two blocks, of a pointer, of an edge.
    /// A block is in [first, `limit`), starts on a word, and the next one starts where it ends.
    [[nodiscard]] z3::expr block_tiles(const z3::expr& h, const z3::expr& limit) const
    {
        return z3::implies(heap.is_start(h), heap.first.e <= h && h < limit && is_aligned(h) &&
                                                 next(h) <= limit &&
                                                 (next(h) == limit || heap.is_start(next(h))));
    }
    [[nodiscard]] z3::expr block_is_well_formed(const z3::expr& h) const
    {
        const auto header_ok =
            holds([&] { return !functional::find_header_defect<L>(heap, {W{h}}); });
        const auto kind_ok = holds([&] { return !functional::find_kind_defect<L>(heap, {W{h}}); });
        return block_tiles(h, heap.last.e) &&
               z3::implies(heap.is_start(h), header_ok && z3::implies(is_allocated(h), kind_ok));
    }
    [[nodiscard]] z3::expr are_disjoint(const z3::expr& a, const z3::expr& b) const
    {
        return z3::implies(heap.is_start(a) && heap.is_start(b) && a < b, next(a) <= b);
    }
    [[nodiscard]] z3::expr pointer_is_well_formed(const z3::expr& x) const
    {
        const functional::block_starts<L, symbolic_heap<L>> starts{heap};
        return holds([&] { return !functional::find_pointer_defect<L>(heap, starts, {W{x}}); });
    }
    [[nodiscard]] z3::expr edge_is_well_formed(const z3::expr& h, const z3::expr& i) const
    {
        const auto x = L::target(heap.peek(field(h, i))).at.e;
        return z3::implies(heap.is_start(h) && is_allocated(h) && is_edge(h, i),
                           pointer_is_well_formed(x));
    }

    [[nodiscard]] static z3::expr unit()
    {
        return context().int_val(static_cast<std::uint64_t>(L::mword));
    }
};

}  // namespace strata::prove
