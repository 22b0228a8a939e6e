// layer3_imperative/gen_spaces.hpp: two memories of CakeML's heap, and whole collections of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <strata/concepts/root_set.hpp>
#include <strata/layer3_imperative/gen_gc.hpp>
#include <strata/layer3_imperative/gen_gc_trigger.hpp>

namespace strata::imperative {

/// What became of a request for space. CakeML: `NotEnoughSpace`.
enum class alloc_result { done, not_enough_space, to_space_too_small };

/// How many collections of each kind there were.
struct gen_counts {
    std::uint64_t partial = 0, full = 0;
};

/// The heap is in `curr`, and `other` is empty.
template <generational_layout L, word_memory<word_of<L>> M>
struct gen_spaces {
    M curr, other;
    gen_heap<L> heap;
    gen_counts counts{};
};

/// The word at which an object of `words` words is put: a reference before the others, data after
/// the others. Both are before the trigger, so with a reference the trigger moves.
///
/// Expects  there is space.
template <generational_layout L>
[[nodiscard]] constexpr word_of<L> cut(gen_heap<L>& heap, word_of<L> words, word_of<L> header)
{
    if (!L::is_ref(header)) return std::exchange(heap.next, heap.next + words);
    heap.trigger = heap.trigger - words;
    return heap.end = heap.end - words;
}

/// Collects generation `which` and the younger ones, in their place. Unless it is done, nothing has
/// changed.
template <generational_layout L, class M, class R, class Watch>
[[nodiscard]] constexpr alloc_result collect_generation(gen_spaces<L, M>& spaces, R& roots,
                                                        std::size_t which, Watch watch)
{
    auto& heap = spaces.heap;
    auto s = gen_gc(begin_partial<L>(spaces.curr, spaces.other, heap.used(), heap.gen_starts[which],
                                     std::move(watch)),
                    roots);
    if (!s.ok) return alloc_result::to_space_too_small;
    copy_back(s);
    heap.next = s.a;
    promote(heap, which);
    ++spaces.counts.partial;
    return alloc_result::done;
}

/// Collects everything into the other memory, which is the heap then, if that leaves `words` words.
/// Unless it is done, nothing has changed.
template <generational_layout L, class M, class View, class R, class Watch>
[[nodiscard]] constexpr alloc_result collect_everything(gen_spaces<L, M>& spaces, View view,
                                                        R& roots, word_of<L> words, Watch watch)
{
    auto s =
        gen_gc(begin_full<L>(spaces.curr, spaces.other, spaces.heap.used(), view, std::move(watch)),
               roots);
    if (!s.ok) return alloc_result::to_space_too_small;
    if (s.b - s.a < words) {
        gen_gc_put_back(s, roots);
        return alloc_result::not_enough_space;
    }
    std::swap(spaces.curr, spaces.other);
    spaces.heap = {s.a, s.a, s.b, length<L>(spaces.curr), {}};
    promote(spaces.heap, gc_config::most_generations);
    ++spaces.counts.full;
    return alloc_result::done;
}

}  // namespace strata::imperative
