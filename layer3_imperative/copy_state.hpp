// layer3_imperative/copy_state.hpp: what a copying collection knows between two steps.
#pragma once

#include <utility>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/room.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/concepts/worklist.hpp>
#include <strata/layer3_imperative/cheney_queue.hpp>
#include <strata/layer3_imperative/copy_audit.hpp>
#include <strata/layer3_imperative/overflow.hpp>
#include <strata/layer3_imperative/slot_stack.hpp>

namespace strata::imperative {

/// Where fields are followed, which has this instead of `i` and `wosize`: the one at `at` leads to
/// from-space, holds `value`, and is followed before all others. If it was ahead when its copy was
/// made, that is at `h`. There is no field at 0: that is none.
template <layout L>
struct field_ahead {
    word_of<L> at = word<word_of<L>>(0), value = word<word_of<L>>(0);
};

/// All that copying knows between two steps. The worklist holds the copies whose fields may still
/// lead to from-space, and decides the order; one that had no room for a copy finds it again in
/// to-space, where scanning what is scanned already changes nothing.
///
/// Invariant  an object of from-space is forwarded iff it has one copy; a copy that is neither in
///            the worklist nor dropped leads to no object of from-space, but for the fields `i` to
///            `wosize` of the one at `h`.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To, room<L, To> Room,
          class S, class Audit = default_copy_audit<L, Room>>
    requires worklist<S> || copy_queue<S, L, To, Room>
struct copy_state {
    using layout_type = L;
    static constexpr bool is_queue = copy_queue<S, L, To, Room>;
    /// Whether copies come to lie between other objects, in a space with a collector of its own.
    static constexpr bool is_among_others = requires { requires Room::is_lent; };

    From from;
    To to;
    Room room;
    S unscanned;
    overflow<L> dropped;
    bool ok;  ///< false once there was no room. CakeML: the flag `ok`
    header_of<L> h;
    word_of<L> i, wosize;
    [[no_unique_address]] Audit audit;
    field_ahead<L> ahead{};
};

/// The state in which nothing is copied.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To, room<L, To> Room,
          class S, class Audit = default_copy_audit<L, Room>>
    requires worklist<S> || copy_queue<S, L, To, Room>
[[nodiscard]] constexpr auto begin_copy(From from, To to, Room room, S unscanned, Audit audit = {})
{
    const auto dropped = no_overflow<L>(to);
    const auto none = word<word_of<L>>(0);
    return copy_state<L, From, To, Room, S, Audit>{std::move(from),
                                                   std::move(to),
                                                   std::move(room),
                                                   std::move(unscanned),
                                                   dropped,
                                                   true,
                                                   {none},
                                                   word<word_of<L>>(1),
                                                   none,
                                                   std::move(audit)};
}

template <class State>
using copied_layout = typename State::layout_type;

/// No copy is being scanned.
template <class State>
constexpr void scan_nothing(State& s)
{
    if constexpr (!follows_fields<decltype(s.unscanned)>) {
        using W = word_of<copied_layout<State>>;
        s.h = {word<W>(0)};
        s.i = word<W>(1);
        s.wosize = word<W>(0);
    }
}

}  // namespace strata::imperative
