// instantiations/ocaml_runtime/pacing.hpp: when a major cycle starts, and what a slice does of it.
#pragma once

#include <cstdint>

#include <strata/instantiations/ocaml_runtime/caml.hpp>

/// Work is counted as in OCaml: as a share of a cycle, which what is allocated pays. While no cycle
/// is under way it is owed. See also `waits_for_empty_nursery` and its neighbours in heap.hpp.
namespace strata::ocaml_runtime::pacing {

/// The words of a heap that has hardly grown. A slice sweeps no fewer: what is allocated before a
/// sweep is over touches memory that was never used.
inline constexpr std::int64_t small_heap = 3 * Heap_chunk_min;

/// What a slice is to do: -1 for what is due, 0 for what the next slice would do, otherwise as much
/// as frees about so many words.
[[nodiscard]] double share_of_slice(intnat howmuch);
/// A slice did not need so much.
void give_back(double p);

/// The steps of the phase under way, or the words of a sweep, that a share is.
[[nodiscard]] std::int64_t work_of(double p);
/// So much of it is left for the next slice.
void put_off(std::int64_t work);
void forget_what_was_put_off();

void owe(double p);
void owe_nothing();
/// What was allocated did not fit.
void heap_grows();

/// How much is allocated between these is how much should be free when the next cycle starts.
void marking_begins();
void marking_ends();

/// Whether the program wants whole cycles instead of slices.
[[nodiscard]] bool makes_whole_cycles();

}  // namespace strata::ocaml_runtime::pacing
