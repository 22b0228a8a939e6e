// tests/mutants/metered_memory.hpp: a memory that rejects wild accesses and loops without an end.
#pragma once

#include <cstddef>
#include <vector>

#include <strata/concepts/layout.hpp>

#include "drawing.hpp"

namespace judge {

/// How many accesses are left to what is being judged.
inline std::size_t fuel = 0;

/// The words of one heap, borrowed; a view, like the shipped models.
template <strata::layout L>
class metered_memory {
public:
    using word = strata::word_of<L>;

    metered_memory(word origin, std::vector<word>& words)
        : origin_{origin}
        , words_{&words}
    {}
    [[nodiscard]] word begin() const { return origin_; }
    [[nodiscard]] word end() const
    {
        return static_cast<word>(origin_ + words_->size() * static_cast<word>(L::mword));
    }
    [[nodiscard]] word load(word a) const { return (*words_)[index(a)]; }
    void store(word a, word w) { (*words_)[index(a)] = w; }

    [[nodiscard]] image copy() const { return {origin_, {words_->begin(), words_->end()}}; }

private:
    [[nodiscard]] std::size_t index(word a) const
    {
        if (fuel-- == 0) reject("every loop ends");
        const auto offset = static_cast<word>(a - origin_);
        if (a < origin_ || a >= end() || offset % static_cast<word>(L::mword) != 0)
            reject("every access is to a word of the heap");
        return static_cast<std::size_t>(offset / static_cast<word>(L::mword));
    }

    word origin_;
    std::vector<word>* words_;
};

}  // namespace judge
