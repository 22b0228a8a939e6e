// layer3_imperative/scan_unscanned.hpp: every copy is scanned, or its fields are followed.
#pragma once

#include <type_traits>
#include <utility>

#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/forward_addr.hpp>

namespace strata::imperative {

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
    if constexpr (follows_fields<decltype(s.unscanned)>) follow_fields(s, h);
    else s.unscanned.push(f_address<L>(h));
}

/// Whether a copy is left to scan, or a field to follow.
template <class State>
[[nodiscard]] constexpr auto is_any_unscanned(State& s)
{
    if constexpr (State::is_queue) {
        return !s.unscanned.empty(s.room);
    } else {
        const auto is_any = [&] {
            if constexpr (follows_fields<decltype(s.unscanned)>)
                if (is_any_ahead(s)) return true;
            return !s.unscanned.empty();
        };
        // First and apart: what the walk needs would take registers from every step otherwise.
        if (is_any()) return true;
        while (!is_any() && is_pending(s.dropped)) rescan_copy(s);
        return is_any();
    }
}

/// The field that has waited last is ahead, unless somebody has forwarded it meanwhile; what the
/// next one leads to is prefetched.
template <class State>
constexpr void take_waiting(State& s)
{
    using L = copied_layout<State>;
    const auto at = s.unscanned.pop().at;
    const auto value = s.to.load(at);
    if (functional::leads_into<L>(s.from, value)) s.ahead = {at, value};
    if constexpr (requires { s.from.prefetch(at); })
        if (!s.unscanned.empty())
            prefetch_object<L>(s.from, L::target(s.to.load(s.unscanned.top().at)));
}

/// Takes the next copy to scan, or field to follow. False if there is none left anywhere. Larch:
/// `nextUnscannedNode`.
template <class State>
[[nodiscard]] constexpr bool next_unscanned_node(State& s)
{
    using L = copied_layout<State>;
    if (!is_any_unscanned(s)) {
        s.audit.found_no_node(s);
        return false;
    }
    if constexpr (follows_fields<decltype(s.unscanned)>) {
        if (!is_any_ahead(s)) take_waiting(s);
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
    const auto value = s.to.load(at);
    if (functional::leads_into<L>(s.from, value)) s.to.store(at, forward_field(s, at, value));
}

/// The field that is ahead. Of what it leads to, the last field may be ahead then.
template <class State>
constexpr void follow_field(State& s)
{
    const auto [at, value] = s.ahead;
    s.ahead = {};
    s.to.store(at, forward_field(s, at, value));
}

/// Every field of the copy that was taken. Larch: `scanAddr`. Where fields are followed, from the
/// one that is ahead on until none is.
template <class State>
constexpr void scan_addr(State& s)
{
    if constexpr (follows_fields<decltype(s.unscanned)>) {
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
