// layer2_functional/short_circuit.hpp: a pointer to an object that only stands for another value.
#pragma once

#include <cstddef>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace strata::functional {

/// A kind whose objects stand for the value in their first field, such as `forward_block`.
template <class K, class L>
concept forwarding_kind = requires(word_of<L> header)
{
    K::template may_stand_for<L>(header);
};

template <layout L, std::size_t I = 0>
[[nodiscard]] consteval bool has_forwarding_kind()
{
    if constexpr (I == kind_count<L>) return false;
    else return forwarding_kind<kind_at<L, I>, L> || has_forwarding_kind<L, I + 1>();
}

/// Whether the collectors of this layout short-circuit. Where it does not, nothing below is ever
/// called, and nothing is paid.
template <layout L>
inline constexpr bool short_circuits = has_forwarding_kind<L>();

/// Whether an object with this header stands for its first field.
template <layout L>
[[nodiscard]] constexpr bool is_forward(word_of<L> header)
{
    return with_kind<L>(header, [](auto kind) { return forwarding_kind<decltype(kind), L>; });
}

/// One memory, as `stands_for` reads it.
template <layout L, word_memory<word_of<L>> M>
struct one_space {
    const M& memory;

    [[nodiscard]] constexpr bool has(word_of<L> value) const
    {
        return L::is_pointer(value) && within<L>(memory, L::target(value));
    }
    [[nodiscard]] constexpr word_of<L> load_header(word_of<L> value) const
    {
        return memory.load(hd_address<L>(L::target(value)).at);
    }
    [[nodiscard]] constexpr word_of<L> load_first_field(word_of<L> value) const
    {
        return memory.load(L::target(value).at);
    }
};

/// What may be put where `value` is: what it stands for, if it leads to an object that stands for a
/// value and may be passed by; otherwise `value` itself. A pointer out of the heap leads to nobody
/// knows what, and so stays behind the object that stands for it.
template <layout L, class Spaces>
[[nodiscard]] constexpr word_of<L> stands_for(const Spaces& spaces, word_of<L> value)
{
    if (!spaces.has(value)) return value;
    const auto header = spaces.load_header(value);
    return with_kind<L>(header, [&](auto kind) -> word_of<L> {
        if constexpr (forwarding_kind<decltype(kind), L>) {
            const auto result = spaces.load_first_field(value);
            if (!L::is_pointer(result)) return result;
            if (!spaces.has(result)) return value;
            const auto header_of_result = spaces.load_header(result);
            return kind.template may_stand_for<L>(header_of_result) ? result : value;
        } else {
            return value;
        }
    });
}

/// What may be put in field `i` of the object at `h`, which holds `value`. What an object stands
/// for stays as it is, so that in which order fields are looked at does not matter.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_of<L> short_circuited(const M& memory, header_of<L> h, word_of<L> i,
                                                   word_of<L> value)
{
    if constexpr (!short_circuits<L>) {
        return value;
    } else {
        if (is_forward<L>(memory.load(h.at)) || !is_scanned<L>(memory, h, i)) return value;
        return stands_for<L>(one_space<L, M>{memory}, value);
    }
}

/// The heap in which every field is short-circuited: two heaps that differ in nothing else have
/// the same.
template <layout L>
[[nodiscard]] constexpr heap<L> short_circuited(heap<L> hp)
{
    if constexpr (short_circuits<L>) {
        const auto one = word<word_of<L>>(1);
        for (const auto h : h_allocs<L>(hp))
            for (auto i = one; i <= wosize<L>(h, hp); i = i + one)
                hp.store(field_addr<L>(h, i),
                         short_circuited<L>(hp, h, i, hp.load(field_addr<L>(h, i))));
    }
    return hp;
}

}  // namespace strata::functional
