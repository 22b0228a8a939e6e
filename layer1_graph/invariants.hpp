// layer1_graph/invariants.hpp: F1 to F3, B1 and B2 of Fig. 21: what a search keeps, in any order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <strata/layer1_graph/ordered_set.hpp>
#include <strata/layer1_graph/reach.hpp>

namespace strata::graph {

/// What Fig. 21 speaks of: the roots, what is still to visit, what is visited.
template <class V>
struct search_sets {
    std::vector<V> r_list, st, vl;
};

/// Everything that `set` reaches, from the definition and not by a search: the least set with no
/// way out.
template <object_graph G>
[[nodiscard]] constexpr auto reach_set(const G& g, std::vector<vertex_of<G>> set)
{
    set = as_set(std::move(set));
    for (std::size_t size = 0; size != set.size();) {
        size = set.size();
        for (std::size_t i = 0; i < size; ++i)
            for (const auto& y : in(adjacent_vertices(vertex_of<G>{set[i]}, g))) set.push_back(y);
        set = as_set(std::move(set));
    }
    return set;
}

/// Every member of `some` is in one of the two sets `first` and `second`.
template <class V>
[[nodiscard]] constexpr bool is_covered(const std::vector<V>& some, const std::vector<V>& first,
                                        const std::vector<V>& second)
{
    return std::all_of(some.begin(), some.end(),
                       [&](const V& x) { return is_in(first, x) || is_in(second, x); });
}

/// F1  The stack and the visited list are sets, and have nothing in common.
template <class V>
[[nodiscard]] constexpr bool mutually_exclusive_sets(const search_sets<V>& s)
{
    auto both = s.st;
    both.insert(both.end(), s.vl.begin(), s.vl.end());
    const auto size = both.size();
    return as_set(std::move(both)).size() == size;
}

/// F2  What is on the stack is reachable from the roots.
template <object_graph G>
[[nodiscard]] constexpr bool stack_is_reachable(const G& g, const search_sets<vertex_of<G>>& s)
{
    return is_covered(s.st, reach_set(g, s.r_list), {});
}

/// F3  What is visited is reachable from the roots.
template <object_graph G>
[[nodiscard]] constexpr bool visited_is_reachable(const G& g, const search_sets<vertex_of<G>>& s)
{
    return is_covered(s.vl, reach_set(g, s.r_list), {});
}

/// B1  What the roots reach is visited, or the stack reaches it.
template <object_graph G>
[[nodiscard]] constexpr bool roots_are_pursued(const G& g, const search_sets<vertex_of<G>>& s)
{
    return is_covered(reach_set(g, s.r_list), as_set(s.vl), reach_set(g, s.st));
}

/// B2  What the visited vertices reach is visited, or the stack reaches it. It follows from F3 and
/// B1.
template <object_graph G>
[[nodiscard]] constexpr bool visited_is_pursued(const G& g, const search_sets<vertex_of<G>>& s)
{
    return is_covered(reach_set(g, s.vl), as_set(s.vl), reach_set(g, s.st));
}

}  // namespace strata::graph
