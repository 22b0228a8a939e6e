// layer3_imperative/forward_addr.hpp: an object is copied once, and every pointer to it forwarded.
#pragma once

#include <type_traits>

#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/copy_state.hpp>
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
    const auto header = s.from.load(h.at);
    const auto wosize = L::wosize(header);
    header_of<L> copy{h};
    if (!room_for_copy(s, wosize, copy)) return s.ok = false;
    s.to.store(copy.at, copied_header(s, header, copy));
    copy_fields<L>(s.from, h, s.to, copy, wosize);
    functional::forward<L>(s.from, h, f_address<L>(copy));
    if (s.unscanned.full()) drop<L>(s.dropped, copy);
    else s.unscanned.push(f_address<L>(copy));
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

/// What a value becomes when its object has moved, which it has afterwards. Anything but a pointer
/// into from-space stays as it is: data, and what is forwarded already. Larch: `forwardAddr`.
// Few pointers lead to the inside of an object: apart from the others they cost those nothing.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_addr(State& s, word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    if (!L::is_pointer(value)) return value;
    const auto x = L::target(value);
    if (!within<L>(s.from, x)) return value;
    const auto header = s.from.load(hd_address<L>(x).at);
    if (!functional::is_interior<L>(header))
        return L::pointer_to(forward_object(s, hd_address<L>(x), header));
    const auto h = functional::resolve<L>(s.from, x);
    return functional::redirected<L>(x, h, forward_object(s, h, s.from.load(h.at)));
}

}  // namespace strata::imperative
