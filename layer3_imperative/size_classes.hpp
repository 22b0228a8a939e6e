// layer3_imperative/size_classes.hpp: which free blocks share a list, and where each begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <strata/concepts/layout.hpp>

namespace strata::imperative {

/// The classes of sizes: one for each wosize up to `exact`, then one for each doubling up to the
/// largest wosize.
template <layout L>
struct size_classes {
    static constexpr std::uint64_t exact = 32;
    [[nodiscard]] static consteval std::uint64_t count()
    {
        std::uint64_t n = exact + 1;
        for (auto bound = exact; bound < L::max_wosize; bound *= 2) ++n;
        return n;
    }
    /// Every wosize in a class is larger than every wosize in a lower one.
    [[nodiscard]] static constexpr word_of<L> class_of(word_of<L> wosize)
    {
        if (wosize <= word<word_of<L>>(exact)) return wosize;
        auto c = word<word_of<L>>(exact + 1);
        for (auto bound = word<word_of<L>>(2 * exact); bound < wosize; bound = bound + bound)
            c = c + word<word_of<L>>(1);
        return c;
    }
};

/// The first block of each class.
template <layout L>
class list_heads {
public:
    [[nodiscard]] constexpr word_of<L> get(word_of<L> c) const
    {
        return heads_[static_cast<std::size_t>(c)];
    }
    constexpr void set(word_of<L> c, word_of<L> x) { heads_[static_cast<std::size_t>(c)] = x; }
    constexpr void clear() { heads_ = {}; }

private:
    std::array<word_of<L>, size_classes<L>::count()> heads_{};
};

}  // namespace strata::imperative
