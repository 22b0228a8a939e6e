// tests/exhaustive/inside_the_compiler.hpp: collections that run while the program is compiled.
#pragma once

#include <cstddef>
#include <span>

#include <strata/layer3_imperative/next_fit.hpp>

#include "one_collection.hpp"

namespace test {

/// Words with no check of their own: the compiler has one for every access.
template <layout L>
struct compilers_memory {
    using W = word_of<L>;
    std::span<W> words;
    W origin, limit;

    constexpr compilers_memory(std::span<W> lent, W first)
        : words{lent}
        , origin{first}
        , limit{static_cast<W>(first + lent.size() * L::mword)}
    {}
    [[nodiscard]] constexpr W begin() const { return origin; }
    [[nodiscard]] constexpr W end() const { return limit; }
    [[nodiscard]] constexpr W load(W a) const { return words.data()[index(a)]; }
    constexpr void store(W a, W w) { words.data()[index(a)] = w; }
    [[nodiscard]] constexpr std::size_t index(W a) const
    {
        return static_cast<std::size_t>((a - origin) / L::mword);
    }
};

/// Whether layer 3 leaves what was predicted, which is what layer 2 leaves, in every heap of `n`
/// words with every two roots; the same root twice, and both orders, if `pairs` says so. The
/// compiler rejects undefined behaviour on the way.
template <layout L, template <class> class Memory = compilers_memory>
consteval bool all_right(std::size_t n, bool pairs = false)
{
    using paper = parts<Memory, imperative::next_fit, darkening::eager, 1, 1>;
    return for_each_rooted_heap<L>(n, [=](const small_heap<L>& before, const auto& roots) {
        if (roots[0] >= roots[1] && !pairs) return true;
        const prediction<L> expected{before, roots};
        collected<L, paper> run{before};
        run.collect(roots, imperative::unaudited<L>{});
        return same_words(run.words, expected.words, run.size);
    });
}

}  // namespace test
