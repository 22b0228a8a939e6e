// layer2_functional/forwarding.hpp: what an object leaves behind when it moves.
#pragma once

#include <cstddef>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/short_circuit.hpp>

namespace strata::functional {

/// A block without fields is white, so this is the header of nothing else.
template <layout L>
[[nodiscard]] constexpr word_of<L> unused_header()
{
    const auto zero = word<word_of<L>>(0);
    return L::make_header(zero, color::black, zero);
}

/// The header of an object that has moved. Its new address is in the first field, which every
/// object has. A layout whose runtime looks for another one says so (OCaml's looks for 0); where
/// objects move there are then no blocks with that header.
template <layout L>
[[nodiscard]] constexpr word_of<L> forwarding_header()
{
    if constexpr (requires { L::forwarding_header(); }) return L::forwarding_header();
    else return unused_header<L>();
}

template <layout L>
[[nodiscard]] constexpr auto is_forwarded(word_of<L> header)
{
    return header == forwarding_header<L>();
}

/// Where the object at `h` has moved to.
///
/// Expects  it is forwarded.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr value_of<L> forwarded_to(const M& memory, header_of<L> h)
{
    return {memory.load(f_address<L>(h).at)};
}

/// The object at `h` has moved to `copy`.
template <layout L, word_memory<word_of<L>> M>
constexpr void forward(M& memory, header_of<L> h, value_of<L> copy)
{
    memory.store(h.at, forwarding_header<L>());
    memory.store(f_address<L>(h).at, copy.at);
}

/// Whether this is the header of what a pointer to the inside of an object leads to.
template <layout L, std::size_t I = 0>
[[nodiscard]] constexpr bool is_interior(word_of<L> header)
{
    if constexpr (I == kind_count<L>) {
        return false;
    } else {
        using kind = kind_at<L, I>;
        if constexpr (interior_kind<kind, L>)
            if (kind::template covers<L>(header)) return true;
        return is_interior<L, I + 1>(header);
    }
}

/// The pointer to what `x` led to, the object at `h` or an interior header of it, in the copy at
/// `copy`: a pointer to the inside keeps its distance.
template <layout L>
[[nodiscard]] constexpr word_of<L> redirected(value_of<L> x, header_of<L> h, value_of<L> copy)
{
    return L::pointer_to({copy.at + (x.at - f_address<L>(h).at)});
}

/// Whether a value leads to an object of `memory`.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool leads_into(const M& memory, word_of<L> value)
{
    if (!L::is_pointer(value)) return false;
    return static_cast<bool>(within<L>(memory, L::target(value)));
}

/// Two spaces as one memory to read: an object that has moved is read where its copy is.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To>
struct both_spaces {
    using word = word_of<L>;

    const From& from;
    const To& to;

    [[nodiscard]] constexpr bool has(word value) const
    {
        return leads_into<L>(from, value) || leads_into<L>(to, value);
    }
    /// The address of the header to which a value leads that is `has`; an interior one stays where
    /// it is.
    [[nodiscard]] constexpr word load_header(word value) const
    {
        const auto h = hd_address<L>(L::target(value));
        if (!leads_into<L>(from, value)) return to.load(h.at);
        const auto header = from.load(h.at);
        if (!is_forwarded<L>(header)) return header;
        return to.load(hd_address<L>(forwarded_to<L>(from, h)).at);
    }
    [[nodiscard]] constexpr word load_first_field(word value) const
    {
        const auto x = L::target(value);
        if (!leads_into<L>(from, value)) return to.load(x.at);
        if (!is_forwarded<L>(from.load(hd_address<L>(x).at))) return from.load(x.at);
        return to.load(forwarded_to<L>(from, hd_address<L>(x)).at);
    }
};

/// What may be put in field `i` of the copy at `h`, which holds `value`, while objects move.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To, class M>
[[nodiscard]] constexpr word_of<L> short_circuited(const From& from, const To& to, const M& holder,
                                                   header_of<L> h, word_of<L> value)
{
    if constexpr (short_circuits<L>)
        if (leads_into<L>(from, value) && !is_forward<L>(holder.load(h.at)))
            return stands_for<L>(both_spaces<L, From, To>{from, to}, value);
    return value;
}

}  // namespace strata::functional
