// layer3_imperative/freed_words.hpp: which words are free, and how many of them before an address.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <strata/concepts/layout.hpp>

namespace strata::imperative {

/// Of some words that follow each other: which are free, and how many before the first of them.
struct freed_entry {
    std::uint64_t bits, before;
};

/// A map of the first words of a heap, in lent storage, one entry for 64 words: a 32nd part of them
/// where words have 64 bits.
///
/// Invariant  once it is summed, `before` of an entry is the number of bits in those before it.
template <layout L>
class freed_words {
    using W = word_of<L>;

public:
    static constexpr std::uint64_t per_entry = 64;
    /// How many entries a heap of so many words needs.
    [[nodiscard]] static constexpr std::uint64_t entries_for(std::uint64_t words)
    {
        return words / per_entry + (words % per_entry == 0 ? 0 : 1);
    }

    constexpr freed_words(std::span<freed_entry> storage, W origin)
        : entries_{storage}
        , origin_{origin}
    {}

    /// Whether it has a bit for each word before `a`.
    [[nodiscard]] constexpr bool covers(W a) const { return number(a) <= per_entry * size(); }
    [[nodiscard]] constexpr std::size_t size() const { return entries_.size(); }

    constexpr void clear_body(std::size_t i) { entries_[i] = {0, 0}; }
    /// The words from `a` to `end` that are in one entry are free. Where it ends.
    ///
    /// Expects  they are covered, and there is one.
    [[nodiscard]] constexpr W record_body(W a, W end)
    {
        const auto n = number(a), first = n % per_entry;
        const auto left = number(end) - n, here = per_entry - first;
        const auto count = left < here ? left : here;
        entries_[entry_of(n)].bits |= (all >> (per_entry - count)) << first;
        return a + word<W>(count) * mword<L>();
    }
    constexpr void sum_body(std::size_t i)
    {
        entries_[i].before = entries_[i - 1].before + count(entries_[i - 1].bits);
    }

    /// Where the word at `x` goes when all that is free before it is left out.
    ///
    /// Expects  it is covered, and the map is summed.
    [[nodiscard]] constexpr W new_addr(W x) const
    {
        const auto n = number(x);
        const auto& e = entries_[entry_of(n)];
        const auto lower = (std::uint64_t{1} << (n % per_entry)) - 1;
        return x - word<W>(e.before + count(e.bits & lower)) * mword<L>();
    }

private:
    static constexpr auto all = ~std::uint64_t{0};

    [[nodiscard]] constexpr std::uint64_t number(W a) const
    {
        return static_cast<std::uint64_t>((a - origin_) / mword<L>());
    }
    [[nodiscard]] static constexpr std::size_t entry_of(std::uint64_t n)
    {
        return static_cast<std::size_t>(n / per_entry);
    }
    [[nodiscard]] static constexpr std::uint64_t count(std::uint64_t bits)
    {
        return static_cast<std::uint64_t>(std::popcount(bits));
    }

    std::span<freed_entry> entries_;
    W origin_;
};

}  // namespace strata::imperative
