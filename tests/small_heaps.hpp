// tests/small_heaps.hpp: every well-formed heap of a few words, over boundary representatives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "small_blocks.hpp"
#include "small_objects.hpp"

namespace test {

/// How the words that are no pointers are chosen. What is never thinned out: how blocks tile the
/// heap, of which kind each is, where environments and infix headers are, every bitmap, and for
/// each scanned field whether it points, and to which object or infix header.
enum class choice {
    all,     ///< every word of every slot with every other: the whole product
    in_turn  ///< one for each slot and each tiling, in turn: every word occurs in every place, but
             ///< not every two words together. Up to nine words there is time for this on each run.
};

/// Some of the places of a small heap, one bit each.
using places = std::uint32_t;

[[nodiscard]] constexpr places only(std::size_t p) { return places{1} << p; }

/// One heap: its words, the pointers to its objects and infix headers, and what was meant by them,
/// so that a test can say what a collection must do without asking the layout.
template <layout L>
struct small_heap {
    using W = word_of<L>;

    std::array<W, most_words> storage{};
    std::array<W, most_words> pointers{};
    std::array<std::size_t, most_words> owner{};  ///< of each pointer: where its object starts
    places starts = 0;                            ///< of blocks: objects, free blocks and fragments
    places objects = 0;                           ///< where objects start
    places values = 0;                            ///< scanned fields
    std::size_t size = 0, pointer_count = 0, number = 0;

    [[nodiscard]] static constexpr W origin() { return small_origin<L>; }
    [[nodiscard]] constexpr std::span<const W> words() const { return {storage.data(), size}; }
    [[nodiscard]] constexpr std::span<const W> targets() const
    {
        return {pointers.data(), pointer_count};
    }
};

/// The tiling under way, and the words to choose from in each place.
template <layout L>
struct small_heap_state {
    small_objects<L> objects;
    choice how;
    small_heap<L> heap{};
    std::array<slot<word_of<L>>, most_words> slots{};
    std::size_t tiled = 0, tilings = 0;
};

/// How many words a place may hold, and which one is number `k`: choices first, then pointers.
template <layout L>
[[nodiscard]] constexpr std::size_t count_at(const small_heap_state<L>& s, std::size_t place)
{
    const auto& at = s.slots[place];
    const auto choices = s.how == choice::all ? at.count : 1;
    return choices + (at.holds_value ? s.heap.pointer_count : 0);
}
template <layout L>
[[nodiscard]] constexpr word_of<L> word_at(const small_heap_state<L>& s, std::size_t place,
                                           std::size_t k)
{
    const auto& at = s.slots[place];
    const auto choices = s.how == choice::all ? at.count : 1;
    if (k >= choices) return s.heap.pointers[k - choices];
    return at.choices[s.how == choice::all ? k : (s.tilings + place) % at.count];
}

/// Every heap of a tiling: an odometer with one wheel for each place.
template <layout L, class F>
constexpr bool each_filling(small_heap_state<L>& s, F& visit)
{
    std::array<std::size_t, most_words> wheel{};
    const auto n = s.heap.size;
    for (std::size_t p = 0; p < n; ++p) s.heap.storage[p] = word_at(s, p, 0);
    for (std::size_t p = 0; p < n;) {
        if (p == 0) {
            if (!visit(static_cast<const small_heap<L>&>(s.heap))) return false;
            ++s.heap.number;
        }
        const bool turned = ++wheel[p] < count_at(s, p);
        if (!turned) wheel[p] = 0;
        s.heap.storage[p] = word_at(s, p, wheel[p]);
        p = turned ? 0 : p + 1;
    }
    ++s.tilings;
    return true;
}

template <layout L, class F>
constexpr bool each_tiling(small_heap_state<L>& s, F& visit);

/// Every heap in which `block` comes next.
template <layout L, class F>
constexpr bool each_with(small_heap_state<L>& s, const small_block<word_of<L>>& block, F& visit)
{
    const auto start = s.tiled;
    const auto outside = s.heap;
    s.heap.starts |= only(start);
    if (block.entry_count > 0) s.heap.objects |= only(start);
    for (std::size_t i = 0; i < block.size; ++i) {
        s.slots[start + i] = block.slots[i];
        if (block.slots[i].holds_value) s.heap.values |= only(start + i);
    }
    for (std::size_t i = 0; i < block.entry_count; ++i) {
        const auto offset = word<word_of<L>>(start + block.entries[i] + 1) * mword<L>();
        s.heap.owner[s.heap.pointer_count] = start;
        s.heap.pointers[s.heap.pointer_count++] =
            L::pointer_to({static_cast<word_of<L>>(s.heap.origin() + offset)});
    }
    s.tiled += block.size;
    const bool go_on = each_tiling(s, visit);
    s.tiled = start;
    const auto number = s.heap.number;
    s.heap = outside;
    s.heap.number = number;
    return go_on;
}

template <layout L, class F>
constexpr bool each_tiling(small_heap_state<L>& s, F& visit)
{
    if (s.tiled == s.heap.size) return each_filling(s, visit);
    if (!each_with(s, s.objects.fragment(), visit)) return false;
    for (std::size_t wosize = 1; s.tiled + wosize < s.heap.size; ++wosize) {
        if (!each_with(s, s.objects.free(wosize), visit)) return false;
        const auto next = [&](const auto& block) { return each_with(s, block, visit); };
        if (!s.objects.each(wosize, next)) return false;
    }
    return true;
}

/// Calls `visit` with every small heap of exactly `word_count` words, until it says false. True if
/// it never did. Nothing is allocated for a heap; `visit` borrows it.
template <layout L, class F>
constexpr bool for_each_small_heap(std::size_t word_count, F visit, choice how = choice::in_turn)
{
    small_heap_state<L> s{small_objects<L>{word_count}, how};
    s.heap.size = word_count;
    return each_tiling(s, visit);
}

/// Calls `visit` with every pair of roots out of an immediate, a pointer out of the heap, and every
/// pointer into it; both orders, and each twice.
template <layout L, class F>
constexpr bool for_each_pair_of_roots(const small_heap<L>& heap, F visit)
{
    using W = word_of<L>;
    std::array<W, most_words + 2> roots{L::filler(), L::pointer_to({heap.origin()})};
    for (std::size_t i = 0; i < heap.pointer_count; ++i) roots[i + 2] = heap.pointers[i];
    for (std::size_t i = 0; i < heap.pointer_count + 2; ++i)
        for (std::size_t j = 0; j < heap.pointer_count + 2; ++j)
            if (!visit(std::array<W, 2>{roots[i], roots[j]})) return false;
    return true;
}

/// Every small heap of exactly `word_count` words with every pair of roots.
template <layout L, class F>
constexpr bool for_each_rooted_heap(std::size_t word_count, F visit, choice how = choice::in_turn)
{
    return for_each_small_heap<L>(
        word_count,
        [&](const small_heap<L>& heap) {
            return for_each_pair_of_roots(heap,
                                          [&](const auto& roots) { return visit(heap, roots); });
        },
        how);
}

}  // namespace test
