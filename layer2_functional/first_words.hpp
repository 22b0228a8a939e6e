// layer2_functional/first_words.hpp: the part of a memory that is in use, as a memory of its own.
#pragma once

#include <utility>

#include <strata/concepts/word_memory.hpp>

namespace strata::functional {

/// A memory up to `limit`: the words after it are not part of the heap. It models `word_memory`.
template <machine_word W, word_memory<W> M>
class first_words {
public:
    constexpr first_words(M memory, W limit)
        : memory_{std::move(memory)}
        , limit_{limit}
    {}

    [[nodiscard]] constexpr W begin() const { return memory_.begin(); }
    [[nodiscard]] constexpr W end() const { return limit_; }
    [[nodiscard]] constexpr W load(W a) const { return memory_.load(a); }
    constexpr void store(W a, W w) { memory_.store(a, w); }
    constexpr void prefetch(W a) const requires requires(const M& m, W at) { m.prefetch(at); }
    {
        memory_.prefetch(a);
    }

private:
    M memory_;
    W limit_;
};

}  // namespace strata::functional
