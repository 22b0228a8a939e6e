// layer2_functional/gc_related.hpp: CakeML's correctness: the same elements at other addresses.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <strata/layer1_graph/finite_map.hpp>
#include <strata/layer1_graph/verdict.hpp>
#include <strata/layer2_functional/heap_elements.hpp>

namespace strata::functional {

/// The map f: from offsets in the heap before to offsets in the heap after.
using address_map = graph::finite_map<num, num>;

/// Pointers through f, data as it is. HOL: `ADDR_MAP`.
///
/// Expects  f is defined for every pointer among them.
template <class A>
[[nodiscard]] constexpr heap_addresses<A> addr_map(const address_map& f, heap_addresses<A> xs)
{
    for (auto& x : xs)
        if (x.is_pointer) x.ptr = f[x.ptr];
    return xs;
}

template <class A>
[[nodiscard]] constexpr bool is_defined_for(const address_map& f, const heap_addresses<A>& xs)
{
    return std::ranges::all_of(
        xs, [&](const auto& x) { return !x.is_pointer || is_defined(f, x.ptr); });
}

/// Where the elements of a heap have moved to, by its forward pointers; the others stay if
/// `stay(offset)`.
template <class A, class B, class F>
[[nodiscard]] constexpr address_map heap_map(const element_list<A, B>& heap, F stay)
{
    address_map f;
    num a = 0;
    for (const auto& x : heap) {
        if (x.kind == element_kind::forward_pointer) f.bind(a, x.ptr);
        else if (x.is_data_element() && stay(a)) f.bind(a, a);
        a += el_length(x);
    }
    return f;
}
template <class A, class B>
[[nodiscard]] constexpr address_map heap_map(const element_list<A, B>& heap)
{
    return heap_map(heap, [](num) { return false; });
}

/// Every pointer among the roots leads to a data element.
template <class A, class B>
[[nodiscard]] constexpr bool roots_ok(const heap_addresses<A>& roots,
                                      const element_list<A, B>& heap)
{
    return std::ranges::all_of(roots, [&](const auto& x) {
        return !x.is_pointer || is_some_data_element(heap_lookup(x.ptr, heap));
    });
}

/// The heap has length `limit`, no forward pointer, and its pointers lead to data elements.
template <class A, class B>
[[nodiscard]] constexpr bool heap_ok(const element_list<A, B>& heap, num limit)
{
    return heap_length(heap) == limit && std::ranges::all_of(heap, [&](const auto& x) {
               return x.kind != element_kind::forward_pointer && roots_ok(x.xs, heap);
           });
}

inline constexpr std::array gc_related_clauses = {
    "f is injective, into the addresses of data elements of the heap after",
    "f is defined for addresses of data elements of the heap before, and no others",
    "at f i there is the element of i, its pointers through f",
    "what an element in the domain of f points to is in the domain",
    "f is defined for what the roots reach, and no more",
    "as many words are used after as the reachable elements have",
    "the roots are what f makes of them",
    "the data are before the unused space, the references after it",
};

[[nodiscard]] constexpr graph::verdict<num> broken_clause(int clause, std::optional<num> at = {})
{
    return {clause, gc_related_clauses[static_cast<std::size_t>(clause - 1)], at};
}

/// Whether `after` holds what f moves of `before`; the first of its four clauses that is broken.
template <class A, class B>
[[nodiscard]] constexpr graph::verdict<num>
gc_related(const address_map& f, const element_list<A, B>& before, const element_list<A, B>& after)
{
    for (const auto& [i, to] : f.pairs())
        if (!is_some_data_element(heap_lookup(to, after))) return broken_clause(1, i);
    if (!is_one_to_one(f)) return broken_clause(1);
    for (const auto& [i, to] : f.pairs()) {
        const auto* x = heap_lookup(i, before);
        if (!is_some_data_element(x)) return broken_clause(2, i);
        if (!is_defined_for(f, x->xs)) return broken_clause(4, i);
        auto moved = *x;
        moved.xs = addr_map(f, std::move(moved.xs));
        if (*heap_lookup(to, after) != moved) return broken_clause(3, i);
    }
    return {};
}

/// The offsets that can be reached from the roots, in increasing order.
template <class A, class B>
[[nodiscard]] constexpr std::vector<num> reachable_addresses(const heap_addresses<A>& roots,
                                                             const element_list<A, B>& heap)
{
    std::vector<num> seen;
    auto todo = roots;
    while (!todo.empty()) {
        const auto x = todo.back();
        todo.pop_back();
        if (!x.is_pointer || graph::is_in(seen, x.ptr)) continue;
        seen.insert(std::ranges::lower_bound(seen, x.ptr), x.ptr);
        if (const auto* found = heap_lookup(x.ptr, heap)) todo = append(std::move(todo), found->xs);
    }
    return seen;
}

/// The elements that start at an offset of the set.
template <class A, class B>
[[nodiscard]] constexpr element_list<A, B> heap_filter(const std::vector<num>& set,
                                                       const element_list<A, B>& heap)
{
    element_list<A, B> kept;
    num a = 0;
    for (const auto& x : heap) {
        if (graph::is_in(set, a)) kept.push_back(x);
        a += el_length(x);
    }
    return kept;
}

/// How many words hold data elements.
template <class A, class B>
[[nodiscard]] constexpr num used_length(const element_list<A, B>& heap)
{
    num sum = 0;
    for (const auto& x : heap)
        if (x.is_data_element()) sum += el_length(x);
    return sum;
}

}  // namespace strata::functional
