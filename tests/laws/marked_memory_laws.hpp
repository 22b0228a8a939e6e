// tests/laws/marked_memory_laws.hpp: the laws of marks beside a memory, on every word of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/marked_memory.hpp>

namespace laws {

/// The marks and the words of a memory, one after the other.
template <strata::layout L, strata::marked_memory<strata::word_of<L>> M>
[[nodiscard]] constexpr std::vector<std::uint64_t> all_of(const M& memory)
{
    std::vector<std::uint64_t> all;
    for (auto a = memory.begin(); a != memory.end(); a = a + strata::mword<L>()) {
        all.push_back(memory.is_marked(a) ? 1 : 0);
        all.push_back(memory.load(a));
    }
    return all;
}

/// Marks `n` words from `a` on, or takes their marks away: theirs change, and nothing else.
template <strata::layout L, strata::marked_memory<strata::word_of<L>> M>
[[nodiscard]] constexpr bool marks_are_local(M& memory, strata::word_of<L> a, strata::word_of<L> n,
                                             bool wanted)
{
    auto expected = all_of<L>(memory);
    const auto first = (a - memory.begin()) / strata::mword<L>();
    for (auto i = first; i < first + n; ++i)
        expected[static_cast<std::size_t>(2 * i)] = wanted ? 1 : 0;
    if (wanted) memory.mark(a, n);
    else memory.unmark(a, n);
    return all_of<L>(memory) == expected;  // get-put, frame
}

/// From every word on there is a run, and it ends before the memory does.
template <strata::layout L, strata::marked_memory<strata::word_of<L>> M>
[[nodiscard]] constexpr bool runs_are_alike(const M& memory)
{
    using W = strata::word_of<L>;
    const auto step = strata::mword<L>();
    for (W a = memory.begin(); a != memory.end(); a = a + step) {
        const auto run = memory.run_at(a);
        if (run.words == 0 || run.words > (memory.end() - a) / step) return false;
        for (W i = 0; i < run.words; ++i)
            if (memory.is_marked(a + i * step) != run.is_marked) return false;  // alike
    }
    return true;
}

/// All laws, where nothing, all, or every third word is marked before. Of a long memory a part of
/// the words is tried.
template <strata::layout L, strata::marked_memory<strata::word_of<L>> M>
[[nodiscard]] constexpr bool marked_memory_laws(M memory)
{
    using W = strata::word_of<L>;
    const auto step = strata::mword<L>();
    const W words = (memory.end() - memory.begin()) / step;
    const auto change = [&](W a, W n, bool wanted, W every) {
        memory.unmark(memory.begin(), words);
        for (W i = 0; every != 0 && i < words; i = i + every)
            memory.mark(memory.begin() + i * step, 1);
        return marks_are_local<L>(memory, a, n, wanted) && runs_are_alike<L>(memory);
    };
    for (W i = 0; i < words; i = i + words / 12 + 1)
        for (const W n : {W{1}, W{2}, W{63}, W{64}, W{65}, W{130}, static_cast<W>(words - i)})
            for (const W every : {W{0}, W{1}, W{3}})
                for (const bool wanted : {false, true})
                    if (n <= words - i && !change(memory.begin() + i * step, n, wanted, every))
                        return false;
    return true;
}

}  // namespace laws
