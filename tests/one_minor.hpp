// tests/one_minor.hpp: a minor collection of one small heap, and what it must leave.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "small_generations.hpp"

namespace test {

/// One minor collection, with room for `room` words and so many entries in the table and on the
/// stack. What is wrong, or nothing.
template <layout L, class Allocator, class Audit, class Stack = imperative::slot_stack<word_of<L>>>
[[nodiscard]] constexpr const char* find_wrong_minor(small_generations<L> g, std::size_t room,
                                                     std::size_t entries)
{
    using namespace imperative;
    using W = word_of<L>;
    using M = checked_memory<L>;
    using old_type = mark_sweep<L, M, Allocator, 1, unaudited<L>>;
    std::array<W, most_words> table{};
    std::array<value_of<L>, most_words> stack{};
    std::array<value_of<L>, 1> marks{};
    g.lay_out(room);
    with_nursery<old_type, Audit, remembered_set<W>, L, Stack> gc{
        old_type{g.old_space(), marks, contents::existing}, g.young_space(),
        std::span{table}.first(entries), std::span{stack}.first(entries)};
    gc.young().next = gc.young().limit;
    g.write_fields(gc);
    auto roots = g.roots;
    const bool ok = gc.minor(roots);
    if (!ok) return g.find_lost(roots);
    if (gc.young().next != g.address(g.cut)) return "the nursery is empty afterwards";
    return g.find_wrong(roots);
}

}  // namespace test
