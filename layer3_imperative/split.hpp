// layer3_imperative/split.hpp: part of a free block is taken from its end; the rest stays in place.
#pragma once

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// What is left of a block: nothing that can be on a free list (no word at all, or a fragment), or
/// a smaller block.
enum class remainder { none, block };

template <layout L>
struct split_result {
    header_of<L> taken;
    remainder rest;
};

/// Takes `wosize` fields and a header off the end of the free block at `h`; what remains gets its
/// header.
///
/// Expects  the block has at least `wosize` fields.
/// Ensures  with a header of `wosize` fields at `taken`, the blocks tile the memory; `h` is still
///          blue, and its link untouched, if the rest is a block.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr split_result<L> split(M& memory, header_of<L> h, word_of<L> wosize)
{
    const auto header = memory.load(h.at);
    const auto spare = L::wosize(header) - wosize;
    const auto none = word<word_of<L>>(0), one = word<word_of<L>>(1);
    if (spare == none) return {h, remainder::none};
    const header_of<L> taken{field_addr<L>(h, spare)};
    if (spare == one) {
        memory.store(h.at, L::make_header(none, color::white, L::tag(header)));
        return {taken, remainder::none};
    }
    memory.store(h.at, L::make_header(spare - one, color::blue, L::tag(header)));
    return {taken, remainder::block};
}

}  // namespace strata::imperative
