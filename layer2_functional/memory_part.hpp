// layer2_functional/memory_part.hpp: the part of a memory that is in use, as a memory of its own.
#pragma once

#include <utility>

#include <strata/concepts/word_memory.hpp>

namespace strata::functional {

/// The words of a memory from `first` up to `limit`: the others are not part of the heap. It models
/// `word_memory`.
template <machine_word W, word_memory<W> M>
class memory_part {
public:
    constexpr memory_part(M memory, W first, W limit)
        : memory_{std::move(memory)}
        , first_{first}
        , limit_{limit}
    {}

    [[nodiscard]] constexpr W begin() const { return first_; }
    [[nodiscard]] constexpr W end() const { return limit_; }
    [[nodiscard]] constexpr W load(W a) const { return memory_.load(a); }
    constexpr void store(W a, W w) { memory_.store(a, w); }
    constexpr void prefetch(W a) const requires requires(const M& m, W at) { m.prefetch(at); }
    {
        memory_.prefetch(a);
    }

private:
    M memory_;
    W first_, limit_;
};

/// The words before `limit`: of a memory that is given out from its beginning.
template <machine_word W, word_memory<W> M>
[[nodiscard]] constexpr memory_part<W, M> first_words(M memory, W limit)
{
    const auto first = memory.begin();
    return {std::move(memory), first, limit};
}
/// The words from `first` on: of one that is given out from its end.
template <machine_word W, word_memory<W> M>
[[nodiscard]] constexpr memory_part<W, M> last_words(M memory, W first)
{
    const auto limit = memory.end();
    return {std::move(memory), first, limit};
}

}  // namespace strata::functional
