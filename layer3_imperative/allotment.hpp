// layer3_imperative/allotment.hpp: the block that copies are cut from, held in registers.
#pragma once

#include <optional>
#include <utility>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer3_imperative/colors.hpp>
#include <strata/layer3_imperative/reserve.hpp>
#include <strata/layer3_imperative/take_at.hpp>

namespace strata::imperative {

/// `Room`, with the reserve of its allocator in hand: most copies are cut off that, and nothing of
/// the allocator is touched. It is told what was cut when it is asked for another block, and by
/// `hand_back`; until then nobody else takes from it. After every cut the blocks tile the memory.
/// It models `room`.
template <layout L, reserving<L> Room>
class allotment : public Room {
    using W = word_of<L>;
    static constexpr bool has_colors = requires(const Room& room) { room.black_from(); };

public:
    template <word_memory<W> M>
    constexpr allotment(Room room, const M& memory)
        : Room{room}
    {
        hold(held_by(room, memory, nowhere<L>()));
    }

    /// Whether an object of `wosize` fields is cut off what is in hand as most are.
    [[nodiscard]] constexpr auto has_in_hand(W wosize) const { return leaves_block(left_, wosize); }
    /// Expects  it is.
    template <word_memory<W> M>
    [[nodiscard]] constexpr header_of<L> cut_in_hand(M& memory, W wosize)
    {
        return cut_within(memory, left_, wosize);
    }

    template <word_memory<W> M>
    [[nodiscard]] constexpr value_of<L> take_at(M& memory, W wosize)
    {
        const auto taken = [&] {
            if constexpr (requires { Room::memory(); })
                return take_apart(*this, held_, left_, wosize);
            else return take_another(*this, memory, held_, left_, wosize);
        }();
        hold(taken);
        return taken.x;
    }
    template <word_memory<W> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M& memory, W wosize)
    {
        return block_at<L>(take_at(memory, wosize));
    }
    constexpr void hand_back()
    {
        Room::reserve_cut(held_, left_);
        hold({nowhere<L>(), no_reserve<L>(), black_from_});
    }

    /// What the room says, as long as nobody else takes from it.
    [[nodiscard]] constexpr color color_at(header_of<L> h) const requires has_colors
    {
        return header_color<L, typename Room::memory_type>(h.at < black_from_ ? color::white
                                                                              : color::black);
    }

private:
    /// What was taken, and what is held then.
    struct taking {
        value_of<L> x;
        reserve<L> held;
        W black_from;
    };
    // On its own, and by value: a state of which nobody has the address stays in registers.
    [[nodiscard, gnu::noinline]] static constexpr taking take_apart(Room room, reserve<L> held,
                                                                    reserve<L> left, W wosize)
    {
        auto memory = room.memory();
        return take_another(room, memory, held, left, wosize);
    }
    /// Another block, or the last of this one.
    template <word_memory<W> M>
    [[nodiscard]] static constexpr taking take_another(Room room, M& memory, reserve<L> held,
                                                       reserve<L> left, W wosize)
    {
        auto x = nowhere<L>();
        if (wosize < left.words) x = f_address<L>(cut(memory, left, wosize));
        room.reserve_cut(held, left);
        if (x == nowhere<L>()) x = imperative::take_at<L>(room, memory, wosize);
        return held_by(room, memory, x);
    }
    template <word_memory<W> M>
    [[nodiscard]] static constexpr taking held_by(const Room& room, const M& memory, value_of<L> x)
    {
        const auto held = room.reserve_of(memory);
        if constexpr (has_colors) return {x, held, room.black_from()};
        else return {x, held, word<W>(0)};
    }
    constexpr void hold(const taking& now)
    {
        held_ = left_ = now.held;
        black_from_ = now.black_from;
    }

    reserve<L> held_ = no_reserve<L>();  ///< what the allocator knows of
    reserve<L> left_ = no_reserve<L>();
    W black_from_ = word<W>(0);
};

/// A room with its reserve in hand, if it has one.
template <layout L, class Room, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto allotted(Room room, const M& memory)
{
    if constexpr (reserving<Room, L>) return allotment<L, Room>{room, memory};
    else return room;
}

/// Whoever lent the room learns what was taken from it.
template <class Room>
constexpr void hand_back(Room& room)
{
    if constexpr (requires { room.hand_back(); }) room.hand_back();
}

}  // namespace strata::imperative
