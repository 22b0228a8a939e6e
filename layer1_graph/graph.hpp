// layer1_graph/graph.hpp: the graph of Fig. 12, a set of vertices and a set of edges between them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/object_graph.hpp>
#include <strata/layer1_graph/ordered_set.hpp>

namespace strata::graph {

/// An edge with an end that is not in `vertices`, a set. Fig. 12: `edge_ends_are_vertices`, with a
/// witness.
template <class V>
[[nodiscard]] constexpr std::optional<std::pair<V, V>>
find_dangling_edge(const std::vector<V>& vertices, const std::vector<std::pair<V, V>>& edges)
{
    for (const auto& e : edges)
        if (!is_in(vertices, e.first) || !is_in(vertices, e.second)) return e;
    return std::nullopt;
}

/// Vertices and edges, both without duplicates, and the ends of every edge are vertices.
template <std::totally_ordered V>
class graph {
public:
    using vertex_descriptor = V;
    using edge = std::pair<V, V>;

    constexpr graph() = default;

    /// The sequences may be in any order, with repetitions: two pointers from x to y are one edge.
    ///
    /// Expects  no dangling edge (`find_dangling_edge` tells which one there is, without ending the
    /// program).
    constexpr graph(std::vector<V> vertices, std::vector<edge> edges)
        : vertices_{as_set(std::move(vertices))}
    {
        edges = as_set(std::move(edges));
        expects(!find_dangling_edge(vertices_, edges), "the ends of every edge are vertices");
        first_.reserve(vertices_.size() + 1);
        targets_.reserve(edges.size());
        auto e = edges.begin();
        for (const V& x : vertices_) {
            for (; e != edges.end() && e->first == x; ++e) targets_.push_back(e->second);
            first_.push_back(targets_.size());
        }
    }

    /// In increasing order.
    [[nodiscard]] constexpr const std::vector<V>& vertices() const noexcept { return vertices_; }
    [[nodiscard]] constexpr std::size_t num_edges() const noexcept { return targets_.size(); }

    /// The place of `x` among the vertices, or their number if it is not one of them. O(log n).
    [[nodiscard]] constexpr std::size_t index_of(const V& x) const
    {
        return position_in(vertices_, x);
    }

    /// Where the edges of the vertex at place `i` lead, in increasing order.
    [[nodiscard]] constexpr std::span<const V> successors_at(std::size_t i) const
    {
        expects(i < vertices_.size(), "only a vertex has successors");
        return {targets_.data() + first_[i], targets_.data() + first_[i + 1]};
    }

    constexpr bool operator==(const graph&) const = default;

private:
    // The edges of the vertex at place i are the targets from first_[i] to first_[i + 1].
    std::vector<V> vertices_, targets_;
    std::vector<std::size_t> first_ = {0};
};

/// Where the edges of `x` lead, in increasing order. O(log n).
template <class V>
[[nodiscard]] constexpr std::span<const V> successors(const graph<V>& g, const V& x)
{
    return g.successors_at(g.index_of(x));
}

template <class V>
[[nodiscard]] constexpr bool is_vertex(const graph<V>& g, const V& x)
{
    return is_in(g.vertices(), x);
}

template <class V>
[[nodiscard]] constexpr bool is_edge(const graph<V>& g, const V& x, const V& y)
{
    if (!is_vertex(g, x)) return false;
    const auto s = successors(g, x);
    return std::binary_search(s.begin(), s.end(), y);
}

/// What Boost.Graph calls the same things, for `object_graph`.
template <class V>
[[nodiscard]] constexpr std::pair<const V*, const V*> vertices(const graph<V>& g)
{
    return {g.vertices().data(), g.vertices().data() + g.vertices().size()};
}

template <class V>
[[nodiscard]] constexpr std::size_t num_vertices(const graph<V>& g)
{
    return g.vertices().size();
}

template <class V>
[[nodiscard]] constexpr std::pair<const V*, const V*> adjacent_vertices(const V& x,
                                                                        const graph<V>& g)
{
    const auto s = successors(g, x);
    return {s.data(), s.data() + s.size()};
}

static_assert(object_graph<graph<int>>);

}  // namespace strata::graph
