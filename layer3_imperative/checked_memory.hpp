// layer3_imperative/checked_memory.hpp: borrowed words; an access out of bounds ends the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <gsl/span>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// The checked memory model: the same view as `raw_memory`, over a GSL span, and usable by the
/// compiler.
template <layout L>
class checked_memory {
public:
    using word = word_of<L>;

    constexpr checked_memory(gsl::span<word> words, word origin)
        : words_{words}
        , origin_{origin}
    {
        expects(begin() <= end(), "the addresses of a heap fit in a word");
    }

    [[nodiscard]] constexpr word begin() const { return origin_; }
    [[nodiscard]] constexpr word end() const
    {
        return static_cast<word>(origin_ + words_.size() * L::mword);
    }
    [[nodiscard]] constexpr word load(word a) const { return words_[index(a)]; }
    constexpr void store(word a, word w) { words_[index(a)] = w; }

private:
    [[nodiscard]] constexpr std::size_t index(word a) const
    {
        const bool in_bounds = begin() <= a && a < end() && (a - begin()) % mword<L>() == 0;
        if (!in_bounds)
            std::fprintf(stderr, "strata: access to %#jx, heap is [%#jx, %#jx)\n",
                         std::uintmax_t{a}, std::uintmax_t{begin()}, std::uintmax_t{end()});
        expects(in_bounds, "every access is to a word of the heap");
        return static_cast<std::size_t>((a - origin_) / mword<L>());
    }

    gsl::span<word> words_;
    word origin_;
};

}  // namespace strata::imperative
