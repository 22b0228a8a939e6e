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

/// Whether the field at `at` of the copy at `h`, which holds `value`, is scanned and leads to
/// from-space.
template <class State>
[[nodiscard]] constexpr bool is_to_follow(const State& s, header_of<copied_layout<State>> h,
                                          word_of<copied_layout<State>> at,
                                          word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    return functional::leads_into<L>(s.from, value) &&
           functional::scans<L>(s.to, h, (at - h.at) / mword<L>());
}

/// Whether the fields of a copy with this header may wait on their own: what waits is
/// short-circuited, where anything is.
template <class State>
[[nodiscard]] constexpr bool fields_may_wait(word_of<copied_layout<State>> header)
{
    using L = copied_layout<State>;
    if constexpr (State::is_among_others || !functional::short_circuits<L>) return true;
    else return !functional::is_forward<L>(header);
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

/// Fields of the copy at `h` that are looked at: from `at` up to `end`.
template <layout L>
struct fields_in_turn {
    header_of<L> h;
    word_of<L> at, end;
    bool may_wait;  ///< on their own
};

/// The field at `at`, one of these, which holds `value`: if it leads to from-space, it is followed
/// next; the one that was, later.
template <class State>
constexpr void look_at(State& s, const fields_in_turn<copied_layout<State>>& f,
                       word_of<copied_layout<State>> at, word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    if (!is_to_follow(s, f.h, at, value)) return;
    prefetch_object<L>(s.from, L::target(value));
    if (is_any_ahead(s)) put_off_ahead(s, f.may_wait);
    s.h = f.h;
    s.ahead = {at, value};
}

/// One field of a copy that was made before.
template <class State>
constexpr void follow_body(State& s, fields_in_turn<copied_layout<State>>& f)
{
    const auto at = f.at;
    f.at = at + mword<copied_layout<State>>();
    look_at(s, f, at, s.to.load(at));
}

/// Every field of the object at `h`, which was copied before.
template <class State>
constexpr void follow_fields(State& s, header_of<copied_layout<State>> h)
{
    using L = copied_layout<State>;
    const auto header = s.to.load(h.at);
    fields_in_turn<L> f{h, field_addr<L>(h, functional::scan_from<L>(s.to, h)),
                        next_header<L>(h, L::wosize(header)).at, fields_may_wait<State>(header)};
    while (f.at != f.end) follow_body(s, f);
}

/// The next field is copied: it is the one at `source` of the object.
template <class State>
constexpr word_of<copied_layout<State>>
copy_field(State& s, fields_in_turn<copied_layout<State>>& f, word_of<copied_layout<State>>& source)
{
    const auto held = s.from.load(source);
    s.to.store(f.at, held);
    if (!std::is_constant_evaluated()) asm volatile("");  // see copy_fields
    source = source + mword<copied_layout<State>>();
    f.at = f.at + mword<copied_layout<State>>();
    return held;
}

/// The same, and it is looked at.
template <class State>
constexpr void copy_body(State& s, fields_in_turn<copied_layout<State>>& f,
                         word_of<copied_layout<State>>& source)
{
    const auto at = f.at;
    look_at(s, f, at, copy_field(s, f, source));
}

/// Copies the fields of the object at `h`; those from field `first` on that lead to from-space are
/// followed, the last of them next.
///
/// Expects  nothing is ahead.
template <class State>
constexpr void copy_and_follow(State& s, header_of<copied_layout<State>> h,
                               header_of<copied_layout<State>> copy,
                               word_of<copied_layout<State>> first,
                               word_of<copied_layout<State>> wosize, bool may_wait)
{
    using L = copied_layout<State>;
    auto source = f_address<L>(h).at;
    fields_in_turn<L> f{copy, f_address<L>(copy).at, field_addr<L>(copy, first), may_wait};
    while (f.at != f.end) copy_field(s, f, source);
    f.end = next_header<L>(copy, wosize).at;
    while (f.at != f.end) copy_body(s, f, source);
}

}  // namespace strata::imperative
