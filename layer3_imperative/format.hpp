// layer3_imperative/format.hpp: how memory becomes a heap, and how a heap comes under an allocator.
#pragma once

#include <strata/concepts/allocator.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// One free block, as large as can be before `end`, or a fragment, from `h` on. Where it ends.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr header_of<L> format_body(M& memory, header_of<L> h, word_of<L> end)
{
    const auto zero = word<word_of<L>>(0), most = word<word_of<L>>(L::max_wosize);
    const auto room = (end - h.at) / mword<L>() - word<word_of<L>>(1);
    const auto wosize = room < most ? room : most;
    memory.store(h.at, L::make_header(wosize, wosize == zero ? color::white : color::blue, zero));
    return next_header<L>(h, wosize);
}
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr header_of<L> format_body(M& memory, header_of<L> h)
{
    return format_body<L>(memory, h, memory.end());
}

/// Makes all of `memory` free: as few blue blocks as the largest wosize allows, and perhaps a last
/// fragment.
template <layout L, word_memory<word_of<L>> M>
constexpr void format(M& memory)
{
    for (header_of<L> h{memory.begin()}; h.at < memory.end();) h = format_body<L>(memory, h);
}

/// The block at `h`, if it is blue, comes under the allocator. Where the next one starts.
template <layout L, word_memory<word_of<L>> M, allocator<L, M> A>
[[nodiscard]] constexpr header_of<L> adopt_body(M& memory, A& free, header_of<L> h)
{
    const auto header = memory.load(h.at);
    if (L::has_color(header, color::blue)) free.add(memory, h, L::wosize(header));
    return next_header<L>(h, L::wosize(header));
}

/// Hands the blue blocks of a heap to an allocator and leaves its objects as they are.
///
/// Expects  the blocks tile the memory.
template <layout L, word_memory<word_of<L>> M, allocator<L, M> A>
constexpr void adopt(M& memory, A& free)
{
    free.begin_sweep();
    for (header_of<L> h{memory.begin()}; h.at < memory.end();) h = adopt_body<L>(memory, free, h);
    free.end_sweep(memory);
}

}  // namespace strata::imperative
