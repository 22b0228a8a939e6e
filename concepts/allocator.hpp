// concepts/allocator.hpp: what keeps the free blocks between two sweeps.
#pragma once

#include <concepts>
#include <optional>

#include <strata/concepts/address.hpp>
#include <strata/concepts/object_kind.hpp>

namespace strata {

/// An `allocator` receives the free blocks from sweep, in ascending order, and gives out parts of
/// them. Its links are in the first fields of the blocks; it owns no memory that grows.
///
/// Provide
///   begin_sweep()             forgets the free blocks; sweep will name the new ones
///   add(memory, h, n)         the block at `h`, blue, of `n` >= 1 fields, is free
///   end_sweep(memory)         there are no more, for now: those added can be taken, and a sweep in
///                             slices adds others later
///   take(memory, n)           a block of exactly `n` fields, no longer free, or nothing if none is
///                             large enough; what is left of the block it came from has a header
///                             again
///   each_free(memory, f)      calls f(h) for every free block until f says false
///
/// Laws, checked for every model by tests/laws/allocator_laws.hpp
///   keeps      after end_sweep, each_free names the added blocks, each once
///   disjoint   what take returns was free, is free no more, and overlaps nothing else
///   tiles      with a header of `n` fields at what take returned, the blocks tile the memory as
///              before
///   no room    when take returns nothing, nothing has changed
///
/// Models  imperative::next_fit, imperative::segregated_fit; imperative::metered, of any of them.
template <class A, class L, class M = least_memory<word_of<L>>>
concept allocator = requires(A& free, const A& seen, M& memory, header_of<L> h, word_of<L> n) {
    free.begin_sweep();
    free.add(memory, h, n);
    free.end_sweep(memory);
    { free.take(memory, n) } -> std::same_as<std::optional<header_of<L>>>;
    seen.each_free(memory, [](header_of<L>) { return true; });
};

}  // namespace strata
