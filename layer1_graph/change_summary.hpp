// layer1_graph/change_summary.hpp: what the mutator has done to the objects during a cycle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <strata/layer1_graph/ordered_set.hpp>

namespace strata::graph {

/// The sets of section 8.1, empty when a cycle starts. No edge is in both `added_edges` and
/// `deleted_edges`: of what happened to it, the last counts.
///
/// `written` is not in the paper, whose third condition compares data that nobody has changed: here
/// the mutator may change data too, and the fields that it has written hold what it wrote.
template <class V, class D>
struct change_summary {
    using edge = std::pair<V, V>;
    using field = std::pair<V, std::size_t>;  ///< of an object, counted from 0

    std::vector<V> new_allocs{};
    std::vector<edge> added_edges{}, deleted_edges{};
    std::vector<std::pair<field, D>> written{};
};

/// The two halves of the paper's `write_barrier`, which does the first with (x, old), if the write
/// removes that edge, and then the second with (x, y). Two pointers from x to y are one edge, so a
/// write that leaves another pointer to `old` in x removes none.
template <class V, class D>
constexpr void record_deleted(change_summary<V, D>& changes, const std::pair<V, V>& e)
{
    erase(changes.added_edges, e);
    insert(changes.deleted_edges, e);
}
template <class V, class D>
constexpr void record_added(change_summary<V, D>& changes, const std::pair<V, V>& e)
{
    insert(changes.added_edges, e);
    erase(changes.deleted_edges, e);
}

/// Where the last value written to a field is, or would be.
template <class V, class D>
[[nodiscard]] constexpr std::size_t place_of(const change_summary<V, D>& changes,
                                             const std::pair<V, std::size_t>& f)
{
    const auto at = std::partition_point(changes.written.begin(), changes.written.end(),
                                         [&](const auto& w) { return w.first < f; });
    return static_cast<std::size_t>(at - changes.written.begin());
}

/// The last value that the mutator has written to field `i` of `x`, or nullptr if it has not.
template <class V, class D>
[[nodiscard]] constexpr const D* find_written(const change_summary<V, D>& changes, const V& x,
                                              std::size_t i)
{
    const auto at = place_of(changes, {x, i});
    const bool found = at < changes.written.size() && changes.written[at].first == std::pair{x, i};
    return found ? &changes.written[at].second : nullptr;
}

template <class V, class D>
constexpr void record_written(change_summary<V, D>& changes, const V& x, std::size_t i, D value)
{
    const auto at = place_of(changes, {x, i});
    if (find_written(changes, x, i) != nullptr) changes.written[at].second = value;
    else
        changes.written.insert(changes.written.begin() + static_cast<std::ptrdiff_t>(at),
                               {{x, i}, value});
}

}  // namespace strata::graph
