// layer3_imperative/copy.hpp: what is reachable is copied to another space, in any order.
#pragma once

#include <iterator>
#include <optional>
#include <ranges>
#include <utility>

#include <strata/concepts/root_set.hpp>
#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/copy_state.hpp>

namespace strata::imperative {

/// Copies the object at `h`, leaves its new address in its place, and has the copy scanned later.
/// False if there is no room; then nothing has changed but `ok`. Larch: `copyAddr`.
///
/// Expects  the object has not been copied.
template <class State>
[[nodiscard]] constexpr bool copy_addr(State& s, header_of<copied_layout<State>> h)
{
    using L = copied_layout<State>;
    using larch = graph::larch::copy_addr;
    const auto memory = s.audit.template before<larch>(s, f_address<L>(h));
    const auto one = word<word_of<L>>(1);
    const auto header = s.from.load(h.at);
    const auto wosize = L::wosize(header);
    const std::optional<header_of<L>> copy = s.room.take(s.to, wosize);
    if (!copy) return s.ok = false;
    s.to.store(copy->at, header);
    for (auto n = one; n <= wosize; n = n + one)
        s.to.store(field_addr<L>(*copy, n), s.from.load(field_addr<L>(h, n)));
    functional::forward<L>(s.from, h, f_address<L>(*copy));
    if (s.unscanned.full()) drop<L>(s.dropped, *copy);
    else s.unscanned.push(f_address<L>(*copy));
    s.audit.template after<larch>(s, memory, f_address<L>(h));
    return true;
}

/// What a value becomes when its object has moved, which it has afterwards. Anything but a pointer
/// into from-space stays as it is: data, and what is forwarded already. Larch: `forwardAddr`.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_addr(State& s, word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    using larch = graph::larch::forward_addr;
    if (!L::is_pointer(value)) return value;
    const auto x = L::target(value);
    if (!within<L>(s.from, x)) return value;
    const auto h = functional::resolve<L>(s.from, x);
    const auto memory = s.audit.template before<larch>(s, f_address<L>(h));
    if (!functional::is_forwarded<L>(s.from.load(h.at)))
        if (!copy_addr(s, h)) return value;
    const auto copy = functional::forwarded_to<L>(s.from, h);
    s.audit.template after<larch>(s, memory, f_address<L>(h), copy);
    return functional::redirected<L>(x, h, copy);
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
/// found between other objects these are met as well, and scanning them changes nothing either.
template <class State>
constexpr void rescan_copy(State& s)
{
    using L = copied_layout<State>;
    if (s.dropped.cursor >= s.dropped.stop) begin_walk<L>(s.to, s.dropped);
    const header_of<L> h{s.dropped.cursor};
    const auto header = s.to.load(h.at);
    s.dropped.cursor = next_header<L>(h, L::wosize(header)).at;
    if (!L::has_color(header, color::blue)) s.unscanned.push(f_address<L>(h));
}

/// Takes the next copy to scan. False if there is none left anywhere. Larch: `nextUnscannedNode`.
template <class State>
[[nodiscard]] constexpr bool next_unscanned_node(State& s)
{
    using L = copied_layout<State>;
    while (s.unscanned.empty()) {
        if (!is_pending(s.dropped)) {
            s.audit.found_no_node(s);
            return false;
        }
        rescan_copy(s);
    }
    s.h = hd_address<L>(s.unscanned.pop());
    s.i = functional::scan_from<L>(s.to, s.h);
    s.wosize = L::wosize(s.to.load(s.h.at));
    return true;
}

/// Field `i` of the copy being scanned, which is then behind.
template <class State>
constexpr void scan_body(State& s)
{
    using L = copied_layout<State>;
    const auto i = s.i;
    s.i = i + word<word_of<L>>(1);
    if (!functional::scans<L>(s.to, s.h, i)) return;
    const auto at = field_addr<L>(s.h, i);
    s.to.store(at, forward_addr(s, s.to.load(at)));
}

/// Every field of the copy that was taken. Larch: `scanAddr`.
template <class State>
constexpr void scan_addr(State& s)
{
    const auto memory = s.audit.before_scan(s);
    while (s.i <= s.wosize) scan_body(s);
    s.audit.after_scan(s, memory);
}

/// Runs until every copy is scanned. Larch: `scanUnscanned`.
// By value: a state that nobody else can see stays in registers.
template <class State>
[[nodiscard]] constexpr State scan_unscanned(State s)
{
    using larch = graph::larch::scan_unscanned;
    const auto memory = s.audit.template before<larch>(s);
    while (s.ok && next_unscanned_node(s)) scan_addr(s);
    s.audit.template after<larch>(s, memory);
    return s;
}

}  // namespace strata::imperative
