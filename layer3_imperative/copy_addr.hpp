// layer3_imperative/copy_addr.hpp: an object is copied to where there is room for it.
#pragma once

#include <type_traits>

#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/copy_state.hpp>
#include <strata/layer3_imperative/follow.hpp>
#include <strata/layer3_imperative/take_at.hpp>

namespace strata::imperative {

/// Room for a copy of `wosize` fields, if there is any.
template <class State>
[[nodiscard]] constexpr auto room_for_copy(State& s, word_of<copied_layout<State>> wosize,
                                           header_of<copied_layout<State>>& copy)
{
    if constexpr (requires { s.room.fits(wosize); }) {
        const auto fits = s.room.fits(wosize);
        if (fits) copy = s.room.cut(wosize);
        return fits;
    } else {
        using L = copied_layout<State>;
        if constexpr (requires { s.room.cut_in_hand(s.to, wosize); }) {
            if (s.room.has_in_hand(wosize)) [[likely]] {
                copy = s.room.cut_in_hand(s.to, wosize);
                return true;
            }
        }
        const auto x = take_at<L>(s.room, s.to, wosize);
        if (x == nowhere<L>()) return false;
        copy = hd_address<L>(x);
        return true;
    }
}

/// The header of a copy: that of the object, in the colour that the room asks for, if it does.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
copied_header(const State& s, word_of<copied_layout<State>> header,
              header_of<copied_layout<State>> copy)
{
    if constexpr (requires { s.room.color_at(copy); })
        return copied_layout<State>::color_header(header, s.room.color_at(copy));
    else return header;
}

/// The fields of the object at `h`, word by word. Objects are small: if the compiler made more of
/// these loops than they are, copying would be slower. Whether a field leads to from-space, if that
/// is `asked`; what it leads to is soon copied too, and memory has until then to answer.
///
/// Expects  there is a field.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To>
[[nodiscard]] constexpr bool copy_fields(const From& from, header_of<L> h, To& to,
                                         header_of<L> copy, word_of<L> wosize, bool asked)
{
    const auto first = f_address<L>(h).at;
    auto a = first + wosize * mword<L>();
    const auto copy_field = [&] {
        a = a - mword<L>();
        const auto held = from.load(a);
        to.store(f_address<L>(copy).at + (a - first), held);
        if (!std::is_constant_evaluated()) asm volatile("");
        return held;
    };
    auto leads = false;
    while (asked && a != first) {
        const auto held = copy_field();
        if (!functional::leads_into<L>(from, held)) continue;
        leads = true;
        prefetch_object<L>(from, L::target(held));
    }
    while (a != first) copy_field();
    return leads;
}

/// The fields of the object at `h`, whose header this is. The copy is to be scanned if it leads to
/// from-space; many objects are leaves, and would be scanned in vain.
template <class State>
constexpr void copy_and_scan(State& s, header_of<copied_layout<State>> h,
                             word_of<copied_layout<State>> header,
                             header_of<copied_layout<State>> copy)
{
    using L = copied_layout<State>;
    // What is plain is not asked twice.
    const bool is_scanned = functional::is_plain<L>(header) || !functional::is_opaque<L>(header);
    const bool leads =
        copy_fields<L>(s.from, h, s.to, copy, L::wosize(header), is_scanned && !State::is_queue);
    if (!leads && !State::is_queue) return;
    if (s.unscanned.full()) [[unlikely]]
        drop<L>(s.dropped, copy);
    else s.unscanned.push(f_address<L>(copy));
}

/// The fields of the object at `h`, whose header this is; what leads to from-space is followed.
template <class State>
constexpr void copy_by_kind(State& s, header_of<copied_layout<State>> h,
                            word_of<copied_layout<State>> header,
                            header_of<copied_layout<State>> copy)
{
    using L = copied_layout<State>;
    const auto wosize = L::wosize(header);
    if (functional::is_plain<L>(header)) [[likely]]
        return copy_and_follow(s, h, copy, functional::plain_scan_from<L>(s.from, h), wosize, true);
    functional::with_kind<L>(header, [&](auto kind) {
        constexpr bool may_wait =
            State::is_among_others || !functional::forwarding_kind<decltype(kind), L>;
        copy_and_follow(s, h, copy, kind.template scan_from<L>(s.from, h), wosize, may_wait);
    });
}

/// Copies the object at `h`, leaves its new address in its place, and has the copy scanned. False
/// if there is no room; then nothing has changed but `ok`. Larch: `copyAddr`.
///
/// Expects  the object has not been copied.
template <class State>
[[nodiscard]] constexpr bool copy_addr(State& s, header_of<copied_layout<State>> h)
{
    using L = copied_layout<State>;
    using larch = graph::larch::copy_addr;
    const auto memory = s.audit.template before<larch>(s, f_address<L>(h));
    const auto header = s.from.load(h.at);
    header_of<L> copy{h};
    if (!room_for_copy(s, L::wosize(header), copy)) [[unlikely]]
        return s.ok = false;
    s.to.store(copy.at, copied_header(s, header, copy));
    if constexpr (follows_fields<decltype(s.unscanned)>) copy_by_kind(s, h, header, copy);
    else copy_and_scan(s, h, header, copy);
    functional::forward<L>(s.from, h, f_address<L>(copy));
    s.audit.template after<larch>(s, memory, f_address<L>(h));
    return true;
}

}  // namespace strata::imperative
