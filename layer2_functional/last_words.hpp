// layer2_functional/last_words.hpp: the used part of a memory that is given out from its end.
#pragma once

#include <utility>

#include <strata/concepts/word_memory.hpp>

namespace strata::functional {

/// A memory from `first` on: the words before it are not part of the heap. It models `word_memory`.
template <machine_word W, word_memory<W> M>
class last_words {
public:
    constexpr last_words(M memory, W first)
        : memory_{std::move(memory)}
        , first_{first}
    {}

    [[nodiscard]] constexpr W begin() const { return first_; }
    [[nodiscard]] constexpr W end() const { return memory_.end(); }
    [[nodiscard]] constexpr W load(W a) const { return memory_.load(a); }
    constexpr void store(W a, W w) { memory_.store(a, w); }
    constexpr void prefetch(W a) const requires requires(const M& m, W at) { m.prefetch(at); }
    {
        memory_.prefetch(a);
    }

private:
    M memory_;
    W first_;
};

}  // namespace strata::functional
