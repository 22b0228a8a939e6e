// layer2_functional/objects.hpp: the objects of a heap, all of them or those of one colour.
#pragma once

#include <vector>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::functional {

/// What the header at `h` says. Paper: `wosize h_x h`, `color h_x h`, `tag h_x h`.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_of<L> wosize(header_of<L> h, const M& memory)
{
    return L::wosize(memory.load(h.at));
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr color color_at(header_of<L> h, const M& memory)
{
    return color_of<L>(memory.load(h.at));
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_of<L> tag(header_of<L> h, const M& memory)
{
    return L::tag(memory.load(h.at));
}

/// Calls `visit` with the header address of each block, from the first to the last.
///
/// Expects  the blocks tile the memory (see `find_defect`).
template <layout L, word_memory<word_of<L>> M, class F>
constexpr void for_each_block(const M& memory, F visit)
{
    for (header_of<L> h{memory.begin()}; h.at < memory.end();
         h = next_header<L>(h, wosize<L>(h, memory)))
        visit(h);
}

/// Header addresses of the blocks that satisfy `wanted`.
template <layout L, word_memory<word_of<L>> M, class P>
[[nodiscard]] constexpr std::vector<header_of<L>> blocks_where(const M& memory, P wanted)
{
    std::vector<header_of<L>> found;
    for_each_block<L>(memory, [&](header_of<L> h) {
        if (wanted(memory.load(h.at))) found.push_back(h);
    });
    return found;
}

/// Allocated: not free, and not a fragment, which has no field. Neither is ever pointed to.
template <layout L>
[[nodiscard]] constexpr bool is_allocated(word_of<L> header)
{
    return !L::has_color(header, color::blue) && L::wosize(header) != word<word_of<L>>(0);
}

/// Paper: `h_objs`, `h_allocs`, `whites`, `greys`, `blacks`, `blues`: sequences of header
/// addresses.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto h_objs(const M& memory)
{
    return blocks_where<L>(memory, [](word_of<L>) { return true; });
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto h_allocs(const M& memory)
{
    return blocks_where<L>(memory, is_allocated<L>);
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto of_color(const M& memory, color c)
{
    return blocks_where<L>(memory,
                           [c](word_of<L> header) -> bool { return L::has_color(header, c); });
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto whites(const M& memory)
{
    return of_color<L>(memory, color::white);
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto greys(const M& memory)
{
    return of_color<L>(memory, color::gray);
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto blacks(const M& memory)
{
    return of_color<L>(memory, color::black);
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto blues(const M& memory)
{
    return of_color<L>(memory, color::blue);
}

/// Paper: `objs` and `allocs`: the same objects by the address of their first field.
template <layout L>
[[nodiscard]] constexpr std::vector<value_of<L>>
by_first_field(const std::vector<header_of<L>>& headers)
{
    std::vector<value_of<L>> objects;
    objects.reserve(headers.size());
    for (const auto h : headers) objects.push_back(f_address<L>(h));
    return objects;
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto objs(const M& memory)
{
    return by_first_field<L>(h_objs<L>(memory));
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto allocs(const M& memory)
{
    return by_first_field<L>(h_allocs<L>(memory));
}

}  // namespace strata::functional
