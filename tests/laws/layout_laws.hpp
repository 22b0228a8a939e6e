// tests/laws/layout_laws.hpp: the laws of a layout, for one address, and of its kinds, for a heap.
#pragma once

#include <cstddef>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace laws {

/// A pointer to an address is a pointer, and to that address.
template <strata::layout L>
[[nodiscard]] constexpr bool pointers(strata::value_of<L> x)
{
    return L::is_pointer(L::pointer_to(x)) && L::target(L::pointer_to(x)).at == x.at;
}

/// The filler leads to nothing: it is no pointer, or one to address 0.
template <strata::layout L>
[[nodiscard]] constexpr bool filler_leads_nowhere()
{
    return !L::is_pointer(L::filler()) ||
           L::target(L::filler()).at == strata::word<strata::word_of<L>>(0);
}

/// What is plain is white, and no kind but the last covers it.
template <strata::layout L, std::size_t I = 0>
[[nodiscard]] constexpr bool plain_is_plain(strata::word_of<L> header)
{
    using namespace strata;
    if (!functional::is_plain<L>(header)) return true;
    if constexpr (I + 1 == functional::kind_count<L>) {
        return static_cast<bool>(L::has_color(header, color::white));
    } else {
        return !functional::kind_at<L, I>::template covers<L>(header) &&
               plain_is_plain<L, I + 1>(header);
    }
}

/// The first scanned field of every object is in it, or just after it.
template <strata::layout L, strata::word_memory<strata::word_of<L>> M>
[[nodiscard]] constexpr bool scan_starts_in_object(const M& hp)
{
    using W = strata::word_of<L>;
    for (const auto h : strata::functional::h_allocs<L>(hp)) {
        const auto from = strata::functional::scan_from<L>(hp, h);
        const auto wosize = strata::functional::wosize<L>(h, hp);
        if (from < strata::word<W>(1) || from > wosize + strata::word<W>(1)) return false;
    }
    return true;
}

/// The object that keeps `x` alive contains it, and keeps itself alive.
template <strata::layout L, strata::word_memory<strata::word_of<L>> M>
[[nodiscard]] constexpr bool parent_contains(const M& hp, strata::value_of<L> x)
{
    using namespace strata;
    const auto h = functional::resolve<L>(hp, x);
    return h.at < x.at &&
           hd_address<L>(x).at < next_header<L>(h, functional::wosize<L>(h, hp)).at &&
           functional::resolve<L>(hp, f_address<L>(h)) == h;
}

}  // namespace laws
