// tests/exhaustive/prediction.hpp: what a collection of a small heap must leave, by other means.
#pragma once

#include <array>
#include <cstddef>

#include "small_heaps.hpp"

namespace test {

/// The places where the objects start that the word `w` keeps alive: one, or none.
template <layout L>
[[nodiscard]] constexpr places led_to(const small_heap<L>& before, word_of<L> w)
{
    for (std::size_t k = 0; k < before.pointer_count; ++k)
        if (before.pointers[k] == w) return only(before.owner[k]);
    return 0;
}

/// Which objects the roots reach: a row of successors for each object, and rounds until nothing is
/// added. Nothing of Strata's is asked.
template <layout L, class R>
[[nodiscard]] constexpr places reachable(const small_heap<L>& before, const R& roots)
{
    std::array<places, most_words> successors{};
    for (std::size_t p = 0, object = 0; p < before.size; ++p) {
        if ((before.starts & only(p)) != 0) object = p;
        if ((before.values & only(p)) != 0) successors[object] |= led_to(before, before.storage[p]);
    }
    places reached = 0, added = 0;
    for (const auto root : roots) added |= led_to(before, root);
    while ((added & ~reached) != 0) {
        reached |= added;
        for (std::size_t p = 0; p < before.size; ++p)
            if ((reached & only(p)) != 0) added |= successors[p];
    }
    return reached;
}

/// The heap after a collection with coalescing: survivors as they were, and each run of words
/// between them one free block, linked to the next, or a fragment if it is one word long.
template <layout L>
struct prediction {
    using W = word_of<L>;

    std::array<W, most_words> words{};
    places survivors = 0;  ///< where they start
    places free = 0;       ///< where free blocks start
    places links = 0;      ///< the first fields of free blocks
    std::size_t largest = 0;

    template <class R>
    constexpr prediction(const small_heap<L>& before, const R& roots)
        : words{before.storage}
        , survivors{reachable(before, roots)}
    {
        std::size_t tail = before.size;
        for (std::size_t p = 0; p < before.size;) {
            const auto next = end_of_run(before, p);
            if ((survivors & only(p)) == 0) {
                const auto wosize = next - p - 1;
                words[p] =
                    L::make_header(static_cast<W>(wosize), wosize == 0 ? color::white : color::blue,
                                   L::tag(before.storage[p]));
                if (wosize > 0) tail = append(before, tail, p, wosize);
            }
            p = next;
        }
        if (tail < before.size) words[tail] = 0;
    }

private:
    /// Where the survivor at `p` ends, or the run of words that do not survive.
    [[nodiscard]] constexpr std::size_t end_of_run(const small_heap<L>& before, std::size_t p) const
    {
        const bool survives = (survivors & only(p)) != 0;
        for (++p; p < before.size; ++p)
            if ((before.starts & only(p)) != 0 && (survives || (survivors & only(p)) != 0)) break;
        return p;
    }
    /// Links the free block at `p` behind the one whose link is at `tail`. The link of the last.
    constexpr std::size_t append(const small_heap<L>& before, std::size_t tail, std::size_t p,
                                 std::size_t wosize)
    {
        free |= only(p);
        links |= only(p + 1);
        if (wosize > largest) largest = wosize;
        if (tail < before.size) words[tail] = static_cast<W>(before.origin() + (p + 1) * L::mword);
        return p + 1;
    }
};

}  // namespace test
