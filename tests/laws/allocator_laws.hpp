// tests/laws/allocator_laws.hpp: the laws of an allocator, for a heap and one take.
#pragma once

#include <algorithm>
#include <vector>

#include <strata/concepts/allocator.hpp>
#include <strata/layer2_functional/free_list.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace laws {

/// The free blocks that an allocator has, by address.
template <class L, class M, strata::allocator<L, M> A>
[[nodiscard]] constexpr auto free_blocks(const M& memory, const A& free)
{
    std::vector<strata::header_of<L>> blocks;
    free.each_free(memory, [&](strata::header_of<L> h) {
        blocks.push_back(h);
        return true;
    });
    std::sort(blocks.begin(), blocks.end());
    return blocks;
}

/// The allocator has the blue blocks, each once.
template <class L, class M, strata::allocator<L, M> A>
[[nodiscard]] constexpr bool keeps(const M& memory, const A& free)
{
    return free_blocks<L>(memory, free) == strata::functional::blues<L>(memory);
}

/// Hands the blue blocks over, as sweep does.
template <class L, class M, strata::allocator<L, M> A>
constexpr void hand_over(M& memory, A& free)
{
    free.begin_sweep();
    for (const auto h : strata::functional::blues<L>(memory))
        free.add(memory, h, strata::functional::wosize<L>(h, memory));
    free.end_sweep(memory);
}

/// Hands the first `n` blue blocks over, takes `wosize` fields and makes them an object, then hands
/// over the rest, as a sweep in slices does. True if the allocator has the blue blocks that are
/// left.
template <class L, class M, strata::allocator<L, M> A>
[[nodiscard]] constexpr bool take_between(M& memory, A& free, std::size_t n,
                                          strata::word_of<L> wosize)
{
    using namespace strata;
    const auto blocks = functional::blues<L>(memory);
    free.begin_sweep();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i == n) {
            free.end_sweep(memory);
            if (const auto taken = free.take(memory, wosize))
                memory.store(taken->at, L::make_header(wosize, color::white, word<word_of<L>>(0)));
        }
        free.add(memory, blocks[i], functional::wosize<L>(blocks[i], memory));
    }
    free.end_sweep(memory);
    return keeps<L>(memory, free);
}

/// No block is large enough for `wosize` fields.
template <class L, class M>
[[nodiscard]] constexpr bool no_room(const M& memory, strata::word_of<L> wosize)
{
    for (const auto h : strata::functional::blues<L>(memory))
        if (strata::functional::wosize<L>(h, memory) >= wosize) return false;
    return true;
}

/// Whether every word that was not part of a free block is what it was.
template <class L>
[[nodiscard]] constexpr bool live_words_same(const strata::functional::heap<L>& before,
                                             const strata::functional::heap<L>& after)
{
    for (const auto h : strata::functional::h_objs<L>(before)) {
        if (L::has_color(before.load(h.at), strata::color::blue)) continue;
        const auto end = strata::next_header<L>(h, strata::functional::wosize<L>(h, before)).at;
        for (auto a = h.at; a < end; a += strata::mword<L>())
            if (before.load(a) != after.load(a)) return false;
    }
    return true;
}

/// Whether the block at `h` with `wosize` fields lies in one of the free blocks.
template <class L>
[[nodiscard]] constexpr bool was_free(const strata::functional::heap<L>& before,
                                      strata::header_of<L> h, strata::word_of<L> wosize)
{
    for (const auto b : strata::functional::blues<L>(before)) {
        const auto end = strata::next_header<L>(b, strata::functional::wosize<L>(b, before));
        if (b <= h && strata::next_header<L>(h, wosize) <= end) return true;
    }
    return false;
}

/// Takes `wosize` fields, and makes what was taken an object.
///
/// disjoint  it was in a free block; live words stay; the allocator has the blue blocks that are
///           left
/// tiles     the blocks tile the memory
/// no room   nothing is returned exactly if no block is large enough, and then nothing has changed
template <class L, class M, strata::allocator<L, M> A>
[[nodiscard]] constexpr bool take_laws(M& memory, A& free, strata::word_of<L> wosize)
{
    using namespace strata;
    const auto before = functional::snapshot<L>(memory);
    const auto taken = free.take(memory, wosize);
    if (taken.has_value() == no_room<L>(before, wosize)) return false;
    if (!taken) return functional::snapshot<L>(memory) == before && keeps<L>(memory, free);
    if (!was_free<L>(before, *taken, wosize)) return false;
    memory.store(taken->at, L::make_header(wosize, color::white, word<word_of<L>>(0)));
    const auto after = functional::snapshot<L>(memory);
    const auto blocks = functional::h_objs<L>(after);
    return !functional::find_tiling_defect<L>(after, blocks) &&
           std::binary_search(blocks.begin(), blocks.end(), *taken) &&
           live_words_same<L>(before, after) && keeps<L>(memory, free);
}

}  // namespace laws
