// layer2_functional/gc_state.hpp: what CakeML's collectors pass from function to function.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <strata/layer2_functional/heap_elements.hpp>

namespace strata::functional {

/// `heap` is the old heap, with forward pointers. The new one is, in the order of its addresses,
///
///     old  h1 h2  unused  r4 r3 r2 r1
///
/// where h1, r1 and r3 point to the new heap and the others to the old one. The paper has the
/// references as r1 (processed) and r2: its footnote says that each is two.
template <class A, class B>
struct gc_state {
    using list = element_list<A, B>;

    list old{};       ///< before the generation, untouched
    list h1{}, h2{};  ///< data: final, and not updated yet
    list r4{}, r3{}, r2{}, r1{};
    num a = 0;       ///< the first unused offset
    num n = 0;       ///< how many are unused
    bool ok = true;  ///< every assertion on the way held; decides nothing
    list heap{};

    friend constexpr bool operator==(const gc_state&, const gc_state&) = default;
};

/// An address after a step, and the state.
template <class A, class B>
struct address_and_state {
    heap_address<A> address;
    gc_state<A, B> state;
};

/// Several addresses after their steps, and the state.
template <class A, class B>
struct addresses_and_state {
    heap_addresses<A> addresses;
    gc_state<A, B> state;
};

/// Puts a forward pointer to `to` in the place of the data element at `ptr`.
template <class A, class B>
constexpr void write_forward_pointer(gc_state<A, B>& state, num ptr, num to, const A& a)
{
    const auto place = element_at(state.heap, ptr);
    state.ok = state.ok && place && state.heap[*place].is_data_element();
    if (!place) return;
    auto& x = state.heap[*place];
    x = heap_element<A, B>::forward_pointer(to, a, x.l);
}

/// The move primitive, whichever `conf` chooses, on each address in turn.
template <class Conf, class A, class B>
[[nodiscard]] constexpr addresses_and_state<A, B>
gc_move_list(const Conf& conf, gc_state<A, B> state, heap_addresses<A> xs)
{
    for (auto& x : xs) {
        auto [address, after] = gc_move(conf, std::move(state), x);
        x = std::move(address);
        state = std::move(after);
    }
    return {std::move(xs), std::move(state)};
}

/// The first element of h2 is updated and becomes the last of h1.
///
/// Expects  h2 is not empty.
template <class Conf, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gc_move_data_body(const Conf& conf, gc_state<A, B> state)
{
    auto h = state.h2.front();
    if (conf.limit < heap_length(state.h1) + heap_length(state.h2) || !h.is_data_element()) {
        state.ok = false;
        state.h2.clear();
        return state;
    }
    auto [xs, after] = gc_move_list(conf, std::move(state), h.xs);
    after.ok = after.ok && !after.h2.empty() && after.h2.front() == h;
    after.h2.erase(after.h2.begin());
    h.xs = std::move(xs);
    after.h1.push_back(std::move(h));
    return std::move(after);
}

template <class Conf, class A, class B>
[[nodiscard]] constexpr gc_state<A, B> gc_move_data(const Conf& conf, gc_state<A, B> state)
{
    while (!state.h2.empty()) state = gc_move_data_body(conf, std::move(state));
    return state;
}

}  // namespace strata::functional
