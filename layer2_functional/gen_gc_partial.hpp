// layer2_functional/gen_gc_partial.hpp: CakeML's partial collection: one generation, in its place.
#pragma once

#include <utility>

#include <strata/layer2_functional/gc_state.hpp>

namespace strata::functional {

/// The generation is from `gen_start` to `refs_start`; there the references begin.
template <class IsRef>
struct gen_gc_partial_conf {
    num limit;
    IsRef is_ref;
    num gen_start, refs_start;
};

/// Fig. 1. A pointer out of the generation is as good as data.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr address_and_state<A, B>
gen_gc_partial_move(const gen_gc_partial_conf<IsRef>& conf, gc_state<A, B> state,
                    const heap_address<A>& x)
{
    if (!x.is_pointer) return {x, std::move(state)};
    const bool ok = state.ok && x.ptr < heap_length(state.heap);
    if (x.ptr < conf.gen_start || conf.refs_start <= x.ptr) {
        state.ok = ok;
        return {x, std::move(state)};
    }
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
    state.ok = ok && el_length(element) <= state.n && !conf.is_ref(element.tag);
    state.n = state.n < el_length(element) ? 0 : state.n - el_length(element);
    const auto to = state.a;
    state.h2.push_back(element);
    write_forward_pointer(state, x.ptr, to, x.datum);
    state.a += el_length(element);
    return {heap_address<A>::pointer(to, x.datum), std::move(state)};
}

template <class IsRef, class A, class B>
[[nodiscard]] constexpr address_and_state<A, B>
gc_move(const gen_gc_partial_conf<IsRef>& conf, gc_state<A, B> state, const heap_address<A>& x)
{
    return gen_gc_partial_move(conf, std::move(state), x);
}

/// The first of the references, r2, is updated and becomes the last of r1: they are extra roots,
/// and stay where they are.
///
/// Expects  r2 is not empty.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gc_move_ref_list_body(const gen_gc_partial_conf<IsRef>& conf,
                                                             gc_state<A, B> state)
{
    auto ref = state.r2.front();
    state.r2.erase(state.r2.begin());
    if (!ref.is_data_element()) state.ok = false;
    auto [xs, after] = gc_move_list(conf, std::move(state), ref.xs);
    ref.xs = std::move(xs);
    after.r1.push_back(std::move(ref));
    return std::move(after);
}

template <class IsRef, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gc_move_ref_list(const gen_gc_partial_conf<IsRef>& conf,
                                                        gc_state<A, B> state)
{
    while (!state.r2.empty()) state = gc_move_ref_list_body(conf, std::move(state));
    return state;
}

/// The state in which nothing has moved; not `ok` if the heap cannot be cut where `conf` says.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gen_gc_partial_begin(const gen_gc_partial_conf<IsRef>& conf,
                                                            element_list<A, B> heap)
{
    gc_state<A, B> state;
    auto parts = heap_segment(conf.gen_start, conf.refs_start, heap);
    state.ok = parts.has_value() && heap_length(heap) == conf.limit;
    if (parts) {
        state.old = std::move(parts->old);
        state.r2 = std::move(parts->refs);
        state.n = heap_length(parts->current);
    }
    state.a = conf.gen_start;
    state.heap = std::move(heap);
    return state;
}

/// Expects  roots_ok, heap_ok, and gen_state_ok of the boundary `gen_start`.
/// Ensures  `ok` and gc_related, where all that is outside the generation keeps its address.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr addresses_and_state<A, B>
gen_gc_partial(const gen_gc_partial_conf<IsRef>& conf, heap_addresses<A> roots,
               element_list<A, B> heap)
{
    auto [moved, state] =
        gc_move_list(conf, gen_gc_partial_begin(conf, std::move(heap)), std::move(roots));
    return {std::move(moved), gc_move_data(conf, gc_move_ref_list(conf, std::move(state)))};
}

}  // namespace strata::functional
