// layer3_imperative/follow.hpp: a field that leads to from-space is followed at once, or waits.
#pragma once

#include <type_traits>

#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/copy_state.hpp>

namespace strata::imperative {

// A field is looked at while it is copied, so that the next object is known before the copy of this
// one could be read back, which takes longer than all the rest of a step. And what was allocated in
// the order of its pointers is read in that order: from one end of memory to the other.

template <class State>
[[nodiscard]] constexpr auto is_any_ahead(const State& s)
{
    return s.ahead.at != word<word_of<copied_layout<State>>>(0);
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

/// Whether the fields of a copy with this header may wait on their own: what waits is
/// short-circuited, where anything is.
template <layout L>
[[nodiscard]] constexpr bool fields_may_wait(word_of<L> header)
{
    if constexpr (functional::short_circuits<L>) return !functional::is_forward<L>(header);
    else return true;
}

/// The field that is ahead waits with others. If it cannot, for want of room, or because only its
/// object says that it is not short-circuited, that is dropped: a walk finds it again.
template <class State>
constexpr void put_off_ahead(State& s, bool may_wait)
{
    using L = copied_layout<State>;
    if (!may_wait || s.unscanned.full()) drop<L>(s.dropped, s.h);
    else s.unscanned.push({s.ahead.at});
}

/// The field at `at` of the copy at `h`, which holds this value, is followed next; the one of that
/// copy which was, later.
template <class State>
constexpr void follow_next(State& s, header_of<copied_layout<State>> h,
                           word_of<copied_layout<State>> at, word_of<copied_layout<State>> value,
                           bool may_wait)
{
    if (is_any_ahead(s)) put_off_ahead(s, may_wait);
    s.h = h;
    s.ahead = {at, value};
}

/// Every field, from the first that is scanned on, of an object that was copied before.
template <class State>
constexpr void follow_fields(State& s, header_of<copied_layout<State>> h)
{
    using L = copied_layout<State>;
    const auto header = s.to.load(h.at);
    const auto end = next_header<L>(h, L::wosize(header)).at;
    for (auto at = field_addr<L>(h, functional::scan_from<L>(s.to, h)); at != end;
         at = at + mword<L>()) {
        const auto value = s.to.load(at);
        if (!is_to_follow(s, s.to, h, at, value)) continue;
        follow_next(s, h, at, value, fields_may_wait<L>(header));
    }
}

/// Copies the fields of the object at `h`; those from field `first` on that lead to from-space are
/// followed.
template <class State>
constexpr void copy_and_follow(State& s, header_of<copied_layout<State>> h,
                               header_of<copied_layout<State>> copy,
                               word_of<copied_layout<State>> first,
                               word_of<copied_layout<State>> wosize, bool may_wait)
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
        prefetch_object<L>(s.from, L::target(value));
        follow_next(s, copy, at + moved_by, value, may_wait);
    }
}

}  // namespace strata::imperative
