// layer2_functional/gen_gc_full.hpp: CakeML's full collection: references go to the end.
#pragma once

#include <utility>

#include <strata/layer2_functional/gc_state.hpp>

namespace strata::functional {

/// `limit` is the length of the heap; `is_ref` tells a reference by the tag of its element.
template <class IsRef>
struct gen_gc_conf {
    num limit;
    IsRef is_ref;
};

/// Fig. 2. A data element that has not moved is copied: a reference before the other references,
/// anything else after the other data.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr address_and_state<A, B>
gen_gc_full_move(const gen_gc_conf<IsRef>& conf, gc_state<A, B> state, const heap_address<A>& x)
{
    if (!x.is_pointer) return {x, std::move(state)};
    const auto* found = heap_lookup(x.ptr, state.heap);
    if (found == nullptr || found->kind == element_kind::unused) {
        state.ok = false;
        return {x, std::move(state)};
    }
    if (found->kind == element_kind::forward_pointer) {
        const auto moved = heap_address<A>::pointer(found->ptr, x.datum);
        return {moved, std::move(state)};
    }
    const auto element = *found;
    state.ok = state.ok && el_length(element) <= state.n;
    state.n = state.n < el_length(element) ? 0 : state.n - el_length(element);
    if (conf.is_ref(element.tag)) {
        const auto to = state.a + state.n;
        state.r4.insert(state.r4.begin(), element);
        write_forward_pointer(state, x.ptr, to, x.datum);
        return {heap_address<A>::pointer(to, x.datum), std::move(state)};
    }
    const auto to = state.a;
    state.h2.push_back(element);
    write_forward_pointer(state, x.ptr, to, x.datum);
    state.a += el_length(element);
    return {heap_address<A>::pointer(to, x.datum), std::move(state)};
}

template <class IsRef, class A, class B>
[[nodiscard]] constexpr address_and_state<A, B>
gc_move(const gen_gc_conf<IsRef>& conf, gc_state<A, B> state, const heap_address<A>& x)
{
    return gen_gc_full_move(conf, std::move(state), x);
}

/// The references copied so far are the next to be updated.
template <class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gc_move_refs_begin(gc_state<A, B> state)
{
    state.r2 = std::exchange(state.r4, {});
    return state;
}

/// The first element of r2 is updated and becomes the last of r3; r3 is final once r2 is empty.
///
/// Expects  r2 is not empty.
template <class Conf, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gc_move_refs_body(const Conf& conf, gc_state<A, B> state)
{
    auto ref = state.r2.front();
    state.r2.erase(state.r2.begin());
    if (!ref.is_data_element()) state.ok = false;
    auto [xs, after] = gc_move_list(conf, std::move(state), ref.xs);
    ref.xs = std::move(xs);
    after.r3.push_back(std::move(ref));
    if (after.r2.empty()) after.r1 = append(std::exchange(after.r3, {}), after.r1);
    return std::move(after);
}

template <class Conf, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gc_move_refs(const Conf& conf, gc_state<A, B> state)
{
    while (!state.r2.empty()) state = gc_move_refs_body(conf, std::move(state));
    return state;
}

/// References first, then data, until none is left to update.
template <class Conf, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gc_move_loop(const Conf& conf, gc_state<A, B> state)
{
    while (!state.r4.empty() || !state.h2.empty()) {
        if (state.r4.empty()) state = gc_move_data(conf, std::move(state));
        else state = gc_move_refs(conf, gc_move_refs_begin(std::move(state)));
    }
    return state;
}

/// The state in which nothing has moved.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gen_gc_full_begin(const gen_gc_conf<IsRef>& conf,
                                                         element_list<A, B> heap)
{
    gc_state<A, B> state;
    state.n = conf.limit;
    state.ok = heap_length(heap) == conf.limit;
    state.heap = std::move(heap);
    return state;
}

/// Expects  roots_ok and heap_ok.
/// Ensures  `ok`, gc_related by the forward pointers, and completeness: see `full_collection`.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr addresses_and_state<A, B>
gen_gc_full(const gen_gc_conf<IsRef>& conf, heap_addresses<A> roots, element_list<A, B> heap)
{
    auto [moved, state] =
        gc_move_list(conf, gen_gc_full_begin(conf, std::move(heap)), std::move(roots));
    return {std::move(moved), gc_move_loop(conf, std::move(state))};
}

/// The new heap.
template <class A, class B>
[[nodiscard]] constexpr element_list<A, B> heap_after(const gc_state<A, B>& state)
{
    return append(append(append(state.old, state.h1), heap_expand<A, B>(state.n)), state.r1);
}

}  // namespace strata::functional
