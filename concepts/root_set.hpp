// concepts/root_set.hpp: what the mutator must hand over before a collection.
#pragma once

#include <concepts>
#include <ranges>
#include <type_traits>

#include <strata/concepts/machine_word.hpp>

namespace strata {

/// A `root_set` is a range of words that can be walked more than once.
///
/// Provide  begin() and end(), with elements that convert to the word.
/// Laws, checked for every model by tests/laws/root_set_laws.hpp
///   multipass   two walks give the same words
/// A root may be any word: an immediate, a pointer out of the heap, a duplicate, or an interior
/// pointer.
/// Models  std::span<const W>, std::vector<W>, std::array<W, N>, std::list<W>.
template <class R, class W>
concept root_set = machine_word<W> && std::ranges::forward_range<R> &&
                   std::convertible_to<std::ranges::range_reference_t<R>, W>;

/// `root_slots` are roots that a collector which moves objects can write: each is a word.
///
/// Models  std::span<W>, std::vector<W>, std::array<W, N>, std::list<W>, none of them const.
template <class R, class W>
concept root_slots = root_set<R, W> && std::is_same_v<std::ranges::range_reference_t<R>, W&>;

}  // namespace strata
