// layer3_imperative/copy.hpp: what is reachable is copied to another space, in any order.
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
#include <strata/layer3_imperative/forward_addr.hpp>

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

/// Larch: `forwardRootAddr`. Expects  the root is the next unforwarded one.
template <class State>
constexpr void forward_root_addr(State& s, word_of<copied_layout<State>>& root)
{
    const auto memory = s.audit.before_root(s, root);
    root = forward_addr(s, root);
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

/// One block of the walk over the dropped copies, which goes to the empty worklist. Where room is
/// found between other objects these are met as well, and scanning them changes nothing either;
/// free blocks and fragments are passed over, because what their tags say is not so.
template <class State>
constexpr void rescan_copy(State& s)
{
    using L = copied_layout<State>;
    if (s.dropped.cursor >= s.dropped.stop) begin_walk<L>(s.to, s.dropped);
    const header_of<L> h{s.dropped.cursor};
    const auto header = s.to.load(h.at);
    s.dropped.cursor = next_header<L>(h, L::wosize(header)).at;
    if (!functional::is_allocated<L>(header)) return;
    if constexpr (in_preorder<decltype(s.unscanned)>)
        s.unscanned.push({f_address<L>(h), field_addr<L>(h, functional::scan_from<L>(s.to, h)),
                          s.dropped.cursor});
    else s.unscanned.push(f_address<L>(h));
}

/// Whether a copy is left to scan.
template <class State>
[[nodiscard]] constexpr auto is_any_unscanned(State& s)
{
    if constexpr (State::is_queue) {
        return !s.unscanned.empty(s.room);
    } else {
        // First and apart: what the walk needs would take registers from every step otherwise.
        if (!s.unscanned.empty()) return true;
        while (s.unscanned.empty() && is_pending(s.dropped)) rescan_copy(s);
        return !s.unscanned.empty();
    }
}

/// Takes the next copy to scan; in preorder there may be one already. False if there is none left
/// anywhere. Larch: `nextUnscannedNode`.
template <class State>
[[nodiscard]] constexpr bool next_unscanned_node(State& s)
{
    using L = copied_layout<State>;
    if constexpr (in_preorder<decltype(s.unscanned)>)
        if (is_any_ahead(s)) return true;
    if (!is_any_unscanned(s)) {
        s.audit.found_no_node(s);
        return false;
    }
    if constexpr (in_preorder<decltype(s.unscanned)>) {
        scan_rest(s, s.unscanned.pop());
    } else {
        if constexpr (State::is_queue) s.h = hd_address<L>(s.unscanned.pop(s.to));
        else s.h = hd_address<L>(s.unscanned.pop());
        s.i = functional::scan_from<L>(s.to, s.h);
        s.wosize = L::wosize(s.to.load(s.h.at));
    }
    return true;
}

/// The first field that is left of the copy being scanned, which is then behind. In an order that
/// scans the last copy first, what the last fields lead to comes to lie next to its parent: a
/// program that makes the last fields first, as OCaml's do, mostly visits them first too.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>> next_field(State& s)
{
    const auto i = s.i;
    s.i = i + word<word_of<copied_layout<State>>>(1);
    return i;
}

/// One field of the copy being scanned.
template <class State>
constexpr void scan_body(State& s)
{
    using L = copied_layout<State>;
    const auto i = next_field(s);
    if (!functional::scans<L>(s.to, s.h, i)) return;
    const auto at = field_addr<L>(s.h, i);
    s.to.store(at, forward_value(s, s.to.load(at)));
}

/// The same in preorder: the scan goes on in the copy, if there was none before.
template <class State>
constexpr void follow_field(State& s)
{
    using L = copied_layout<State>;
    const auto [at, value] = s.ahead;
    s.ahead = {};
    if constexpr (functional::short_circuits<L>) s.to.store(at, forward_value(s, value));
    else s.to.store(at, forward_pointer(s, L::target(value)));
}

/// Every field of the copy that was taken. Larch: `scanAddr`. In preorder also those of the copies
/// made meanwhile, but for what is left for later.
template <class State>
constexpr void scan_addr(State& s)
{
    if constexpr (in_preorder<decltype(s.unscanned)>) {
        while (is_any_ahead(s)) follow_field(s);
    } else {
        const auto memory = s.audit.before_scan(s);
        while (s.i <= s.wosize) scan_body(s);
        s.audit.after_scan(s, memory);
    }
}

// By value, flattened and on its own: a state that nobody else can see, and no call sees, stays in
// registers; what is being scanned is forgotten at the end, so that it needs none there.
template <class State>
[[nodiscard, gnu::flatten, gnu::noinline]] constexpr State scan_in_registers(State s)
{
    while (s.ok && next_unscanned_node(s)) scan_addr(s);
    scan_nothing(s);
    return s;
}

/// Runs until every copy is scanned. Larch: `scanUnscanned`.
template <class State>
[[nodiscard]] constexpr State scan_unscanned(State s)
{
    using larch = graph::larch::scan_unscanned;
    if constexpr (std::is_empty_v<decltype(s.audit)>) {
        return scan_in_registers(std::move(s));
    } else {
        const auto memory = s.audit.template before<larch>(s);
        while (s.ok && next_unscanned_node(s)) scan_addr(s);
        s.audit.template after<larch>(s, memory);
        return s;
    }
}

}  // namespace strata::imperative
