// layer3_imperative/marked.hpp: any memory, with marks beside it.
#pragma once

#include <algorithm>
#include <utility>

#include <strata/layer3_imperative/mark_bits.hpp>

namespace strata::imperative {

/// `M`, and a bit for each of its words. A collector that is given this memory leaves the colours
/// in its headers alone: an object is black when it is marked. It models `marked_memory`, and what
/// else `M` does.
///
/// Expects  nothing is marked, and the entries are enough for all the words that it ever has.
template <layout L, word_memory<word_of<L>> M, class Entries = lent_entries>
class marked : public M {
    using W = word_of<L>;

public:
    constexpr marked(M memory, Entries entries)
        : M{std::move(memory)}
        , bits_{entries}
    {}

    [[nodiscard]] constexpr bool is_marked(W a) const { return bits_.is_marked(a); }
    constexpr void mark(W a, W words) { bits_.mark(a, words); }
    constexpr void unmark(W a, W words) { bits_.unmark(a, words); }
    [[nodiscard]] constexpr run_of_marks<W> run_at(W a) const
    {
        const auto run = bits_.run_at(a);
        return {run.is_marked, std::min(run.words, (M::end() - a) / mword<L>())};
    }

private:
    mark_bits<L, Entries> bits_;
};

/// `memory`, with the marks in `storage`, which is all 0.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr marked<L, M> with_marks(M memory, std::span<mark_entry> storage)
{
    const auto begin = memory.begin();
    return {std::move(memory), lent_entries{storage, begin / mword<L>()}};
}

}  // namespace strata::imperative
