// layer3_imperative/mutator.hpp: what may happen between two slices: a write, an allocation.
#pragma once

#include <optional>
#include <type_traits>

#include <strata/layer2_functional/incremental.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/cycle.hpp>
#include <strata/layer3_imperative/split.hpp>
#include <strata/layer3_imperative/take_at.hpp>

namespace strata::imperative {

/// Field `i` of the object at `h` becomes `v`. While marking, what it pointed to is shaded first.
/// Paper: `write_barrier`.
///
/// Expects  the mutator reaches the object. A word that says which fields hold values, such as a
///          bitmap, changes only for fields that hold the filler.
/// Ensures  memory equals functional::write of what it was (audited, when marking is over).
template <class Cycle>
constexpr void write(Cycle& c, header_of<layout_of<Cycle>> h, word_of<layout_of<Cycle>> i,
                     word_of<layout_of<Cycle>> v)
{
    using L = layout_of<Cycle>;
    const auto at = field_addr<L>(h, i);
    if (is_marking(c.at) && functional::is_scanned<L>(c.marking.memory, h, i))
        darken_value<darkening::eager>(c.marking, c.marking.memory.load(at));
    c.memory().store(at, v);
}

/// Cuts a block off the one that was kept ahead of the sweep, as long as the sweep has not come to
/// it. What is left of it is free, and no list has it: the sweep will find it.
template <class Cycle>
[[nodiscard]] constexpr auto take_ahead(Cycle& c, word_of<layout_of<Cycle>> wosize)
    -> value_of<layout_of<Cycle>>
{
    using L = layout_of<Cycle>;
    auto& memory = c.sweeping.memory;
    if (c.ahead.at < c.sweeping.sw.at || memory.end() <= c.ahead.at) return nowhere<L>();
    const auto header = memory.load(c.ahead.at);
    if (!L::has_color(header, color::blue) || L::wosize(header) < wosize) return nowhere<L>();
    return f_address<L>(split<L>(memory, c.ahead, wosize).taken);
}

/// Where an object of `wosize` fields can be, or `nowhere`. While sweeping, the allocator has what
/// is swept, but for the free runs that are held, which it gets here; one that has not ended yet
/// ends here if that helps, and then there is the block ahead.
template <class Cycle>
[[nodiscard]] constexpr auto take_block(Cycle& c, word_of<layout_of<Cycle>> wosize)
    -> value_of<layout_of<Cycle>>
{
    using L = layout_of<Cycle>;
    auto& free = c.sweeping.free;
    auto& memory = c.memory();
    if (c.at == phase::sweeping) free.end_sweep(memory);
    const auto x = take_at<L>(free, memory, wosize);
    if (c.at != phase::sweeping || x != nowhere<L>()) return x;
    flush(c.sweeping);
    if (c.sweeping.free_words > wosize) release(c.sweeping);
    else free.end_sweep(memory);
    const auto y = take_at<L>(free, memory, wosize);
    return y != nowhere<L>() ? y : take_ahead(c, wosize);
}

/// A new object from what is free now, in the colour that lets it survive the cycle; nothing if no
/// block is large enough.
template <class Cycle>
[[nodiscard]] constexpr auto allocate(Cycle& c, word_of<layout_of<Cycle>> wosize,
                                      word_of<layout_of<Cycle>> tag)
    -> std::optional<value_of<layout_of<Cycle>>>
{
    using L = layout_of<Cycle>;
    const auto x = take_block(c, wosize);
    if (x == nowhere<L>()) return std::nullopt;
    const auto h = hd_address<L>(x);
    auto& memory = c.memory();
    const auto color = functional::allocation_color<L>(c.at, c.sweeping.sw, h);
    paint<L>(memory, h, wosize + word<word_of<L>>(1), color);
    return make_object<L>(memory, h, wosize, tag,
                          header_color<L, std::remove_cvref_t<decltype(memory)>>(color));
}

}  // namespace strata::imperative
