// tests/laws/word_memory_laws.hpp: the laws of a word memory, on every word of it.
#pragma once

#include <vector>

#include <strata/concepts/word_memory.hpp>

namespace laws {

/// Stores `w` at `a`: it can be loaded, and no other word has changed.
template <class W, strata::word_memory<W> M>
[[nodiscard]] constexpr bool store_is_local(M& memory, W a, W w, W step)
{
    std::vector<W> before;
    for (W b = memory.begin(); b != memory.end(); b = b + step) before.push_back(memory.load(b));
    memory.store(a, w);
    if (!(memory.load(a) == w)) return false;  // get-put
    std::size_t i = 0;
    for (W b = memory.begin(); b != memory.end(); b = b + step, ++i)
        if (b != a && memory.load(b) != before[i]) return false;  // frame
    return true;
}

template <strata::layout L, strata::word_memory<strata::word_of<L>> M>
[[nodiscard]] constexpr bool word_memory_laws(M memory)
{
    using W = strata::word_of<L>;
    const auto step = strata::mword<L>();
    for (W a = memory.begin(); a != memory.end(); a = a + step)
        for (const W w : {W{0}, W{1}, static_cast<W>(~W{0}), a})
            if (!store_is_local(memory, a, w, step)) return false;
    return true;
}

}  // namespace laws
