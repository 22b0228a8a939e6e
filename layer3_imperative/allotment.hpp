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
        hold(memory);
    }

    template <word_memory<W> M>
    [[nodiscard]] constexpr value_of<L> take_at(M& memory, W wosize)
    {
        if (wosize < left_.words) return f_address<L>(cut(memory, left_, wosize));
        hand_back();
        const auto x = take_another<M>(*this, memory, wosize);
        hold(memory);
        return x;
    }
    template <word_memory<W> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M& memory, W wosize)
    {
        return block_at<L>(take_at(memory, wosize));
    }
    constexpr void hand_back()
    {
        Room::reserve_cut(std::exchange(held_, no_reserve<L>()),
                          std::exchange(left_, no_reserve<L>()));
    }

    /// What the room says, as long as nobody else takes from it.
    [[nodiscard]] constexpr color color_at(header_of<L> h) const requires has_colors
    {
        return header_color<L, typename Room::memory_type>(h.at < black_from_ ? color::white
                                                                              : color::black);
    }

private:
    // By value, and on its own: a state of which nobody has the address stays in registers.
    template <word_memory<W> M>
    [[nodiscard, gnu::noinline]] static constexpr value_of<L> take_another(Room room, M memory,
                                                                           W wosize)
    {
        return imperative::take_at<L>(room, memory, wosize);
    }
    template <word_memory<W> M>
    constexpr void hold(const M& memory)
    {
        held_ = left_ = Room::reserve_of(memory);
        if constexpr (has_colors) black_from_ = Room::black_from();
    }

    reserve<L> held_ = no_reserve<L>();  ///< as the allocator knows it
    reserve<L> left_ = no_reserve<L>();  ///< as it is
    W black_from_{};
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
