// layer2_functional/memory_part.hpp: the part of a memory that is in use, as a memory of its own.
#pragma once

#include <concepts>
#include <utility>

#include <strata/concepts/word_memory.hpp>

namespace strata::functional {

/// The addresses between two others.
///
/// Expects  the first is no higher than the last, and is not the greatest word.
template <machine_word W>
struct open_range {
    W after, size;  ///< from `after` on, and so many

    constexpr open_range(W first, W last)
        : after{first + word<W>(1)}
        , size{after < last ? last - after : word<W>(0)}
    {}
    /// In one comparison, because words wrap around.
    [[nodiscard]] constexpr auto has(W a) const { return a - after < size; }
};

/// The words of a memory from `first` up to `limit`: the others are not part of the heap. It models
/// `word_memory`.
template <machine_word W, word_memory<W> M>
class memory_part {
public:
    constexpr memory_part(M memory, W first, W limit)
        : memory_{std::move(memory)}
        , first_{first}
        , limit_{limit}
        , inside_{first, limit}
    {}

    [[nodiscard]] constexpr W begin() const { return first_; }
    [[nodiscard]] constexpr W end() const { return limit_; }
    [[nodiscard]] constexpr bool has_inside(W a) const requires std::unsigned_integral<W>
    {
        return inside_.has(a);
    }
    [[nodiscard]] constexpr W load(W a) const { return memory_.load(a); }
    constexpr void store(W a, W w) { memory_.store(a, w); }
    constexpr void prefetch(W a) const requires requires(const M& m, W at) { m.prefetch(at); }
    {
        memory_.prefetch(a);
    }

private:
    M memory_;
    W first_, limit_;
    open_range<W> inside_;
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
