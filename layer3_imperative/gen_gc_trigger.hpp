// layer3_imperative/gen_gc_trigger.hpp: when CakeML collects, and what: section 3.2.
#pragma once

#include <array>
#include <cstddef>

#include <strata/concepts/generational_layout.hpp>
#include <strata/layer3_imperative/gc_config.hpp>
#include <strata/layer3_imperative/gen_gc_state.hpp>

namespace strata::imperative {

/// The heap in words from its start: data, then unused space, then references from `end` on. What
/// would pass the `trigger` collects first. Generation i begins at `gen_starts[i]`.
template <generational_layout L>
struct gen_heap {
    word_of<L> next, trigger, end, limit;
    std::array<word_of<L>, gc_config::most_generations> gen_starts{};

    [[nodiscard]] constexpr used_words<L> used() const { return {next, end, limit}; }
    [[nodiscard]] constexpr word_of<L> unused() const { return end - next; }
};

/// Whether an allocation of `words` words needs no collection first.
template <generational_layout L>
[[nodiscard]] constexpr auto has_space(const gen_heap<L>& heap, word_of<L> words)
{
    return words <= heap.trigger - heap.next;
}

/// Whether a partial collection is enough: there is space for the allocation between the trigger
/// and the references, even if the collection frees nothing. Otherwise a full one is due.
template <generational_layout L>
[[nodiscard]] constexpr bool can_do_partial(const gc_config& config, const gen_heap<L>& heap,
                                            word_of<L> words)
{
    return config.kind == gc_kind::generational && words <= heap.end - heap.trigger;
}

/// How far into the unused space the trigger is put: the length of the nursery, or of the
/// allocation if that is longer, as far as there is space. Without generations, all.
template <generational_layout L>
[[nodiscard]] constexpr word_of<L> new_trig(const gc_config& config, word_of<L> unused,
                                            word_of<L> words)
{
    if (config.kind != gc_kind::generational) return unused;
    if (unused <= config.sizes[0]) return unused;
    const auto nursery = word<word_of<L>>(config.sizes[0]);
    if (words <= nursery) return nursery;
    return unused < words ? unused : words;
}

/// Which of nested generations a partial collection is to collect: the nursery, and each one around
/// it that has outgrown its size. The older ones stay as they are.
template <generational_layout L>
[[nodiscard]] constexpr std::size_t generation_due(const gc_config& config, const gen_heap<L>& heap)
{
    std::size_t which = 0;
    while (which + 1 < config.generations &&
           heap.next - heap.gen_starts[which + 1] > config.sizes[which + 1])
        ++which;
    return which;
}

/// What has survived a collection of generation `which` is older than it and all younger ones.
template <generational_layout L>
constexpr void promote(gen_heap<L>& heap, std::size_t which)
{
    for (std::size_t i = 0; i <= which && i < heap.gen_starts.size(); ++i)
        heap.gen_starts[i] = heap.next;
}

}  // namespace strata::imperative
