// layer3_imperative/grow.hpp: an old space gets memory at its end, and gives back what is free.
#pragma once

#include <concepts>
#include <cstdint>

#include <strata/concepts/word_memory.hpp>
#include <strata/layer3_imperative/cycle.hpp>
#include <strata/layer3_imperative/format.hpp>

namespace strata::imperative {

/// A memory whose end can move: `set_end(a)` makes `a` the address after the last word, and
/// `most_words()` says how many it can ever have.
template <class M, class W>
concept growing_memory = word_memory<M, W> && requires(M& memory, const M& seen, W end)
{
    memory.set_end(end);
    {
        seen.most_words()
        } -> std::convertible_to<std::uint64_t>;
};

/// The words from the end of the memory to `end` are the heap's from now on, and free. While
/// sweeping no list has them: they are ahead of the sweep, which will come to them, and what is
/// allocated meanwhile is cut off the largest block.
///
/// Expects  nothing else uses these words.
template <class Cycle>
constexpr void grow(Cycle& c, word_of<layout_of<Cycle>> end)
{
    using L = layout_of<Cycle>;
    auto& memory = c.memory();
    auto& free = c.sweeping.free;
    const auto is_swept = c.at != phase::sweeping;
    header_of<L> h{memory.end()};
    memory.set_end(end);
    if (!is_swept) c.ahead = h;
    while (h.at < end) {
        const auto next = format_body<L>(memory, h);
        if (is_swept) static_cast<void>(adopt_body<L>(memory, free, h));
        h = next;
    }
    if (is_swept) free.end_sweep(memory);
}

/// How many words at the end of the memory are free, when the sweep has come to it.
///
/// Expects  sweeping is over, and the cycle has not advanced yet.
template <class Cycle>
[[nodiscard]] constexpr word_of<layout_of<Cycle>> trailing_free_words(const Cycle& c)
{
    return c.sweeping.free_words;
}

/// Gives back the last `words` of them, which no list has yet.
///
/// Expects  the same, and there are as many.
template <class Cycle>
constexpr void shrink(Cycle& c, word_of<layout_of<Cycle>> words)
{
    using L = layout_of<Cycle>;
    auto& s = c.sweeping;
    const auto end = s.memory.end() - words * mword<L>();
    s.free_words = s.free_words - words;
    s.sw = {end};
    s.memory.set_end(end);
}

}  // namespace strata::imperative
