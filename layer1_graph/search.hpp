// layer1_graph/search.hpp: one search for every collector; the worklist chooses its order.
#pragma once

#include <cstddef>
#include <ranges>
#include <utility>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/observers.hpp>
#include <strata/layer1_graph/search_state.hpp>
#include <strata/layer1_graph/worklists.hpp>

namespace strata::graph {

/// What a search has visited, and why each vertex was.
template <class V>
struct search_result {
    std::vector<V> visited;         ///< a set
    derivation<V> steps;            ///< the visits, in their order
    std::vector<std::size_t> step;  ///< of each member of `visited`: its place in `steps`

    [[nodiscard]] constexpr bool is_visited(const V& x) const { return is_in(visited, x); }

    /// The path on which `x` was found, from a root.
    ///
    /// Expects  `x` is visited.
    [[nodiscard]] constexpr reach_certificate<V> certificate(const V& x) const
    {
        expects(is_visited(x), "only what is visited has a certificate");
        return certificate_of(steps, step[position_in(visited, x)]);
    }
};

/// The result so far: O(V).
template <class V, worklist W>
[[nodiscard]] constexpr search_result<V> result_of(search_state<V, W> s)
{
    search_result<V> result{.visited = visited_set(s), .steps = std::move(s.visited), .step = {}};
    for (std::size_t i = 0; i < s.vertices.size(); ++i)
        if (s.status[i] == progress::visited) result.step.push_back(s.step[i]);
    return result;
}

/// Makes the successors of `x` seen, because of step `from`. Fig. 19: those that are not yet
/// visited or on the stack are pushed.
template <object_graph G, worklist W>
constexpr void push_unvisited(const G& g, const vertex_of<G>& x, std::size_t from,
                              search_state<vertex_of<G>, W>& s)
{
    for (const vertex_of<G>& y : in(adjacent_vertices(x, g))) see(s, y, from);
}

/// One step: takes a vertex from the worklist, visits it, and sees its successors. Fig. 19:
/// `dfs_body`.
///
/// Expects  the worklist is not empty.
template <object_graph G, worklist W>
constexpr void search_body(const G& g, search_state<vertex_of<G>, W>& s)
{
    const auto x = s.unvisited.pop();
    const auto i = position_in(s.vertices, x);
    s.step[i] = s.visited.size();
    s.visited.push_back({x, s.from[i]});
    s.status[i] = progress::visited;
    push_unvisited(g, x, s.step[i], s);
}

/// There is a vertex to visit, in the worklist or among those it had no room for.
template <class V, worklist W>
[[nodiscard]] constexpr bool has_unvisited(search_state<V, W>& s)
{
    if (s.unvisited.empty()) rescan(s);
    return !s.unvisited.empty();
}

/// Visits what the roots reach, all of it and nothing else, each vertex once.
///
/// O((V + E) log V), and O(V) more for each time that a full worklist runs empty.
/// Expects  the roots are vertices, in any order, with or without repetition; the worklist is
/// empty.
template <object_graph G, std::ranges::input_range R, worklist W, class Observer = default_observer>
[[nodiscard]] constexpr search_result<vertex_of<G>> search(const G& g, const R& roots, W unvisited,
                                                           Observer observe = {})
{
    auto s = begin_search(g, roots, std::move(unvisited));
    for (observe(g, s); has_unvisited(s); observe(g, s)) search_body(g, s);
    return result_of(std::move(s));
}

/// The search of Fig. 19: the worklist is a stack.
template <object_graph G, std::ranges::input_range R, class Observer = default_observer>
[[nodiscard]] constexpr search_result<vertex_of<G>> dfs(const G& g, const R& roots,
                                                        Observer observe = {})
{
    return search(g, roots, stack<vertex_of<G>>{}, observe);
}

}  // namespace strata::graph
