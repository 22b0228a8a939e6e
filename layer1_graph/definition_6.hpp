// layer1_graph/definition_6.hpp: what a cycle of an incremental collector must do.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/change_summary.hpp>
#include <strata/layer1_graph/definition_5.hpp>

namespace strata::graph {

/// The clauses of Definition 5, told of a heap that changes meanwhile; the paper numbers them 1,
/// 2 (a), 2 (b) and 3, and has white and blue in its lemmas.
inline constexpr std::array definition_6_clauses = {
    "the heap stays well formed",
    "exactly the objects reachable at the start and the new ones survive",
    "survivors point where they pointed, but for the edges added and deleted",
    "every object is white or blue",
    "no field of a survivor changes but by the mutator",
};

/// The edges that leave the vertices of `some`, a set.
template <class V>
[[nodiscard]] constexpr std::vector<std::pair<V, V>> edges_from(const graph<V>& g,
                                                                const std::vector<V>& some)
{
    std::vector<std::pair<V, V>> edges;
    for (const V& x : some)
        for (const V& y : successors(g, x)) edges.emplace_back(x, y);
    return edges;
}

/// What a mutator can reach from the roots, now or later: also by a pointer that may be bypassed.
template <class V, class D, std::ranges::input_range R>
[[nodiscard]] constexpr std::vector<V> proved_loadable(const observation<V, D>& before,
                                                       const R& roots)
{
    if (before.bypassed.empty()) return proved_reachable(before.objects, roots);
    auto edges = edges_from(before.objects, before.objects.vertices());
    edges.insert(edges.end(), before.bypassed.begin(), before.bypassed.end());
    return proved_reachable(graph<V>{before.objects.vertices(), std::move(edges)}, roots);
}

/// The least new object that was there already, and reachable: its memory has been given away.
template <class V>
[[nodiscard]] constexpr std::optional<V> find_common(const std::vector<V>& a,
                                                     const std::vector<V>& b)
{
    for (const V& x : a)
        if (is_in(b, x)) return x;
    return std::nullopt;
}

/// Whether the fields of `x` are what they were at the start, or what the mutator has written.
template <class V, class D>
[[nodiscard]] constexpr bool fields_follow(const observation<V, D>& before,
                                           const change_summary<V, D>& changes,
                                           const observation<V, D>& after, const V& x)
{
    const auto fields = after.fields_of(x);
    const bool is_new = is_in(changes.new_allocs, x);
    if (!is_new && before.fields_of(x).size() != fields.size()) return false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const D* const written = find_written(changes, x, i);
        if (written == nullptr && is_new) return false;
        if (fields[i] != (written != nullptr ? *written : before.fields_of(x)[i])) return false;
    }
    return true;
}

/// Judges a cycle by what was there when it started, by the roots at that moment, by what the
/// mutator has done since, and by what is there at its end. The first clause that is broken is
/// named.
///
/// Expects  `before` is well formed; the roots are objects of it; every field of a new object is
///          recorded as written.
template <class V, class D, std::ranges::input_range R>
[[nodiscard]] constexpr verdict<V> definition_6(const observation<V, D>& before, const R& roots,
                                                const change_summary<V, D>& changes,
                                                const observation<V, D>& after)
{
    expects(!before.defect, "the heap is well formed when a cycle starts");
    const auto broken = [](int clause, std::optional<V> witness) {
        return verdict<V>{clause, definition_6_clauses[static_cast<std::size_t>(clause - 1)],
                          witness};
    };
    if (after.defect) return broken(1, after.defect);
    const auto reachable = proved_loadable(before, roots);
    const auto& survivors = after.objects.vertices();
    if (const auto x = find_common(changes.new_allocs, reachable)) return broken(2, x);
    if (const auto x = find_difference(union_of(reachable, changes.new_allocs), survivors))
        return broken(2, x);
    const auto edges =
        difference_of(union_of(edges_from(before.objects, reachable), changes.added_edges),
                      changes.deleted_edges);
    if (const auto e = find_difference(edges, edges_from(after.objects, survivors)))
        return broken(3, e->first);
    if (after.neither_white_nor_blue) return broken(4, after.neither_white_nor_blue);
    for (const V& x : survivors)
        if (!fields_follow(before, changes, after, x)) return broken(5, x);
    return {};
}

}  // namespace strata::graph
