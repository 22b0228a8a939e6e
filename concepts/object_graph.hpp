// concepts/object_graph.hpp: what a graph must show to be searched, in Boost.Graph's own words.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace strata {

template <class G>
using vertex_of = typename G::vertex_descriptor;

/// What a `for` loop needs of the pair of iterators that Boost.Graph returns.
template <class I>
struct iterator_pair {
    I first, last;
    [[nodiscard]] constexpr I begin() const { return first; }
    [[nodiscard]] constexpr I end() const { return last; }
};

/// `for (const auto& v : in(vertices(g)))`
template <class I>
[[nodiscard]] constexpr iterator_pair<I> in(std::pair<I, I> p)
{
    return {std::move(p.first), std::move(p.second)};
}

// clang-format off

/// `P` is a pair of iterators over values of type `V`.
template <class P, class V>
concept iterators_over =
    std::same_as<P, std::pair<typename P::first_type, typename P::first_type>> &&
    std::input_iterator<typename P::first_type> &&
    std::equality_comparable<typename P::first_type> &&
    std::convertible_to<std::iter_reference_t<typename P::first_type>, V>;

/// An `object_graph` has objects for vertices and pointers for edges. The operations are those of
/// Boost's VertexListGraph and AdjacencyGraph, so graphs of Boost.Graph are models as they are.
///
/// Provide, the functions found by argument-dependent lookup
///   vertex_descriptor         the name of a vertex: copyable and totally ordered
///   vertices(g)               every vertex, once, as a pair of iterators
///   num_vertices(g)           how many there are
///   adjacent_vertices(v, g)   where the edges of `v` lead, as a pair of iterators
///
/// Laws, checked for every model by tests/laws/object_graph_laws.hpp
///   a set      `vertices(g)` has no duplicates, and `num_vertices(g)` of them
///   ends       what an edge leads to is a vertex
///   constant   asking twice gives the same answer
///
/// Models   graph::graph; boost::adjacency_list, boost::compressed_sparse_row_graph
template <class G>
concept object_graph =
    std::copyable<vertex_of<G>> &&
    std::totally_ordered<vertex_of<G>> &&
    requires(const G& g, vertex_of<G> v) {
        { vertices(g) }             -> iterators_over<vertex_of<G>>;
        { num_vertices(g) }         -> std::convertible_to<std::size_t>;
        { adjacent_vertices(v, g) } -> iterators_over<vertex_of<G>>;
    };

// clang-format on

}  // namespace strata
