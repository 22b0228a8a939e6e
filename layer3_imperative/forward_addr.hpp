// layer3_imperative/forward_addr.hpp: an object is copied once, and every pointer to it forwarded.
#pragma once

#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/apart.hpp>
#include <strata/layer3_imperative/copy_addr.hpp>

namespace strata::imperative {

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

/// What a pointer to `x` in from-space becomes, which may be the inside of an object.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_interior(State& s, value_of<copied_layout<State>> x)
{
    using L = copied_layout<State>;
    const auto h = functional::resolve<L>(s.from, x);
    return functional::redirected<L>(x, h, forward_object(s, h, s.from.load(h.at)));
}

/// What a pointer to `x` in from-space becomes.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_pointer(State& s, value_of<copied_layout<State>> x)
{
    using L = copied_layout<State>;
    const auto h = hd_address<L>(x);
    const auto header = s.from.load(h.at);
    if (functional::is_interior<L>(header)) [[unlikely]]
        return apart(s, [x](State& t) { return forward_interior(t, x); });
    return L::pointer_to(forward_object(s, h, header));
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

/// What the field at `at` of a copy becomes, past what only stands for what it holds. What is in an
/// object that stands for a value stays there; such a field is followed when its copy is made.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_passed(State& s, word_of<copied_layout<State>> at, word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    const auto header = s.to.load(s.h.at);
    const auto end = next_header<L>(s.h, L::wosize(header)).at;
    if (functional::is_forward<L>(header) && s.h.at < at && at < end) return forward_addr(s, value);
    const functional::both_spaces<L, decltype(s.from), decltype(s.to)> both{s.from, s.to};
    return forward_addr(s, functional::stands_for<L>(both, value));
}

/// Whether a pointer to where this header is in from-space leads to an object that stands for
/// nothing but itself.
template <class State>
[[nodiscard]] constexpr bool leads_to_itself(const State& s, header_of<copied_layout<State>> h,
                                             word_of<copied_layout<State>> header)
{
    using L = copied_layout<State>;
    if (functional::is_forwarded<L>(header))
        header = s.to.load(hd_address<L>(functional::forwarded_to<L>(s.from, h)).at);
    return !functional::is_interior<L>(header) && !functional::is_forward<L>(header);
}

/// What the field at `at` of a copy becomes, which holds this pointer into from-space. What lies
/// between other objects is short-circuited by their collector: `rescan_copy` meets them as well,
/// and must change none.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
forward_field(State& s, word_of<copied_layout<State>> at, word_of<copied_layout<State>> value)
{
    using L = copied_layout<State>;
    if constexpr (functional::short_circuits<L> && !State::is_among_others) {
        const auto h = hd_address<L>(L::target(value));
        const auto header = s.from.load(h.at);
        // At one look, and on their own: most objects.
        if (!functional::is_forwarded<L>(header) && functional::is_plain<L>(header)) [[likely]]
            return L::pointer_to(forward_object(s, h, header));
        if (!leads_to_itself(s, h, header)) [[unlikely]]
            return apart(s, [at, value](State& t) { return forward_passed(t, at, value); });
        return L::pointer_to(forward_object(s, h, header));
    } else {
        return forward_pointer(s, L::target(value));
    }
}

}  // namespace strata::imperative
