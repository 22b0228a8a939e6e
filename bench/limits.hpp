// bench/limits.hpp: what the machine can do at best with the same memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::bench {

/// Reads every header and writes it back, changed or not. No sweep can touch less.
template <layout L, word_memory<word_of<L>> M>
void linear_pass(M memory)
{
    for (header_of<L> h{memory.begin()}; h.at < memory.end();) {
        const auto header = memory.load(h.at);
        memory.store(h.at, L::color_header(header, color::white));
        h = next_header<L>(h, L::wosize(header));
    }
}

/// How far ahead the walk prefetches, in visits; 0 is not at all. The best is the limit.
inline constexpr std::array prefetch_distances{0, 8, 16, 32, 64, 128};

/// Reads and writes back one word in each of `visits` cache lines, chosen at random from all of
/// `words`, each prefetched `distance` visits before. The addresses are computed, not loaded: no
/// mark can know its next object sooner.
template <class W>
void random_walk(std::span<W> words, std::size_t visits, int distance)
{
    constexpr std::size_t line = 64 / sizeof(W);
    const std::uint64_t lines = words.size() / line;
    const auto at = [&](std::uint64_t state) {
        return words.data() + ((state >> 32) * lines >> 32) * line;
    };
    const auto step = [](std::uint64_t state) {
        return state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    };
    std::uint64_t now = 1, ahead = 1;
    for (int i = 0; i < distance; ++i) ahead = step(ahead);
    for (std::size_t i = 0; i < visits; ++i) {
        if (distance != 0) {
            ahead = step(ahead);
            __builtin_prefetch(at(ahead), 1);
        }
        now = step(now);
        volatile W* const word = at(now);
        *word = *word;
    }
}

}  // namespace strata::bench
