// layer3_imperative/follow.hpp: a new copy is scanned at once, from the first pointer in it.
#pragma once

#include <type_traits>

#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/copy_state.hpp>

namespace strata::imperative {

// What was allocated in the order of its pointers is read in that order: from one end of memory to
// the other. And a field is looked at while it is copied, so that the next object is known before
// the copy of this one could be read back, which takes longer than all the rest of a step.

template <class State>
[[nodiscard]] constexpr auto is_any_ahead(const State& s)
{
    return s.ahead.at != word<word_of<copied_layout<State>>>(0);
}

/// The fields of the copy at `h` from `at` up to `end`, if there are any, are for later.
template <class State>
constexpr void scan_later(State& s, header_of<copied_layout<State>> h,
                          word_of<copied_layout<State>> at, word_of<copied_layout<State>> end)
{
    using L = copied_layout<State>;
    if (at == end) return;
    if (s.unscanned.full()) drop<L>(s.dropped, h);
    else s.unscanned.push({f_address<L>(h), at, end});
}

/// Whether the field at `at` of the object at `h` in `memory`, which holds `value`, is scanned and
/// leads to from-space.
template <class State, class M>
[[nodiscard]] constexpr bool
is_to_follow(const State& s, const M& memory, header_of<copied_layout<State>> h,
             word_of<copied_layout<State>> at, word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    return functional::leads_into<L>(s.from, value) &&
           functional::scans<L>(memory, h, (at - h.at) / mword<L>());
}

/// Goes on with the first of these fields that leads to from-space; the others are for later.
template <class State>
constexpr void scan_rest(State& s, rest_of_copy<word_of<copied_layout<State>>> rest)
{
    using L = copied_layout<State>;
    const auto h = hd_address<L>(rest.copy);
    for (auto at = rest.at; at != rest.end; at = at + mword<L>()) {
        const auto value = s.to.load(at);
        if (!is_to_follow(s, s.to, h, at, value)) continue;
        scan_later(s, h, at + mword<L>(), rest.end);
        s.h = h;
        s.ahead = {at, value};
        return;
    }
}

/// Copies the fields of the object at `h`, and goes on with the first of them, from field `first`
/// on, that leads to from-space, if there is one; the others are for later.
///
/// Expects  the object has not been copied.
template <class State>
constexpr void
follow_fields(State& s, header_of<copied_layout<State>> h, header_of<copied_layout<State>> copy,
              word_of<copied_layout<State>> first, word_of<copied_layout<State>> wosize)
{
    using L = copied_layout<State>;
    const auto moved_by = copy.at - h.at;  // nothing that is read must wait for where it goes
    auto a = f_address<L>(h).at;
    const auto copy_field = [&] {
        const auto held = s.from.load(a);
        s.to.store(a + moved_by, held);
        if (!std::is_constant_evaluated()) asm volatile("");  // see copy_fields
        a = a + mword<L>();
        return held;
    };
    const auto end = next_header<L>(h, wosize).at, scanned_from = field_addr<L>(h, first);
    while (a != scanned_from) copy_field();
    while (a != end) {
        const auto at = a;
        const auto value = copy_field();
        if (!is_to_follow(s, s.from, h, at, value)) continue;
        if (is_any_ahead(s)) scan_later(s, s.h, s.ahead.at, s.ahead.at + mword<L>());
        scan_later(s, copy, a + moved_by, end + moved_by);
        s.h = copy;
        s.ahead = {at + moved_by, value};
        break;
    }
    while (a != end) copy_field();
}

}  // namespace strata::imperative
