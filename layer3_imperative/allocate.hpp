// layer3_imperative/allocate.hpp: a new object from the free blocks, ready to be scanned.
#pragma once

#include <optional>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/room.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/kinds.hpp>

namespace strata::imperative {

/// The fields of a new object that do not hold the filler yet: `i` to `wosize`.
template <layout L>
struct clear_state {
    header_of<L> h;
    word_of<L> i, wosize;
};

template <layout L, word_memory<word_of<L>> M>
constexpr void clear_body(M& memory, clear_state<L>& s)
{
    memory.store(field_addr<L>(s.h, s.i), L::filler());
    s.i = s.i + word<word_of<L>>(1);
}

/// Expects  an object of this size and tag may exist.
template <layout L>
constexpr void expects_object(word_of<L> wosize, word_of<L> tag, place at = {})
{
    expects(wosize <= L::max_wosize && tag <= L::max_tag, "size and tag fit in a header", at);
    expects(functional::may_exist<L>(L::make_header(wosize, color::white, tag)),
            "an object has the fields that its kind needs, and no interior header", at);
}

/// Makes the block at `h`, which is on no list, an object of `wosize` fields, each the filler.
template <layout L, word_memory<word_of<L>> M>
constexpr value_of<L> make_object(M& memory, header_of<L> h, word_of<L> wosize, word_of<L> tag,
                                  color c)
{
    memory.store(h.at, L::make_header(wosize, c, tag));
    for (clear_state<L> s{h, word<word_of<L>>(1), wosize}; s.i <= s.wosize;)
        clear_body<L>(memory, s);
    functional::initialise<L>(memory, h);
    return f_address<L>(h);
}

/// An object of `wosize` fields, each the filler, or nothing if no free block is large enough; then
/// no word has changed.
///
/// Expects  an object of `wosize` fields and this tag may exist (functional::may_exist); the heap
///          is well formed and `free` has its free blocks.
/// Ensures  the same; what is returned overlaps nothing that was allocated.
template <layout L, word_memory<word_of<L>> M, room<L, M> A>
[[nodiscard]] constexpr std::optional<value_of<L>> allocate(M& memory, A& free, word_of<L> wosize,
                                                            word_of<L> tag, color c = color::white)
{
    const auto h = free.take(memory, wosize);
    if (!h) return std::nullopt;
    return make_object<L>(memory, *h, wosize, tag, c);
}

}  // namespace strata::imperative
