// layer2_functional/free_list.hpp: what is wrong with a free list, or a list of blocks.
#pragma once

#include <optional>
#include <vector>

#include <strata/layer2_functional/sweep.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

namespace strata::functional {

/// The first defect of the free list that starts at `fp`: links lead to free blocks, end, and pass
/// all of them.
///
/// Expects  the heap has no defect.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::optional<defect<L>> find_free_list_defect(const M& hp, value_of<L> fp)
{
    block_starts<L, M> starts{hp}, passed{hp};
    for_each_block<L>(hp, [&](header_of<L> h) { starts.insert(h); });
    header_of<L> from{hp.begin()};
    auto at = hp.begin();
    for (auto x = fp; x != end_of_list<L>(); x = {hp.load(at)}) {
        const auto h = hd_address<L>(x);
        if (!starts.contains(h)) return defect<L>{rule::link_in_heap, from, at, x.at};
        if (!L::has_color(hp.load(h.at), color::blue))
            return defect<L>{rule::link_to_free, from, at, x.at};
        if (passed.contains(h)) return defect<L>{rule::no_cycle, from, at, x.at};
        passed.insert(h);
        from = h;
        at = x.at;
    }
    for (const auto h : blues<L>(hp))
        if (!passed.contains(h)) return defect_at<L>(hp, rule::list_complete, h, h.at);
    return std::nullopt;
}

/// The first defect of a list of header addresses that claims to name the blocks of the heap in
/// order: overlap, gap, overrun, or an address that is not that of a word.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::optional<defect<L>>
find_tiling_defect(const M& hp, const std::vector<header_of<L>>& blocks)
{
    header_of<L> expected{hp.begin()};
    for (const auto h : blocks) {
        if (h.at < expected.at) return defect<L>{rule::no_overlap, h, h.at, expected.at};
        if (h.at > expected.at) return defect<L>{rule::no_gap, h, h.at, expected.at};
        if (h.at >= hp.end()) return defect<L>{rule::no_overrun, h, h.at, hp.end()};
        if (find_header_defect<L>(hp, h) == rule::no_overrun)
            return defect_at<L>(hp, rule::no_overrun, h, h.at);
        expected = next_header<L>(h, wosize<L>(h, hp));
    }
    if (expected.at != hp.end()) return defect<L>{rule::no_gap, expected, expected.at, hp.end()};
    return std::nullopt;
}

}  // namespace strata::functional
