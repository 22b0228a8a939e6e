// layer3_imperative/metered.hpp: an allocator that knows how much is free, and a large block.
#pragma once

#include <cstdint>
#include <optional>

#include <strata/concepts/allocator.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer3_imperative/reserve.hpp>
#include <strata/layer3_imperative/take_at.hpp>

namespace strata::imperative {

/// The allocator `A`, with a count of the words that were added and not taken, headers included. A
/// fragment that is left when a block is cut still counts: it is free again after the next sweep.
/// The largest block that was added is remembered: blocks are cut at their end, so that whatever is
/// left of it is still there.
/// It models `allocator`.
template <layout L, class A>
class metered : public A {
public:
    constexpr void begin_sweep()
    {
        A::begin_sweep();
        words_ = 0;
        largest_wosize_ = most_ = word<word_of<L>>(0);
    }
    template <word_memory<word_of<L>> M>
    constexpr void add(M& memory, header_of<L> h, word_of<L> wosize)
    {
        A::add(memory, h, wosize);
        words_ += std::uint64_t{wosize} + 1;
        if (most_ < wosize) most_ = wosize;
        if (largest_wosize_ < wosize) {
            largest_ = h;
            largest_wosize_ = wosize;
        }
    }
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M& memory, word_of<L> wosize)
    {
        return block_at<L>(take_at(memory, wosize));
    }
    // A search in vain is long, and the next one would be as well.
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr value_of<L> take_at(M& memory, word_of<L> wosize)
    {
        if (most_ < wosize) return nowhere<L>();
        const auto x = imperative::take_at<L>(static_cast<A&>(*this), memory, wosize);
        if (x == nowhere<L>()) most_ = wosize - word<word_of<L>>(1);
        else words_ -= std::uint64_t{wosize} + 1;
        if (hd_address<L>(x) == largest_) largest_ = next_header<L>(largest_, wosize);
        return x;
    }

    constexpr void reserve_cut(reserve<L> held, reserve<L> left) requires reserving<A, L>
    {
        A::reserve_cut(held, left);
        words_ -= std::uint64_t{held.words} - std::uint64_t{left.words};
        if (held.h == largest_) largest_ = left.h;
    }

    [[nodiscard]] constexpr std::uint64_t free_words() const { return words_; }
    /// Where what is left starts of the block that was the largest when it was added, or what lies
    /// behind it; the end of the memory, if there was none.
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr header_of<L> largest(const M& memory) const
    {
        return largest_wosize_ == word<word_of<L>>(0) ? header_of<L>{memory.end()} : largest_;
    }

private:
    std::uint64_t words_ = 0;
    header_of<L> largest_{};
    word_of<L> largest_wosize_{};
    word_of<L> most_{};  ///< no free block has more fields
};

}  // namespace strata::imperative
