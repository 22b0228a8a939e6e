// layer2_functional/to_gen.hpp: a partial collection seen as a full one of a smaller heap.
#pragma once

#include <utility>

#include <strata/layer2_functional/gen_gc_full.hpp>
#include <strata/layer2_functional/gen_gc_partial.hpp>

namespace strata::functional {

/// What is attached to an address of the smaller heap: `Protected p`, a pointer out of the
/// generation that is to be data, or `Real a`.
template <class A>
struct data_sort {
    bool is_protected = false;
    heap_address<A> outside{};
    A real{};

    friend constexpr bool operator==(const data_sort&, const data_sort&) = default;
};

template <class IsRef, class A>
[[nodiscard]] constexpr heap_address<data_sort<A>>
to_gen_heap_address(const gen_gc_partial_conf<IsRef>& conf, const heap_address<A>& x)
{
    using to = heap_address<data_sort<A>>;
    if (!x.is_pointer) return to::data({false, {}, x.datum});
    if (x.ptr < conf.gen_start || conf.refs_start <= x.ptr) return to::data({true, x, {}});
    return to::pointer(x.ptr - conf.gen_start, {false, {}, x.datum});
}

template <class IsRef, class A>
[[nodiscard]] constexpr heap_addresses<data_sort<A>>
to_gen_roots(const gen_gc_partial_conf<IsRef>& conf, const heap_addresses<A>& roots)
{
    heap_addresses<data_sort<A>> all;
    for (const auto& x : roots) all.push_back(to_gen_heap_address(conf, x));
    return all;
}

template <class IsRef>
[[nodiscard]] constexpr gen_gc_conf<IsRef> to_gen_conf(const gen_gc_partial_conf<IsRef>& conf)
{
    return {conf.refs_start - conf.gen_start, conf.is_ref};
}

template <class IsRef, class A, class B>
[[nodiscard]] constexpr heap_element<data_sort<A>, B>
to_gen_heap_element(const gen_gc_partial_conf<IsRef>& conf, const heap_element<A, B>& x)
{
    using to = heap_element<data_sort<A>, B>;
    if (x.kind == element_kind::unused) return to::unused(x.l);
    if (x.kind == element_kind::forward_pointer)
        return to::forward_pointer(x.ptr - conf.gen_start, {false, {}, x.datum}, x.l);
    return to::data_element(to_gen_roots(conf, x.xs), x.l, x.tag);
}

template <class IsRef, class A, class B>
[[nodiscard]] constexpr element_list<data_sort<A>, B>
to_gen_heap_list(const gen_gc_partial_conf<IsRef>& conf, const element_list<A, B>& heap)
{
    element_list<data_sort<A>, B> all;
    for (const auto& x : heap) all.push_back(to_gen_heap_element(conf, x));
    return all;
}

/// The generation alone.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr element_list<data_sort<A>, B>
to_gen_heap(const gen_gc_partial_conf<IsRef>& conf, const element_list<A, B>& heap)
{
    const auto parts = heap_segment(conf.gen_start, conf.refs_start, heap);
    return parts ? to_gen_heap_list(conf, parts->current) : element_list<data_sort<A>, B>{};
}

/// The state as the full collector would have it: there is nothing before the generation, and
/// there are no references.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr gc_state<data_sort<A>, B>
to_gen_state(const gen_gc_partial_conf<IsRef>& conf, const gc_state<A, B>& state)
{
    gc_state<data_sort<A>, B> to;
    to.h1 = to_gen_heap_list(conf, state.h1);
    to.h2 = to_gen_heap_list(conf, state.h2);
    to.a = state.a - conf.gen_start;
    to.n = state.n;
    to.ok = state.ok;
    to.heap = to_gen_heap(conf, state.heap);
    return to;
}

/// The references as extra roots: all their fields, one after the other.
template <class A, class B>
[[nodiscard]] constexpr heap_addresses<A> refs_to_roots(const element_list<A, B>& refs)
{
    heap_addresses<A> all;
    for (const auto& x : refs) all = append(std::move(all), x.xs);
    return all;
}

}  // namespace strata::functional
