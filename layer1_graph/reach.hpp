// layer1_graph/reach.hpp: reachability of Fig. 13 as certificates, and their checker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <strata/concepts/object_graph.hpp>
#include <strata/layer1_graph/ordered_set.hpp>

namespace strata::graph {

template <object_graph G>
[[nodiscard]] constexpr bool is_vertex(const G& g, const vertex_of<G>& x)
{
    const auto all = in(vertices(g));
    return std::find(all.begin(), all.end(), x) != all.end();
}

/// O(out-degree of x); a graph that knows better overloads it.
///
/// Expects  `x` is a vertex.
template <object_graph G>
[[nodiscard]] constexpr bool is_edge(const G& g, const vertex_of<G>& x, const vertex_of<G>& y)
{
    const auto successors = in(adjacent_vertices(x, g));
    return std::find(successors.begin(), successors.end(), y) != successors.end();
}

/// The path x = z0 -> z1 -> ... -> y: ReachRefl for x, then one ReachTrans for each edge.
template <class V>
using reach_certificate = std::vector<V>;

/// `path` is a proof of `reach g x y`.
template <object_graph G>
[[nodiscard]] constexpr bool certifies(const G& g, const reach_certificate<vertex_of<G>>& path,
                                       const vertex_of<G>& x, const vertex_of<G>& y)
{
    if (path.empty() || !is_vertex(g, x)) return false;
    for (std::size_t i = 1; i < path.size(); ++i)
        if (!is_edge(g, path[i - 1], path[i])) return false;
    return path.front() == x && path.back() == y;
}

/// The step at the source of the edge by which a vertex was seen; a root has none.
using seen_from = std::optional<std::size_t>;

/// One constructor of Fig. 13: ReachRefl of a root, or ReachTrans along an edge from an earlier
/// step.
template <class V>
struct reach_step {
    V vertex;
    seen_from from;
};

/// Many certificates in the space of one: they share their beginnings.
template <class V>
using derivation = std::vector<reach_step<V>>;

/// Every step of `d` follows: its vertices are reachable from `roots`, a set of vertices of `g`.
/// One edge is looked up for each step.
template <object_graph G>
[[nodiscard]] constexpr bool derives(const G& g, const std::vector<vertex_of<G>>& roots,
                                     const derivation<vertex_of<G>>& d)
{
    for (std::size_t i = 0; i < d.size(); ++i) {
        const auto& [y, from] = d[i];
        const bool follows = from ? *from < i && is_edge(g, d[*from].vertex, y) : is_in(roots, y);
        if (!follows) return false;
    }
    return true;
}

/// The certificate of step `i`, on its own.
template <class V>
[[nodiscard]] constexpr reach_certificate<V> certificate_of(const derivation<V>& d, std::size_t i)
{
    reach_certificate<V> path = {d[i].vertex};
    for (auto from = d[i].from; from; from = d[*from].from) path.push_back(d[*from].vertex);
    std::reverse(path.begin(), path.end());
    return path;
}

/// No edge leaves `set`: with its roots in it, nothing reachable is out of it.
template <object_graph G>
[[nodiscard]] constexpr bool is_closed(const G& g, const std::vector<vertex_of<G>>& set)
{
    for (const auto& x : set)
        for (const auto& y : in(adjacent_vertices(x, g)))
            if (!is_in<vertex_of<G>>(set, y)) return false;
    return true;
}

}  // namespace strata::graph
