// tests/laws/room_laws.hpp: the laws of a room, for one memory and a sequence of sizes.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <strata/concepts/room.hpp>
#include <strata/layer2_functional/heap.hpp>

namespace laws {

/// Takes blocks of the sizes, in their order, and writes to every word of each.
///
/// disjoint  a block lies in the memory and overlaps none that was given out before
/// no room   when take returns nothing, no word has changed
template <class L, class M, strata::room<L, M> Room>
[[nodiscard]] bool room_laws(M& memory, Room& free, const std::vector<strata::word_of<L>>& sizes)
{
    using namespace strata;
    std::vector<std::pair<word_of<L>, word_of<L>>> taken;
    for (const auto wosize : sizes) {
        const auto before = functional::snapshot<L>(memory);
        const auto h = free.take(memory, wosize);
        if (!h && functional::snapshot<L>(memory) != before) return false;
        if (!h) continue;
        const auto end = next_header<L>(*h, wosize).at;
        if (h->at < memory.begin() || end > memory.end()) return false;
        for (const auto& [from, to] : taken)
            if (h->at < to && from < end) return false;
        taken.emplace_back(h->at, end);
        memory.store(h->at, L::make_header(wosize, color::white, word<word_of<L>>(0)));
    }
    return true;
}

}  // namespace laws
