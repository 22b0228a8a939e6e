// layer3_imperative/copy.hpp: what the roots reach is copied to another space, in any order.
#pragma once

#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

#include <strata/concepts/root_set.hpp>
#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/objects.hpp>
#include <strata/layer3_imperative/scan_unscanned.hpp>

namespace strata::imperative {

/// The roots are passed on as fields are, while nothing has moved.
template <class State, root_slots<word_of<copied_layout<State>>> R>
constexpr void short_circuit_roots(const State& s, R& roots)
{
    using L = copied_layout<State>;
    if constexpr (functional::short_circuits<L>)
        for (auto& root : roots)
            root =
                functional::stands_for<L>(functional::one_space<L, decltype(s.from)>{s.from}, root);
}

/// The first slot from `at` on that holds a pointer into from-space, or `end`. Larch:
/// `nextUnforwardedRoot`.
template <class State, std::forward_iterator I>
[[nodiscard]] constexpr I next_unforwarded_root(State& s, I at, I end)
{
    while (at != end && !functional::leads_into<copied_layout<State>>(s.from, *at)) ++at;
    s.audit.found_root(s, at, end);
    return at;
}

/// No field is ahead: it waits.
template <class State>
constexpr void settle(State& s)
{
    if constexpr (follows_fields<decltype(s.unscanned)>) {
        if (!is_any_ahead(s)) return;
        put_off_ahead(s, fields_may_wait<State>(s.to.load(s.h.at)));
        s.ahead = {};
    }
}

/// What a root becomes, or a field of another space. Somebody may hand over the next one.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>> hand_over(State& s,
                                                                word_of<copied_layout<State>> value)
{
    const auto now = forward_addr(s, value);
    settle(s);
    return now;
}

/// Larch: `forwardRootAddr`. Expects  the root is the next unforwarded one.
template <class State>
constexpr void forward_root_addr(State& s, word_of<copied_layout<State>>& root)
{
    const auto memory = s.audit.before_root(s, root);
    root = hand_over(s, root);
    s.audit.after_root(s, memory, root);
}

/// Every root that led to from-space leads to a copy afterwards; no other is written. Larch:
/// `forwardRoots`.
template <class State, root_slots<word_of<copied_layout<State>>> R>
constexpr void forward_roots(State& s, R& roots)
{
    using larch = graph::larch::forward_roots;
    const auto memory = s.audit.template before<larch>(s);
    const auto end = std::ranges::end(roots);
    for (auto at = next_unforwarded_root(s, std::ranges::begin(roots), end); at != end && s.ok;) {
        forward_root_addr(s, *at);
        at = next_unforwarded_root(s, ++at, end);
    }
    s.audit.template after<larch>(s, memory);
}

}  // namespace strata::imperative
