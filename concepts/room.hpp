// concepts/room.hpp: where a copying collection puts its copies.
#pragma once

#include <concepts>
#include <optional>

#include <strata/concepts/address.hpp>
#include <strata/concepts/object_kind.hpp>

namespace strata {

/// A `room` gives out blocks of `memory`, one after the other, that nothing else uses.
///
/// Provide
///   take(memory, n)   where an object of `n` fields may be put, or nothing if there is no room
/// and, if it helps, the same in two: the optional of `take` costs a hot loop registers
///   fits(n)           whether there is room for an object of `n` fields
///   cut(n)            where it may be put; expects that it fits
///   has_in_hand(n)    whether that is so at once, as for most objects; if not, `take` is asked
///   cut_in_hand(memory, n)   where it may be put; expects that it is so
///   color_at(h)       the colour of a copy put there (otherwise that of the original)
///
/// Laws, checked for every model by tests/laws/room_laws.hpp
///   disjoint   no two blocks that it gave out overlap
///   no room    when take returns nothing, nothing has changed
///
/// Models  imperative::bump, for a to-space; imperative::bump_down, for a nursery; every
///         `allocator`, and what lends one, for an old space.
template <class R, class L, class M = least_memory<word_of<L>>>
concept room = requires(R& free, M& memory, word_of<L> n) {
    { free.take(memory, n) } -> std::same_as<std::optional<header_of<L>>>;
};

}  // namespace strata
