// layer2_functional/gen_state_ok.hpp: what a generational collection relies on, and must leave.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <strata/layer2_functional/gc_combined.hpp>
#include <strata/layer2_functional/gc_related.hpp>

namespace strata::functional {

/// The offset of an element before the boundary `gen_start` that points to new data; nothing if
/// all pointers there lead before the boundary too, or to the references.
template <class A, class B>
[[nodiscard]] constexpr std::optional<num> find_old_to_new(const element_list<A, B>& heap,
                                                           num refs_start, num gen_start)
{
    num a = 0;
    for (const auto& x : heap) {
        if (a >= gen_start) break;
        for (const auto& field : x.xs)
            if (field.is_pointer && gen_start <= field.ptr && field.ptr < refs_start) return a;
        a += el_length(x);
    }
    return std::nullopt;
}

/// Every boundary is a cut between elements, not after the data, and no old element points to new
/// data. Fig. 5: `gen_state_ok`.
template <class A, class B>
[[nodiscard]] constexpr bool gen_state_ok(const element_list<A, B>& heap, num a, num refs_start,
                                          const std::vector<num>& gen_starts)
{
    return std::ranges::all_of(gen_starts, [&](num start) {
        return start <= a && heap_split(start, heap) && !find_old_to_new(heap, refs_start, start);
    });
}

/// No element before `refs_start` is a reference, and all after it are. Fig. 5: the generational
/// part of `gc_kind_inv`.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr bool is_divided(const IsRef& is_ref, const element_list<A, B>& heap,
                                        num refs_start)
{
    const auto parts = heap_split(refs_start, heap);
    const auto is_reference = [&](const auto& x) { return x.is_data_element() && is_ref(x.tag); };
    return parts && std::ranges::none_of(parts->first, is_reference) &&
           std::ranges::all_of(parts->second, is_reference);
}

/// The theorem about gen_gc_full in section 3.4, of one collection: what comes out is gc_related
/// to what went in, it is all that the roots reach, and no more.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr graph::verdict<num>
full_collection(const IsRef& is_ref, const heap_addresses<A>& roots,
                const element_list<A, B>& before, const addresses_and_state<A, B>& after)
{
    const auto& state = after.state;
    const auto f = heap_map(state.heap);
    if (auto related = gc_related(f, before, heap_after(state)); !related.holds()) return related;
    const auto reachable = reachable_addresses(roots, before);
    if (domain(f) != reachable) return broken_clause(5);
    if (heap_length(append(state.h1, state.r1)) != heap_length(heap_filter(reachable, before)))
        return broken_clause(6);
    if (after.addresses != addr_map(f, roots)) return broken_clause(7);
    if (!is_divided(is_ref, heap_after(state), state.a + state.n)) return broken_clause(8);
    return {};
}

/// The same of gen_gc_partial, without completeness: all outside the generation stays, and
/// survives.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr graph::verdict<num>
partial_collection(const gen_gc_partial_conf<IsRef>& conf, const heap_addresses<A>& roots,
                   const element_list<A, B>& before, const addresses_and_state<A, B>& after)
{
    const auto& state = after.state;
    const auto f =
        heap_map(state.heap, [&](num i) { return i < conf.gen_start || conf.refs_start <= i; });
    if (auto related = gc_related(f, before, heap_after(state)); !related.holds()) return related;
    const auto reachable = reachable_addresses(roots, before);
    if (!std::ranges::all_of(reachable, [&](num i) { return is_defined(f, i); }))
        return broken_clause(5);
    if (after.addresses != addr_map(f, roots)) return broken_clause(7);
    if (!is_divided(conf.is_ref, heap_after(state), state.a + state.n)) return broken_clause(8);
    return {};
}

}  // namespace strata::functional
