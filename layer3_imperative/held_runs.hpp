// layer3_imperative/held_runs.hpp: free runs that sweep has found and not yet made into blocks.
#pragma once

#include <cstddef>

#include <strata/concepts/address.hpp>
#include <strata/concepts/layout.hpp>

namespace strata::imperative {

/// Free words in a row, headers included, up to `end`.
template <layout L>
struct free_run {
    header_of<L> end;
    word_of<L> words;
};

/// Up to `N` free runs, first in, first out. A run of no words is none: sweep pushes one after each
/// object, and has no branch that depends on which objects are dead.
template <layout L, std::size_t N = 64>
class held_runs {
public:
    // Only what is held is ever written or copied: for a small heap the rest would cost more than
    // the sweep.
    constexpr held_runs() {}
    constexpr held_runs(const held_runs& other) { *this = other; }
    constexpr held_runs& operator=(const held_runs& other)
    {
        if (this == &other) return *this;
        for (auto i = other.first_; i < other.size_; ++i) runs_[i] = other.runs_[i];
        first_ = other.first_;
        size_ = other.size_;
        return *this;
    }
    ~held_runs() = default;

    [[nodiscard]] constexpr bool empty() const { return first_ == size_; }
    [[nodiscard]] constexpr bool full() const { return size_ == N; }
    /// Expects  not full.
    constexpr void push(free_run<L> run)
    {
        runs_[size_] = run;
        size_ += run.words != word<word_of<L>>(0) ? 1 : 0;
    }
    /// Expects  not empty.
    [[nodiscard]] constexpr free_run<L> pop()
    {
        const auto run = runs_[first_++];
        if (first_ == size_) first_ = size_ = 0;
        return run;
    }

private:
    // Not a std::array: with one, g++ 12 keeps the two counters in memory.
    free_run<L> runs_[N];
    std::size_t first_ = 0, size_ = 0;
};

}  // namespace strata::imperative
