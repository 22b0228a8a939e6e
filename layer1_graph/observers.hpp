// layer1_graph/observers.hpp: who looks at a search between steps: nobody, or the invariants.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <strata/concepts/audit.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/invariants.hpp>
#include <strata/layer1_graph/search_state.hpp>

namespace strata::graph {

/// The sets of Fig. 21, out of a state. The worklist is asked itself, by emptying a copy of it, and
/// what it dropped is added: vertices that are seen, unvisited and not in it.
template <class V, worklist W>
[[nodiscard]] constexpr search_sets<V> sets_of(const search_state<V, W>& s)
{
    search_sets<V> sets{.r_list = s.roots, .st = {}, .vl = {}};
    if constexpr (std::copy_constructible<W>)
        for (W copy = s.unvisited; !copy.empty();) sets.st.push_back(copy.pop());
    const auto held = as_set(sets.st);
    for (std::size_t i = 0; i < s.vertices.size(); ++i)
        if (s.status[i] == progress::unvisited && !is_in(held, s.vertices[i]))
            sets.st.push_back(s.vertices[i]);
    for (const auto& step : s.visited) sets.vl.push_back(step.vertex);
    return sets;
}

/// The visited vertices, as a set.
template <class V, worklist W>
[[nodiscard]] constexpr std::vector<V> visited_set(const search_state<V, W>& s)
{
    std::vector<V> set;
    for (std::size_t i = 0; i < s.vertices.size(); ++i)
        if (s.status[i] == progress::visited) set.push_back(s.vertices[i]);
    return set;
}

/// Nobody looks.
struct unobserved {
    constexpr void operator()(const auto&, const auto&) const noexcept {}
};

/// Ends the program with the name of the invariant that a step has broken.
///
/// Up to `audit_limit` vertices, the five invariants are computed before every step and at the end.
/// In a larger graph that would cost more than the search by orders of magnitude: there, only the
/// end is checked, by what F3, B1 and B2 come to once the stack is empty, in O((V + E) log V).
struct check_invariants {
    static constexpr std::size_t audit_limit = 32;

    template <object_graph G, worklist W>
    constexpr void operator()(const G& g, const search_state<vertex_of<G>, W>& s) const
    {
        if (s.vertices.size() <= audit_limit) {
            every_invariant(g, sets_of(s));
        } else if (s.unvisited.empty() && s.first_dropped == s.vertices.size()) {
            final_invariants(g, s);
        }
    }

private:
    template <object_graph G>
    static constexpr void every_invariant(const G& g, const search_sets<vertex_of<G>>& sets)
    {
        expects(mutually_exclusive_sets(sets), "F1: the stack and the visited list are exclusive");
        expects(stack_is_reachable(g, sets), "F2: the stack is reachable from the roots");
        expects(visited_is_reachable(g, sets), "F3: the visited list is reachable from the roots");
        expects(roots_are_pursued(g, sets), "B1: the roots reach only visited, or from the stack");
        expects(visited_is_pursued(g, sets),
                "B2: the visited reach only visited, or from the stack");
    }

    template <object_graph G, worklist W>
    static constexpr void final_invariants(const G& g, const search_state<vertex_of<G>, W>& s)
    {
        const auto visited = visited_set(s);
        expects(derives(g, s.roots, s.visited), "F3: the visited list is reachable from the roots");
        expects(is_covered(s.roots, visited, {}), "B1: the roots are visited in the end");
        expects(is_closed(g, visited), "B2: what the visited reach is visited in the end");
    }
};

using default_observer = std::conditional_t<audit_build, check_invariants, unobserved>;

}  // namespace strata::graph
