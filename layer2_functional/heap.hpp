// layer2_functional/heap.hpp: a heap as a value: a sequence of words and the address of the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/marked_memory.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::functional {

/// A heap that is passed by value and moved, so that a pure function costs no more than its work.
/// Paper: `heap`, read with `r_word` and written with `w_word`. It models `word_memory`.
template <layout L>
struct heap {
    using word = word_of<L>;

    word origin{};
    std::vector<word> words{};

    [[nodiscard]] constexpr word begin() const { return origin; }
    [[nodiscard]] constexpr word end() const
    {
        return origin + strata::word<word>(words.size()) * mword<L>();
    }
    [[nodiscard]] constexpr word load(word a) const { return words[index(a)]; }
    constexpr void store(word a, word w) { words[index(a)] = w; }

    /// Which word of the sequence has address `a`.
    [[nodiscard]] constexpr std::size_t index(word a) const
    {
        expects(origin <= a && a < end() && (a - origin) % mword<L>() == 0,
                "an address is that of a word of the heap");
        return static_cast<std::size_t>((a - origin) / mword<L>());
    }

    friend constexpr bool operator==(const heap&, const heap&) = default;
};

/// Where a memory has marks beside it, those of the copy are in its headers: black.
template <layout L, class M>
constexpr void blacken_marked(const M& memory, heap<L>& copy)
{
    for (header_of<L> h{copy.begin()}; h.at < copy.end();) {
        const auto header = copy.load(h.at);
        if (memory.is_marked(h.at)) copy.store(h.at, L::color_header(header, color::black));
        h = next_header<L>(h, L::wosize(header));
    }
}

/// A copy of what any memory holds.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr heap<L> snapshot(const M& memory)
{
    heap<L> copy{memory.begin(), {}};
    copy.words.reserve(static_cast<std::size_t>((memory.end() - memory.begin()) / mword<L>()));
    for (auto a = memory.begin(); a != memory.end(); a = a + mword<L>())
        copy.words.push_back(memory.load(a));
    if constexpr (marked_memory<M, word_of<L>>) blacken_marked(memory, copy);
    return copy;
}

}  // namespace strata::functional
