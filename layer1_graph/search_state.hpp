// layer1_graph/search_state.hpp: the sets of a search: unseen, seen but unvisited, visited.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/object_graph.hpp>
#include <strata/concepts/worklist.hpp>
#include <strata/layer1_graph/ordered_set.hpp>
#include <strata/layer1_graph/reach.hpp>

namespace strata::graph {

/// A vertex is seen when it is known to be reachable, and visited when its successors are seen.
enum class progress : unsigned char { unseen, unvisited, visited };

/// Vertices are counted by their place in `vertices`: so every `object_graph` has dense ones.
template <class V, worklist W>
struct search_state {
    std::vector<V> vertices;  ///< a set
    std::vector<V> roots;     ///< a set. Fig. 21: `r_list`
    W unvisited;              ///< Fig. 19: the stack `st`
    derivation<V> visited{};  ///< in the order of the visits. Fig. 19: `vl`
    std::vector<progress> status{};
    std::vector<seen_from> from{};    ///< of each seen vertex: the step that saw it
    std::vector<std::size_t> step{};  ///< of each visited vertex: its step in `visited`
    std::size_t first_dropped = 0;    ///< the vertices dropped by the worklist are not before it
};

/// Puts the seen vertex at place `i` into the worklist, or drops it, to be found by `rescan`.
template <class V, worklist W>
constexpr void push_or_drop(search_state<V, W>& s, std::size_t i)
{
    if (s.unvisited.full()) {
        s.first_dropped = std::min(s.first_dropped, i);
    } else {
        s.unvisited.push(s.vertices[i]);
    }
}

/// Makes `x` seen, if it is not, because of step `from`.
template <class V, worklist W>
constexpr void see(search_state<V, W>& s, const V& x, seen_from from)
{
    const auto i = position_in(s.vertices, x);
    expects(i < s.vertices.size(), "roots and ends of edges are vertices");
    if (s.status[i] != progress::unseen) return;
    s.status[i] = progress::unvisited;
    s.from[i] = from;
    push_or_drop(s, i);
}

/// The roots are seen, nothing is visited.
///
/// Expects  the roots are vertices, repeated or not; the worklist is empty.
template <object_graph G, std::ranges::input_range R, worklist W>
[[nodiscard]] constexpr auto begin_search(const G& g, const R& roots, W unvisited)
{
    expects(unvisited.empty(), "a search starts with an empty worklist");
    using V = vertex_of<G>;
    const auto all = in(vertices(g));
    search_state<V, W> s{
        .vertices = as_set(std::vector<V>(all.begin(), all.end())),
        .roots = as_set(std::vector<V>(std::ranges::begin(roots), std::ranges::end(roots))),
        .unvisited = std::move(unvisited)};
    const auto n = s.vertices.size();
    s.status.assign(n, progress::unseen);
    s.from.assign(n, std::nullopt);
    s.step.assign(n, 0);
    s.first_dropped = n;
    for (const auto& r : s.roots) see(s, r, std::nullopt);
    return s;
}

/// Fills the worklist again with what was dropped, as far as it has room. O(V).
template <class V, worklist W>
constexpr void rescan(search_state<V, W>& s)
{
    for (auto i = std::exchange(s.first_dropped, s.vertices.size()); i < s.vertices.size(); ++i) {
        if (s.status[i] == progress::unvisited) push_or_drop(s, i);
        if (s.first_dropped == i) return;
    }
}

}  // namespace strata::graph
