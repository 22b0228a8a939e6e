// layer1_graph/definition_5.hpp: what a stop-the-world collection must do: the clauses of Fig. 28.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/observation.hpp>
#include <strata/layer1_graph/search.hpp>
#include <strata/layer1_graph/verdict.hpp>

namespace strata::graph {

inline constexpr std::array definition_5_clauses = {
    "the heap stays well formed",         "exactly the reachable objects survive",
    "survivors point where they pointed", "every object is white or blue",
    "no field of a survivor changes",
};

/// The objects that the roots reach: found by a search, and proved by its certificates and by
/// closure, so that no verdict rests on the search.
template <class V, std::ranges::input_range R>
[[nodiscard]] constexpr std::vector<V> proved_reachable(const graph<V>& g, const R& roots)
{
    const auto r_list = as_set(std::vector<V>(std::ranges::begin(roots), std::ranges::end(roots)));
    auto found = dfs(g, r_list, unobserved{});
    std::vector<V> derived;
    for (const auto& step : found.steps) derived.push_back(step.vertex);
    expects(as_set(std::move(derived)) == found.visited && derives(g, r_list, found.steps),
            "what is visited is reachable");
    expects(is_covered(r_list, found.visited, {}) && is_closed(g, found.visited),
            "what is reachable is visited");
    return found.visited;
}

/// The least member of one of the sets `a` and `b` that is not in the other.
template <class V>
[[nodiscard]] constexpr std::optional<V> find_difference(const std::vector<V>& a,
                                                         const std::vector<V>& b)
{
    const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (x == a.end() && y == b.end()) return std::nullopt;
    return y == b.end() || (x != a.end() && *x < *y) ? *x : *y;
}

/// The least survivor whose edges have changed. Expects  the survivors are objects of `before` too.
template <class V>
[[nodiscard]] constexpr std::optional<V> find_redirected(const graph<V>& before,
                                                         const graph<V>& after)
{
    for (const V& x : after.vertices())
        if (!std::ranges::equal(successors(before, x), successors(after, x))) return x;
    return std::nullopt;
}

/// The least survivor whose fields have changed. Expects  the survivors are objects of `before`
/// too.
template <class V, class D>
[[nodiscard]] constexpr std::optional<V> find_modified(const observation<V, D>& before,
                                                       const observation<V, D>& after)
{
    for (const V& x : after.objects.vertices())
        if (!std::ranges::equal(before.fields_of(x), after.fields_of(x))) return x;
    return std::nullopt;
}

/// Judges a collection by what was there before, by the roots, and by what is there after it. The
/// clauses are looked at in their order, and the first that is broken is named.
///
/// Expects  `before` is well formed; the roots are objects of it, in any order, with or without
/// repetition.
template <class V, class D, std::ranges::input_range R>
[[nodiscard]] constexpr verdict<V> definition_5(const observation<V, D>& before, const R& roots,
                                                const observation<V, D>& after)
{
    expects(!before.defect, "the heap is well formed before the collection");
    const auto broken = [](int clause, std::optional<V> witness) {
        return verdict<V>{clause, definition_5_clauses[static_cast<std::size_t>(clause - 1)],
                          witness};
    };
    if (after.defect) return broken(1, after.defect);
    const auto reachable = proved_reachable(before.objects, roots);
    if (const auto x = find_difference(reachable, after.objects.vertices())) return broken(2, x);
    if (const auto x = find_redirected(before.objects, after.objects)) return broken(3, x);
    if (after.neither_white_nor_blue) return broken(4, after.neither_white_nor_blue);
    if (const auto x = find_modified(before, after)) return broken(5, x);
    return {};
}

}  // namespace strata::graph
