// layer1_graph/boost_graph.hpp: a `graph` is a graph of Boost.Graph, for all of its algorithms.
#pragma once

#include <cstddef>
#include <utility>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <boost/property_map/property_map.hpp>

#include <strata/layer1_graph/graph.hpp>

namespace strata::graph {

/// The edge from `source` to the vertex it is given.
template <class V>
struct edge_from {
    V source{};
    constexpr std::pair<V, V> operator()(const V& target) const { return {source, target}; }
};

template <class V>
using out_edge_iterator = boost::transform_iterator<edge_from<V>, const V*>;

template <class V>
[[nodiscard]] auto out_edges(const V& x, const graph<V>& g)
{
    const auto [first, last] = adjacent_vertices(x, g);
    return std::pair{out_edge_iterator<V>{first, {x}}, out_edge_iterator<V>{last, {x}}};
}

template <class V>
[[nodiscard]] std::size_t out_degree(const V& x, const graph<V>& g)
{
    return successors(g, x).size();
}

template <class V>
[[nodiscard]] V source(const std::pair<V, V>& edge, const graph<V>&)
{
    return edge.first;
}

template <class V>
[[nodiscard]] V target(const std::pair<V, V>& edge, const graph<V>&)
{
    return edge.second;
}

/// The property map from a vertex to its place among the vertices.
template <class V>
struct vertex_index_map {
    using key_type = V;
    using value_type = std::size_t;
    using reference = std::size_t;
    using category = boost::readable_property_map_tag;

    const graph<V>* g = nullptr;

    [[nodiscard]] friend std::size_t get(const vertex_index_map& m, const V& x)
    {
        return m.g->index_of(x);
    }
    [[nodiscard]] std::size_t operator[](const V& x) const { return g->index_of(x); }
};

template <class V>
[[nodiscard]] vertex_index_map<V> get(boost::vertex_index_t, const graph<V>& g)
{
    return {&g};
}

/// What a `graph` models: its edges can be followed, and its vertices listed.
struct traversal_category :
    virtual boost::adjacency_graph_tag,
    virtual boost::incidence_graph_tag,
    virtual boost::vertex_list_graph_tag {};

}  // namespace strata::graph

namespace boost {

template <class V>
struct graph_traits<strata::graph::graph<V>> {
    using vertex_descriptor = V;
    using edge_descriptor = std::pair<V, V>;
    using vertex_iterator = const V*;
    using adjacency_iterator = const V*;
    using out_edge_iterator = strata::graph::out_edge_iterator<V>;
    using in_edge_iterator = void;
    using edge_iterator = void;
    using directed_category = directed_tag;
    using edge_parallel_category = disallow_parallel_edge_tag;
    using traversal_category = strata::graph::traversal_category;
    using vertices_size_type = std::size_t;
    using edges_size_type = std::size_t;
    using degree_size_type = std::size_t;

    /// Boost asks for a name that no vertex has; it is only read for the empty graph, where any
    /// will do.
    static V null_vertex() { return V{}; }
};

template <class V>
struct property_map<strata::graph::graph<V>, vertex_index_t> {
    using type = strata::graph::vertex_index_map<V>;
    using const_type = type;
};

}  // namespace boost
