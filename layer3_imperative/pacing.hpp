// layer3_imperative/pacing.hpp: how many steps an allocation pays, so that a cycle ends in time.
#pragma once

#include <cstdint>

namespace strata::imperative {

/// The most steps that a cycle takes in a heap of `words`, with that many roots, if the mark stack
/// does not overflow: a root is one, three are changes of phase, and no word is more than three. A
/// field is one when it is scanned, and two more for what it has pushed: to the window, and out of
/// it. A header is one when its block is swept; two more if its object was shaded, which survives;
/// one more if it is the first of a free run.
[[nodiscard]] constexpr std::uint64_t most_steps(std::uint64_t words, std::uint64_t roots)
{
    return roots + 3 * words + 3;
}

/// When a cycle starts, and what is paid for each word allocated while it runs.
struct pacing {
    std::uint64_t steps_per_word = 32;  ///< a cycle starts before it would have to ask for more

    /// Ensures  rate * (free_words / 2) >= steps: when half of the words that were free at the
    ///          start are allocated, the cycle is over. The other half is for fragmentation.
    [[nodiscard]] static constexpr std::uint64_t rate(std::uint64_t steps, std::uint64_t free_words)
    {
        const auto half = free_words / 2;
        return half == 0 ? steps : (steps + half - 1) / half;
    }

    [[nodiscard]] constexpr bool is_due(std::uint64_t steps, std::uint64_t free_words) const
    {
        return rate(steps, free_words) >= steps_per_word;
    }
};

}  // namespace strata::imperative
