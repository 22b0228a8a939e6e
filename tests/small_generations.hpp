// tests/small_generations.hpp: a small heap cut in two: a nursery and an old space.
#pragma once

#include <array>
#include <cstddef>

#include <strata/layer2_functional/objects.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>

#include "small_heaps.hpp"

namespace test {

/// The blocks before place `cut` are the nursery, the others the old space, to which `room` free
/// words are added, and an object of no use, so that it is never the smaller one.
template <layout L>
struct small_generations {
    using W = word_of<L>;
    using memory = imperative::checked_memory<L>;
    static constexpr std::size_t pad = most_words + 1;

    small_heap<L> before;
    std::array<W, 2> roots;
    std::size_t cut, room;
    std::array<W, most_words> nursery{};
    std::array<W, 3 * most_words + 1> old{};
    places promoted = 0;         ///< where the young objects start that are reachable
    std::size_t live_words = 0;  ///< of those

    constexpr small_generations(const small_heap<L>& heap, const std::array<W, 2>& r, std::size_t c)
        : before{heap}
        , roots{r}
        , cut{c}
        , room{0}
    {
        // A pointer that just misses the small heap would lead into what is added to it.
        for (std::size_t p = 0; p < before.size; ++p)
            if (is_value(p) && before.storage[p] == L::pointer_to({address(before.size)}))
                before.storage[p] = L::filler();
        for (const auto root : roots) reach(root);
        for (auto p = cut; p < before.size; ++p)
            if (is_value(p)) reach(before.storage[p]);
        places scanned = 0;
        for (std::size_t p = 0; p < cut; ++p) {
            if ((promoted & ~scanned & only(p)) == 0) continue;
            scanned |= only(p);
            for (auto q = p; q < end_of(p); ++q)
                if (is_value(q)) reach(before.storage[q]);
            p = static_cast<std::size_t>(-1);  // from the beginning
        }
        for (std::size_t p = 0; p < cut; ++p)
            if ((promoted & only(p)) != 0) live_words += end_of(p) - p;
    }
    /// Whether the blocks before `cut` are objects, all of them.
    [[nodiscard]] static constexpr bool is_cut(const small_heap<L>& heap, std::size_t cut)
    {
        for (std::size_t p = 0; p < cut; ++p)
            if (((heap.starts & ~heap.objects) & only(p)) != 0) return false;
        return cut == heap.size || (heap.starts & only(cut)) != 0;
    }

    /// The words of both, as they are before the mutator's last writes: no old field leads into the
    /// nursery yet.
    constexpr void lay_out(std::size_t free_words)
    {
        room = free_words;
        for (std::size_t p = 0; p < cut; ++p) nursery[p] = before.storage[p];
        for (auto p = cut; p < before.size; ++p)
            old[p - cut] =
                is_value(p) && is_young(before.storage[p]) ? L::filler() : before.storage[p];
        const auto at = before.size - cut;
        if (room > 0)
            old[at] = L::make_header(word<W>(room - 1), room == 1 ? color::white : color::blue,
                                     word<W>(0));
        for (std::size_t p = at + 1; p < at + room; ++p) old[p] = word<W>(0x5A5A);
        auto view = old_space();
        imperative::make_object<L>(view, {address(before.size + room)}, word<W>(pad - 1),
                                   word<W>(0), color::white);
    }
    [[nodiscard]] constexpr memory young_space()
    {
        return {{nursery.data(), cut}, before.origin()};
    }
    [[nodiscard]] constexpr memory old_space()
    {
        return {{old.data(), before.size - cut + room + pad}, address(cut)};
    }
    [[nodiscard]] constexpr W address(std::size_t place) const
    {
        return static_cast<W>(before.origin() + place * L::mword);
    }

    /// The mutator's last writes, through the barrier.
    template <class GC>
    constexpr void write_fields(GC& gc) const
    {
        for (std::size_t p = 0, start = 0; p < before.size; ++p) {
            if ((before.starts & only(p)) != 0) start = p;
            if (p < cut || !is_value(p) || !is_young(before.storage[p])) continue;
            if (before.number % 2 == 0) gc.modify(address(p), before.storage[p]);
            else gc.write({address(start + 1)}, word<W>(p - start), before.storage[p]);
        }
    }

    /// What is wrong after a minor collection that found room.
    [[nodiscard]] constexpr const char* find_wrong(const std::array<W, 2>& r)
    {
        std::array<W, most_words> moved{};  // of each young object: where its header is now
        for (std::size_t k = 0; k < roots.size(); ++k)
            if (!follows(roots[k], r[k], moved)) return "the roots lead to the promoted objects";
        for (auto p = cut; p < before.size; ++p) {
            const bool right = is_value(p) ? follows(before.storage[p], old[p - cut], moved)
                                           : !is_object(p) || old[p - cut] == before.storage[p];
            if (!right) return "old objects change only where they led into the nursery";
        }
        for (std::size_t round = 0; round < cut; ++round)
            for (std::size_t p = 0; p < cut; ++p)
                if (moved[p] != 0 && !copies(p, moved))
                    return "a promoted object has its fields, and leads to promoted objects";
        std::size_t found = 1;
        for (std::size_t p = 0; p < before.size; ++p) {
            if ((promoted & only(p)) != 0 && moved[p] == 0) return "what is reachable is promoted";
            found += ((promoted & only(p)) != 0 || (p >= cut && (before.objects & only(p)) != 0));
        }
        const auto view = old_space();
        if (functional::find_defect<L>(view)) return "the old space stays well formed";
        if (functional::h_allocs<L>(view).size() != found) return "what is promoted is reachable";
        return nullptr;
    }
    /// What is wrong after one that found none.
    [[nodiscard]] constexpr const char* find_lost(const std::array<W, 2>& r)
    {
        if (room >= live_words) return "there is room for all";
        for (std::size_t p = 0; p < cut; ++p)
            if (nursery[p] != before.storage[p]) return "without room the nursery stays whole";
        for (auto p = cut; p < before.size; ++p)
            if (is_object(p) && old[p - cut] != before.storage[p])
                return "without room no old object changes";
        if (functional::find_defect<L>(old_space())) return "the old space stays well formed";
        return r == roots ? nullptr : "without room no root changes";
    }

private:
    [[nodiscard]] constexpr bool is_value(std::size_t p) const
    {
        return (before.values & only(p)) != 0;
    }
    [[nodiscard]] constexpr std::size_t end_of(std::size_t p) const
    {
        do ++p;
        while (p < before.size && (before.starts & only(p)) == 0);
        return p;
    }
    [[nodiscard]] constexpr bool is_object(std::size_t p) const
    {
        while ((before.starts & only(p)) == 0) --p;
        return (before.objects & only(p)) != 0;
    }
    /// The number of a pointer into the nursery, or of none.
    [[nodiscard]] constexpr std::size_t young_pointer(W w) const
    {
        std::size_t k = 0;
        while (k < before.pointer_count && (before.pointers[k] != w || before.owner[k] >= cut)) ++k;
        return k;
    }
    [[nodiscard]] constexpr bool is_young(W w) const
    {
        return young_pointer(w) < before.pointer_count;
    }
    constexpr void reach(W w)
    {
        if (is_young(w)) promoted |= only(before.owner[young_pointer(w)]);
    }
    /// Whether `now` is what `was` must have become; where its object is, is noted.
    [[nodiscard]] constexpr bool follows(W was, W now, auto& moved) const
    {
        if (!is_young(was)) return now == was;
        const auto object = before.owner[young_pointer(was)];
        const auto header = static_cast<W>(now - (was - address(object)));
        if (moved[object] == 0) moved[object] = header;
        for (std::size_t other = 0; other < cut; ++other)
            if (other != object && moved[other] == header) return false;
        return moved[object] == header && header >= address(cut) &&
               header + (end_of(object) - object) * L::mword <= address(before.size + room);
    }
    [[nodiscard]] constexpr bool copies(std::size_t object, auto& moved)
    {
        const auto view = old_space();
        for (auto p = object; p < end_of(object); ++p) {
            const auto now = view.load(static_cast<W>(moved[object] + (p - object) * L::mword));
            if (is_value(p) ? !follows(before.storage[p], now, moved) : now != before.storage[p])
                return false;
        }
        return true;
    }
};

}  // namespace test
