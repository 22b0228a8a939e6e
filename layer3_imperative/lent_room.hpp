// layer3_imperative/lent_room.hpp: the free blocks of a collector, lent to who promotes objects.
#pragma once

#include <optional>

#include <strata/concepts/room.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer3_imperative/colors.hpp>
#include <strata/layer3_imperative/mutator.hpp>
#include <strata/layer3_imperative/reserve.hpp>
#include <strata/layer3_imperative/take_at.hpp>

namespace strata::imperative {

/// An allocator by reference. It models `room`.
template <layout L, class A>
struct lent_room {
    static constexpr bool is_lent = true;
    A* free;

    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M& memory, word_of<L> wosize)
    {
        return free->take(memory, wosize);
    }
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr value_of<L> take_at(M& memory, word_of<L> wosize)
    {
        return imperative::take_at<L>(*free, memory, wosize);
    }
    /// See reserve.hpp.
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr reserve<L> reserve_of(const M& memory) const requires reserving<A, L>
    {
        return free->reserve_of(memory);
    }
    constexpr void reserve_cut(reserve<L> held, reserve<L> left) requires reserving<A, L>
    {
        free->reserve_cut(held, left);
    }
};

/// What is free in a cycle that may be under way, by reference. It models `room`.
template <class Cycle>
struct cycle_room {
    using L = layout_of<Cycle>;
    using A = decltype(Cycle::sweeping.free);
    using memory_type = decltype(Cycle::sweeping.memory);
    static constexpr bool is_lent = true;
    Cycle* cycle;

    [[nodiscard]] constexpr const memory_type& memory() const { return cycle->memory(); }
    /// Expects  the memory is the cycle's.
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M& memory, word_of<L> wosize)
    {
        return block_at<L>(take_at(memory, wosize));
    }
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr value_of<L> take_at(M& memory, word_of<L> wosize)
    {
        const auto x = cycle->at != phase::sweeping
                           ? imperative::take_at<L>(cycle->sweeping.free, memory, wosize)
                           : take_while_sweeping(wosize);
        if (x != nowhere<L>()) paint_at(memory, hd_address<L>(x), wosize + word<word_of<L>>(1));
        return x;
    }
    // Long, and rare: inlined it would make the loop that promotes four times as large.
    [[nodiscard, gnu::noinline]] constexpr value_of<L> take_while_sweeping(word_of<L> wosize)
    {
        return take_block(*cycle, wosize);
    }
    /// The free blocks that a list has are swept, so they stay what they are while they are cut.
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr reserve<L> reserve_of(const M& memory) const requires reserving<A, L>
    {
        return cycle->sweeping.free.reserve_of(memory);
    }
    constexpr void reserve_cut(reserve<L> held, reserve<L> left) requires reserving<A, L>
    {
        cycle->sweeping.free.reserve_cut(held, left);
        if (held.words != left.words) paint_at(cycle->memory(), held.h, held.words - left.words);
    }

    /// Copies are black from this address on, and white before it: functional::allocation_color.
    [[nodiscard]] constexpr word_of<L> black_from() const
    {
        const auto& memory = cycle->memory();
        if (cycle->at == phase::sweeping) return cycle->sweeping.sw.at;
        return is_marking(cycle->at) ? memory.begin() : memory.end();
    }
    /// The colour in the header of a copy; where marks are beside the memory, it is painted when it
    /// is taken.
    [[nodiscard]] constexpr color color_at(header_of<L> h) const
    {
        return header_color<L, memory_type>(survival_color(h));
    }
    /// Whether objects that are dead still look alive, and lead to what is free by now.
    [[nodiscard]] constexpr bool may_dangle() const { return cycle->at == phase::sweeping; }
    /// Whether the object at `h`, whose header this is, is one of them.
    [[nodiscard]] constexpr bool is_dead(header_of<L> h, word_of<L> header) const
    {
        if (!may_dangle()) return false;
        const auto& memory = cycle->memory();
        return survival_color(h) == color::white ? !is_white<L>(memory, h, header)
                                                 : !is_black<L>(memory, h, header);
    }

private:
    [[nodiscard]] constexpr color survival_color(header_of<L> h) const
    {
        return h.at < black_from() ? color::white : color::black;
    }
    template <word_memory<word_of<L>> M>
    constexpr void paint_at(M& memory, header_of<L> h, word_of<L> words) const
    {
        paint<L>(memory, h, words, survival_color(h));
    }
};

}  // namespace strata::imperative
