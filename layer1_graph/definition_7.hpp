// layer1_graph/definition_7.hpp: what a copying collection must do: the same graph, elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer1_graph/finite_map.hpp>
#include <strata/layer1_graph/observation.hpp>
#include <strata/layer1_graph/verdict.hpp>

namespace strata::graph {

/// From objects to their copies: the one-to-one map f of Definition 7.
template <class V>
using moved_to = finite_map<V, V>;

/// A field: data; or a pointer to an object, with the distance from the object's own address, which
/// is not zero if it leads to the inside.
template <class V, class D>
struct field {
    bool points = false;
    V target{};
    D data{};

    /// The field in a copy: f applied to what it points to.
    [[nodiscard]] constexpr field moved(const moved_to<V>& f) const
    {
        const auto* copy = points ? f.find(target) : nullptr;
        return {points, copy != nullptr ? *copy : target, data};
    }
    friend constexpr bool operator==(const field&, const field&) = default;
};

/// What Definition 7 sees of a heap.
template <class V, class D>
using copy_observation = observation<V, field<V, D>>;

inline constexpr std::array definition_7_clauses = {
    "the copies are well formed",
    "the copies are the reachable objects, each once, and point where these pointed",
    "no data of a copy differ from those of its original",
};

/// The least member of `objects` that f takes to no object of `after`, or to the copy of another.
template <class V>
[[nodiscard]] constexpr std::optional<V>
find_without_copy(const std::vector<V>& objects, const graph<V>& after, const moved_to<V>& f)
{
    std::vector<char> taken(after.vertices().size(), char{0});
    for (const V& x : objects) {
        const auto* copy = f.find(x);
        if (copy == nullptr || !is_vertex(after, *copy)) return x;
        if (std::exchange(taken[after.index_of(*copy)], 1) != 0) return x;
    }
    return std::nullopt;
}

/// The least object of `after` that is the copy of none of `objects`.
template <class V>
[[nodiscard]] constexpr std::optional<V>
find_without_original(const std::vector<V>& objects, const graph<V>& after, const moved_to<V>& f)
{
    std::vector<V> copies;
    for (const V& x : objects) copies.push_back(f[x]);
    copies = as_set(std::move(copies));
    for (const V& y : after.vertices())
        if (!is_in(copies, y)) return y;
    return std::nullopt;
}

/// The least of `objects` whose copy does not point to the copies of what it points to.
template <class V>
[[nodiscard]] constexpr std::optional<V>
find_misdirected(const graph<V>& before, const std::vector<V>& objects, const graph<V>& after,
                 const moved_to<V>& f)
{
    for (const V& x : objects) {
        std::vector<V> expected;
        for (const V& y : successors(before, x)) expected.push_back(f[y]);
        if (!std::ranges::equal(as_set(std::move(expected)), successors(after, f[x]))) return x;
    }
    return std::nullopt;
}

/// The least of `objects` whose copy has another field.
template <class V, class D>
[[nodiscard]] constexpr std::optional<V>
find_altered(const copy_observation<V, D>& before, const std::vector<V>& objects,
             const copy_observation<V, D>& after, const moved_to<V>& f)
{
    const auto same = [&](const field<V, D>& a, const field<V, D>& b) { return a.moved(f) == b; };
    for (const V& x : objects)
        if (!std::ranges::equal(before.fields_of(x), after.fields_of(f[x]), same)) return x;
    return std::nullopt;
}

/// Judges a copying collection by from-space before it, the roots, to-space after it, and f. The
/// clauses are looked at in their order, and the first that is broken is named. A witness is an
/// object of `before`, or of `after` if there is nothing else to show.
///
/// Expects  `before` is well formed; the roots are objects of it, in any order, repeated or not.
template <class V, class D, std::ranges::input_range R>
[[nodiscard]] constexpr verdict<V> definition_7(const copy_observation<V, D>& before,
                                                const R& roots, const copy_observation<V, D>& after,
                                                const moved_to<V>& f)
{
    expects(!before.defect, "the heap is well formed before the collection");
    const auto broken = [](int clause, std::optional<V> witness) {
        return verdict<V>{clause, definition_7_clauses[static_cast<std::size_t>(clause - 1)],
                          witness};
    };
    if (after.defect) return broken(1, after.defect);
    const auto reachable = proved_reachable(before.objects, roots);
    if (const auto x = find_without_copy(reachable, after.objects, f)) return broken(2, x);
    if (const auto x = find_without_original(reachable, after.objects, f)) return broken(2, x);
    if (const auto x = find_misdirected(before.objects, reachable, after.objects, f))
        return broken(2, x);
    if (const auto x = find_altered(before, reachable, after, f)) return broken(3, x);
    return {};
}

}  // namespace strata::graph
