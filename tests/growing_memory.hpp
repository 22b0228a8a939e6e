// tests/growing_memory.hpp: checked memory whose end moves, within words that are lent at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>

namespace test {

/// It models `imperative::growing_memory`.
template <strata::layout L>
class growing_memory {
public:
    using word = strata::word_of<L>;

    /// The first `size` of the words are the heap's.
    growing_memory(std::vector<word>& words, word origin, std::size_t size)
        : all_{words}
        , origin_{origin}
        , size_{size}
    {}

    [[nodiscard]] word begin() const { return origin_; }
    [[nodiscard]] word end() const { return part().end(); }
    [[nodiscard]] word load(word a) const { return part().load(a); }
    void store(word a, word w) { part().store(a, w); }
    void set_end(word end) { size_ = static_cast<std::size_t>((end - origin_) / L::mword); }
    [[nodiscard]] std::uint64_t most_words() const { return all_.size(); }

private:
    [[nodiscard]] strata::imperative::checked_memory<L> part() const
    {
        return {all_.first(size_), origin_};
    }

    gsl::span<word> all_;
    word origin_;
    std::size_t size_;
};

}  // namespace test
