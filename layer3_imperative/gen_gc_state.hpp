// layer3_imperative/gen_gc_state.hpp: what CakeML's collection in place knows between two steps.
#pragma once

#include <cstddef>
#include <utility>

#include <strata/concepts/generational_layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// A view says which values are pointers, and which objects references, to one collection. To this
/// one all that the layout says: a full collection.
template <generational_layout L>
struct whole_heap {
    static constexpr bool takes_refs_as_roots = false;

    [[nodiscard]] static constexpr auto is_pointer(word_of<L> v) { return L::is_pointer(v); }
    [[nodiscard]] static constexpr auto is_ref(word_of<L> header) { return L::is_ref(header); }
    [[nodiscard]] static constexpr bool may_move(word_of<L>) { return true; }
};

/// All objects are alike: the simple collection.
template <generational_layout L>
struct one_kind {
    static constexpr bool takes_refs_as_roots = false;

    [[nodiscard]] static constexpr auto is_pointer(word_of<L> v) { return L::is_pointer(v); }
    [[nodiscard]] static constexpr bool is_ref(word_of<L>) { return false; }
    [[nodiscard]] static constexpr bool may_move(word_of<L>) { return true; }
};

/// Pointers out of the generation are data, and there are no references in it: a partial
/// collection.
template <generational_layout L>
struct generation {
    static constexpr bool takes_refs_as_roots = true;

    word_of<L> gen_start, refs_start;

    [[nodiscard]] constexpr bool is_pointer(word_of<L> v) const
    {
        if (!L::is_pointer(v)) return false;
        const auto n = offset<L>(v);
        return gen_start <= n && n < refs_start;
    }
    [[nodiscard]] static constexpr bool is_ref(word_of<L>) { return false; }
    [[nodiscard]] static constexpr auto may_move(word_of<L> header) { return !L::is_ref(header); }
};

/// Nobody watches, and nothing is paid.
struct unwatched {
    constexpr void begun(const auto&, const auto&) const {}
    constexpr void moved_root(const auto&, const auto&) const {}
    constexpr void moved_ref(const auto&) const {}
    constexpr void moved_data(const auto&) const {}
};

/// The words of a heap in use: data up to `next`, references from `refs` up to `limit`.
template <generational_layout L>
struct used_words {
    word_of<L> next, refs, limit;
};

/// Words are counted from the start of the heap. The new heap has its data up to `a`, of which
/// those from `h2` on are not updated, and its references from `b` on: those before `batch` are not
/// updated, nor those from `r2` up to `r1`. Its first word is word `base` of the heap.
///
/// Invariant  an object of `curr` is forwarded iff it has one copy in `other`; what is updated
///            leads, in this view, to copies only, and what is not, to no copy.
template <generational_layout L, word_memory<word_of<L>> M, class View, class Watch = unwatched>
struct gen_gc_state {
    using layout_type = L;
    static constexpr bool takes_refs_as_roots = View::takes_refs_as_roots;

    M curr, other;  ///< CakeML: CurrHeap and OtherHeap
    View view;
    used_words<L> used;
    word_of<L> base;
    word_of<L> a, b;
    word_of<L> h2;
    word_of<L> r2, r1, batch;
    word_of<L> i;       ///< the next field of what is being updated
    std::size_t roots;  ///< how many are updated
    bool ok;
    [[no_unique_address]] Watch watch;
};

template <class State>
using collected_layout = typename State::layout_type;

/// Nothing has moved. Of a heap as long as `other`, all is to be collected.
template <generational_layout L, word_memory<word_of<L>> M, class View, class Watch = unwatched>
[[nodiscard]] constexpr auto begin_full(M curr, M other, used_words<L> used, View view,
                                        Watch watch = {})
{
    const auto none = word<word_of<L>>(0), end = length<L>(other);
    return gen_gc_state<L, M, View, Watch>{
        .curr = std::move(curr),
        .other = std::move(other),
        .view = std::move(view),
        .used = used,
        .base = none,
        .a = none,
        .b = end,
        .h2 = none,
        .r2 = end,
        .r1 = end,
        .batch = end,
        .i = word<word_of<L>>(1),
        .roots = 0,
        .ok = true,
        .watch = std::move(watch),
    };
}

/// Nothing has moved. The generation from `gen_start` is to be collected, and the references are
/// more roots.
template <generational_layout L, word_memory<word_of<L>> M, class Watch = unwatched>
[[nodiscard]] constexpr auto begin_partial(M curr, M other, used_words<L> used,
                                           word_of<L> gen_start, Watch watch = {})
{
    const auto room = length<L>(other), whole = used.refs - gen_start;
    const auto end = gen_start + (room < whole ? room : whole);
    return gen_gc_state<L, M, generation<L>, Watch>{
        .curr = std::move(curr),
        .other = std::move(other),
        .view = {gen_start, used.refs},
        .used = used,
        .base = gen_start,
        .a = gen_start,
        .b = end,
        .h2 = gen_start,
        .r2 = used.refs,
        .r1 = used.limit,
        .batch = end,
        .i = word<word_of<L>>(1),
        .roots = 0,
        .ok = true,
        .watch = std::move(watch),
    };
}

}  // namespace strata::imperative
