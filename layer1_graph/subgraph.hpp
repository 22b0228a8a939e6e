// layer1_graph/subgraph.hpp: the reachable sub-graph of Definition 4.
#pragma once

#include <ranges>
#include <utility>
#include <vector>

#include <strata/layer1_graph/graph.hpp>
#include <strata/layer1_graph/search.hpp>

namespace strata::graph {

/// The vertices that the roots reach, with every edge between them. Definition 4: `RG(h, r)`.
///
/// Expects  the roots are vertices.
template <object_graph G, std::ranges::input_range R>
[[nodiscard]] constexpr graph<vertex_of<G>> reachable_subgraph(const G& g, const R& roots)
{
    using V = vertex_of<G>;
    auto reached = dfs(g, roots).visited;
    std::vector<std::pair<V, V>> edges;
    for (const V& x : reached)
        for (const V& y : in(adjacent_vertices(x, g))) edges.emplace_back(x, y);
    return {std::move(reached), std::move(edges)};
}

}  // namespace strata::graph
