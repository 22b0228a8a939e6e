// layer3_imperative/forward_addr.hpp: an object is copied once, and every pointer to it forwarded.
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
/// this loop than it is, copying would be slower.
///
/// Expects  there is a first field.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To>
constexpr void copy_fields(const From& from, header_of<L> h, To& to, header_of<L> copy,
                           word_of<L> wosize)
{
    const auto end = next_header<L>(copy, wosize).at;
    auto a = f_address<L>(h).at, b = f_address<L>(copy).at;
    do {
        to.store(b, from.load(a));
        if (!std::is_constant_evaluated()) asm volatile("");
        a = a + mword<L>();
        b = b + mword<L>();
    } while (b != end);
}

/// The fields in preorder, where the copy is scanned next. Most objects are of the kind that has
/// what the others leave: those are looked at while they are copied.
template <class State>
constexpr void copy_and_follow(State& s, header_of<copied_layout<State>> h,
                               word_of<copied_layout<State>> header,
                               header_of<copied_layout<State>> copy)
{
    using L = copied_layout<State>;
    using last_kind = functional::kind_at<L, functional::kind_count<L> - 1>;
    const auto wosize = L::wosize(header);
    functional::with_kind<L>(header, [&](auto kind) {
        const auto first = kind.template scan_from<L>(s.from, h);
        if constexpr (std::is_same_v<decltype(kind), last_kind>) {
            follow_fields(s, h, copy, first, wosize);
        } else {
            copy_fields<L>(s.from, h, s.to, copy, wosize);
            scan_later(s, copy, field_addr<L>(copy, first), next_header<L>(copy, wosize).at);
        }
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
    constexpr bool follows = in_preorder<decltype(s.unscanned)>;
    const auto memory = s.audit.template before<larch>(s, f_address<L>(h));
    const auto header = s.from.load(h.at);
    const auto wosize = L::wosize(header);
    header_of<L> copy{h};
    if (!room_for_copy(s, wosize, copy)) return s.ok = false;
    s.to.store(copy.at, copied_header(s, header, copy));
    if constexpr (follows) copy_and_follow(s, h, header, copy);
    else copy_fields<L>(s.from, h, s.to, copy, wosize);
    functional::forward<L>(s.from, h, f_address<L>(copy));
    if constexpr (!follows) {
        if (s.unscanned.full()) drop<L>(s.dropped, copy);
        else s.unscanned.push(f_address<L>(copy));
    }
    s.audit.template after<larch>(s, memory, f_address<L>(h));
    return true;
}

/// Where the object at `h`, whose header this is, has its copy, which it has afterwards; the object
/// itself if there is no room.
template <class State>
[[nodiscard]] constexpr value_of<copied_layout<State>>
forward_object(State& s, header_of<copied_layout<State>> h, word_of<copied_layout<State>> header)
{
    using L = copied_layout<State>;
    using larch = graph::larch::forward_addr;
    const auto memory = s.audit.template before<larch>(s, f_address<L>(h));
    if (!functional::is_forwarded<L>(header))
        if (!copy_addr(s, h)) return f_address<L>(h);
    const auto copy = functional::forwarded_to<L>(s.from, h);
    s.audit.template after<larch>(s, memory, f_address<L>(h), copy);
    return copy;
}

/// What a pointer to `x` in from-space becomes.
// Few pointers lead to the inside of an object: apart from the others they cost those nothing.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_pointer(State& s, value_of<copied_layout<State>> x)
{
    using L = copied_layout<State>;
    auto h = hd_address<L>(x);
    auto header = s.from.load(h.at);
    if constexpr (in_preorder<decltype(s.unscanned)>) {
        // A second copy of all that is done for an object would take registers from the first.
        if (functional::is_interior<L>(header)) {
            h = functional::resolve<L>(s.from, x);
            header = s.from.load(h.at);
        }
    } else {
        if (!functional::is_interior<L>(header)) return L::pointer_to(forward_object(s, h, header));
        h = functional::resolve<L>(s.from, x);
        header = s.from.load(h.at);
    }
    return functional::redirected<L>(x, h, forward_object(s, h, header));
}

/// What a value becomes when its object has moved, which it has afterwards. Anything but a pointer
/// into from-space stays as it is: data, and what is forwarded already. Larch: `forwardAddr`.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_addr(State& s, word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    if (!L::is_pointer(value)) return value;
    const auto x = L::target(value);
    if (!within<L>(s.from, x)) return value;
    return forward_pointer(s, x);
}

/// What a value of the copy being scanned becomes. What lies between other objects is
/// short-circuited by their collector: `rescan_copy` meets them as well, and must change none.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_value(State& s, word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    if constexpr (functional::short_circuits<L> && !State::is_among_others)
        value = functional::short_circuited<L>(s.from, s.to, s.to, s.h, value);
    return forward_addr(s, value);
}

}  // namespace strata::imperative
