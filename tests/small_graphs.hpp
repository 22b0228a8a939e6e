// tests/small_graphs.hpp: all the graphs of a few vertices, as bits, and what reaches what in them.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include <strata/layer1_graph/graph.hpp>

namespace test {

/// A graph of `n` vertices; the edge from vertex i to vertex j is bit n * i + j.
struct small_graph {
    unsigned n;
    std::uint32_t edges;

    [[nodiscard]] constexpr bool edge(unsigned i, unsigned j) const
    {
        return (edges >> (n * i + j) & 1U) != 0;
    }

    /// What the vertices in `set` reach, as bits: Warshall's loop, nothing of Strata's.
    [[nodiscard]] constexpr unsigned closure(unsigned set) const
    {
        for (unsigned round = 0; round < n; ++round)
            for (unsigned i = 0; i < n; ++i)
                for (unsigned j = 0; j < n; ++j)
                    if ((set >> i & 1U) != 0 && edge(i, j)) set |= 1U << j;
        return set;
    }
};

/// The names of vertices are neither dense nor start at 0, so that no test can mistake a place for
/// a name.
[[nodiscard]] constexpr int name(unsigned i) { return static_cast<int>(10 * i + 7); }

[[nodiscard]] constexpr std::vector<int> names(unsigned set)
{
    std::vector<int> members;
    for (unsigned i = 0; set >> i != 0; ++i)
        if ((set >> i & 1U) != 0) members.push_back(name(i));
    return members;
}

[[nodiscard]] constexpr strata::graph::graph<int> as_graph(const small_graph& s)
{
    std::vector<std::pair<int, int>> edges;
    for (unsigned i = 0; i < s.n; ++i)
        for (unsigned j = 0; j < s.n; ++j)
            if (s.edge(i, j)) edges.emplace_back(name(i), name(j));
    return {names((1U << s.n) - 1), std::move(edges)};
}

/// Every graph of up to `most` vertices, with every set of its vertices; one vertex fewer where the
/// scope of the tests is small, for nothing in a graph depends on the machine.
template <std::invocable<small_graph, unsigned> F>
constexpr void for_each_small_graph(unsigned most, F&& f)
{
    for (unsigned n = 0; n <= most - STRATA_FEWER; ++n)
        for (std::uint32_t edges = 0; edges < (std::uint32_t{1} << n * n); ++edges)
            for (unsigned set = 0; set < (1U << n); ++set) f(small_graph{n, edges}, set);
}

}  // namespace test
