// layer3_imperative/divided_memory.hpp: a heap with unused space in its middle, as blocks.
#pragma once

#include <utility>

#include <strata/concepts/generational_layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// A memory whose words from `next` up to `end`, numbered from its start, are unused: they are read
/// as free blocks, so that the whole is a heap like any other. It begins at 0, as the pointers
/// count. It models `word_memory`.
template <generational_layout L, word_memory<word_of<L>> M>
class divided_memory {
public:
    using word = word_of<L>;

    constexpr divided_memory(M memory, word next, word end)
        : memory_{std::move(memory)}
        , next_{next}
        , end_{end}
    {}

    [[nodiscard]] static constexpr word begin() { return strata::word<word>(0); }
    [[nodiscard]] constexpr word end() const { return memory_.end() - memory_.begin(); }
    [[nodiscard]] constexpr word load(word a) const
    {
        const auto n = a / mword<L>();
        return next_ <= n && n < end_ ? unused(n) : memory_.load(memory_.begin() + a);
    }
    constexpr void store(word a, word w) { memory_.store(memory_.begin() + a, w); }

private:
    /// No free block is longer than a header can say.
    [[nodiscard]] constexpr word unused(word n) const
    {
        const auto none = strata::word<word>(0), one = strata::word<word>(1);
        const auto most = strata::word<word>(L::max_wosize);
        if ((n - next_) % (most + one) != none) return L::filler();
        const auto fields = end_ - n - one;
        if (fields == none) return L::make_header(none, color::white, none);
        return L::make_header(fields < most ? fields : most, color::blue, none);
    }

    M memory_;
    word next_, end_;
};

}  // namespace strata::imperative
