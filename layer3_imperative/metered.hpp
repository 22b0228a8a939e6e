// layer3_imperative/metered.hpp: an allocator that knows how many words are free.
#pragma once

#include <cstdint>
#include <optional>

#include <strata/concepts/allocator.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// The allocator `A`, with a count of the words that were added and not taken, headers included. A
/// fragment that is left when a block is cut still counts: it is free again after the next sweep.
/// It models `allocator`.
template <layout L, class A>
class metered : public A {
public:
    constexpr void begin_sweep()
    {
        A::begin_sweep();
        words_ = 0;
    }
    template <word_memory<word_of<L>> M>
    constexpr void add(M& memory, header_of<L> h, word_of<L> wosize)
    {
        A::add(memory, h, wosize);
        words_ += std::uint64_t{wosize} + 1;
    }
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M& memory, word_of<L> wosize)
    {
        const auto h = A::take(memory, wosize);
        if (h) words_ -= std::uint64_t{wosize} + 1;
        return h;
    }

    [[nodiscard]] constexpr std::uint64_t free_words() const { return words_; }

private:
    std::uint64_t words_ = 0;
};

}  // namespace strata::imperative
