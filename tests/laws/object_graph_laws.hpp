// tests/laws/object_graph_laws.hpp: the laws of an object graph, for one graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <strata/concepts/object_graph.hpp>

namespace laws {

template <class V, class P>
[[nodiscard]] constexpr std::vector<V> listed(P iterators)
{
    return {iterators.first, iterators.second};
}

/// `vertices(g)` has no duplicates, and `num_vertices(g)` of them.
template <strata::object_graph G>
[[nodiscard]] constexpr bool vertices_are_a_set(const G& g)
{
    auto all = listed<strata::vertex_of<G>>(vertices(g));
    std::sort(all.begin(), all.end());
    return std::adjacent_find(all.begin(), all.end()) == all.end() &&
           all.size() == static_cast<std::size_t>(num_vertices(g));
}

/// What an edge leads to is a vertex.
template <strata::object_graph G>
[[nodiscard]] constexpr bool ends_are_vertices(const G& g)
{
    using V = strata::vertex_of<G>;
    const auto all = listed<V>(vertices(g));
    for (const V& x : all)
        for (const V& y : listed<V>(adjacent_vertices(x, g)))
            if (std::find(all.begin(), all.end(), y) == all.end()) return false;
    return true;
}

/// Asking twice gives the same answer.
template <strata::object_graph G>
[[nodiscard]] constexpr bool is_constant(const G& g)
{
    using V = strata::vertex_of<G>;
    const auto all = listed<V>(vertices(g));
    for (const V& x : all)
        if (listed<V>(adjacent_vertices(x, g)) != listed<V>(adjacent_vertices(x, g))) return false;
    return all == listed<V>(vertices(g));
}

template <strata::object_graph G>
[[nodiscard]] constexpr bool object_graph_laws(const G& g)
{
    return vertices_are_a_set(g) && ends_are_vertices(g) && is_constant(g);
}

}  // namespace laws
