// tools/prove/bounded_memory.hpp: a few words of which nothing is known, in a known place.
#pragma once

#include <cstdint>
#include <vector>

#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

#include "part_word.hpp"

namespace strata::prove {

/// Thrown where a program breaks a promise.
struct broken {
    const char* promise;
};

/// A view of words that someone else keeps. An access at an unknown address settles, path by path,
/// which word it is; one that may be to no word breaks a promise. It models `word_memory`.
template <class L>
struct bounded_memory {
    using W = word_of<L>;
    static constexpr std::uint64_t origin = std::uint64_t{1} << (word_bits<W> - 1);
    static constexpr unsigned most_accesses = 10'000;

    std::vector<W>* words;
    unsigned* accesses;

    [[nodiscard]] static std::uint64_t address(std::size_t i) { return origin + i * L::mword; }
    [[nodiscard]] W begin() const { return W{origin}; }
    [[nodiscard]] W end() const { return W{address(words->size())}; }
    [[nodiscard]] W load(W a) const { return (*words)[index(a)]; }
    void store(W a, W w) { (*words)[index(a)] = w; }

    [[nodiscard]] std::size_t index(W a) const
    {
        if (++*accesses > most_accesses) throw broken{"the collection ends"};
        for (std::size_t i = 0; i < words->size(); ++i)
            if (a == W{address(i)}) {
                a.settle(address(i));
                return i;
            }
        throw broken{"every access is to a word of the heap"};
    }
};

}  // namespace strata::prove

/// The shipped rules of well-formedness ask this where the blocks start.
template <class L>
class strata::functional::block_starts<L, strata::prove::bounded_memory<L>> {
public:
    using M = strata::prove::bounded_memory<L>;
    explicit block_starts(const M& memory)
        : memory_{&memory}
    {}
    void insert(header_of<L> h) { starts_.push_back(memory_->index(h.at)); }
    [[nodiscard]] bool contains(header_of<L> h) const
    {
        for (const auto i : starts_)
            if (h.at == word_of<L>{M::address(i)}) {
                h.at.settle(M::address(i));
                return true;
            }
        return false;
    }

private:
    const M* memory_;
    std::vector<std::size_t> starts_{};
};
