// layer3_imperative/mark_bits.hpp: a bit for every word of a memory, in storage that is lent.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/marked_memory.hpp>

namespace strata::imperative {

/// The bits of 64 words. Word `n` of the machine's memory, counted from address 0, has bit `n % 64`
/// of entry `n / 64`.
using mark_entry = std::uint64_t;
inline constexpr std::uint64_t marks_per_entry = 64;

/// The bits of `n` words in a row, the first of which has bit `first`.
///
/// Expects  1 <= n <= 64 - first, and n < 64.
[[nodiscard]] constexpr mark_entry bits_of(std::uint64_t first, std::uint64_t n)
{
    const auto bit = mark_entry{1} << first;
    return (bit << n) - bit;
}

/// How many bits, at least one, are what bit `first` of `entry` is, from there on.
[[nodiscard]] constexpr std::uint64_t alike_from(mark_entry entry, std::uint64_t first)
{
    const auto bits = entry >> first;
    if ((bits & 1) != 0) return static_cast<std::uint64_t>(std::countr_one(bits));
    return std::min(static_cast<std::uint64_t>(std::countr_zero(bits)), marks_per_entry - first);
}

/// Entries that a caller lends: those of a memory whose first word has number `first`.
class lent_entries {
public:
    /// Expects  the entries are 0, and as many as `count` says.
    constexpr lent_entries(std::span<mark_entry> storage, std::uint64_t first)
        : storage_{storage}
        , first_{first / marks_per_entry}
    {}
    /// How many a memory of so many words needs, wherever it begins.
    [[nodiscard]] static constexpr std::size_t count(std::uint64_t words)
    {
        return static_cast<std::size_t>(words / marks_per_entry + 2);
    }
    [[nodiscard]] constexpr mark_entry& operator[](std::uint64_t n) const
    {
        return storage_[static_cast<std::size_t>(n - first_)];
    }

private:
    std::span<mark_entry> storage_;
    std::uint64_t first_;
};

/// What `marked_memory` says of marks, by the addresses of layout `L`.
template <layout L, class Entries = lent_entries>
class mark_bits {
    using W = word_of<L>;

public:
    constexpr explicit mark_bits(Entries entries)
        : entries_{entries}
    {}

    [[nodiscard]] constexpr bool is_marked(W a) const
    {
        const auto n = number(a);
        return (entries_[n / marks_per_entry] >> n % marks_per_entry & 1) != 0;
    }
    constexpr void mark(W a, W words)
    {
        const auto n = number(a);
        if (words < marks_per_entry) [[likely]] {
            const auto first = mark_entry{1} << n % marks_per_entry;
            const auto behind = first << words;  // 0 if that is not in the entry
            entries_[n / marks_per_entry] |= behind - first;
            if (behind == 0) [[unlikely]]
                mark_beyond(n + words);
        } else {
            mark_many(entries_, n, words);
        }
    }
    constexpr void unmark(W a, W words)
    {
        each_entry(number(a), words,
                   [this](std::uint64_t i, mark_entry bits) { entries_[i] &= ~bits; });
    }
    /// The words of the same entry that are marked alike.
    [[nodiscard]] constexpr run_of_marks<W> run_at(W a) const
    {
        const auto n = number(a);
        const auto entry = entries_[n / marks_per_entry];
        const auto first = n % marks_per_entry;
        return {(entry >> first & 1) != 0, static_cast<W>(alike_from(entry, first))};
    }

private:
    [[nodiscard]] static constexpr std::uint64_t number(W a) { return a / mword<L>(); }

    /// Calls `use(i, bits)` for each entry that has bits of these words.
    template <class F>
    static constexpr void each_entry(std::uint64_t n, std::uint64_t words, F use)
    {
        while (words > 0) {
            const auto first = n % marks_per_entry;
            const auto here = std::min(words, marks_per_entry - first);
            use(n / marks_per_entry,
                here == marks_per_entry ? ~mark_entry{0} : bits_of(first, here));
            n += here;
            words -= here;
        }
    }
    /// The words of the entry that has the one before `end`, up to that.
    constexpr void mark_beyond(std::uint64_t end)
    {
        const auto bits = (mark_entry{1} << end % marks_per_entry) - 1;
        if (bits != 0) entries_[end / marks_per_entry] |= bits;
    }
    // On its own: most objects are small, and the loop that marks them has few registers.
    [[gnu::noinline]] static constexpr void mark_many(Entries entries, std::uint64_t n,
                                                      std::uint64_t words)
    {
        each_entry(n, words, [&](std::uint64_t i, mark_entry bits) { entries[i] |= bits; });
    }

    Entries entries_;
};

}  // namespace strata::imperative
