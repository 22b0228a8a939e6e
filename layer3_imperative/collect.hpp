// layer3_imperative/collect.hpp: one collection: darken_roots, mark, sweep.
#pragma once

#include <utility>

#include <strata/layer3_imperative/audit.hpp>
#include <strata/layer3_imperative/mark.hpp>
#include <strata/layer3_imperative/sweep.hpp>

namespace strata::imperative {

/// Frees what the roots do not reach. Paper: `mark_and_sweep_GC`, Fig. 7.
///
/// Expects  memory is well formed, its objects white or blue; `stack` is empty and has room for one
///          object.
/// Ensures  the five clauses of Definition 5 (audited); `free` has the free blocks. Allocates
///          nothing.
template <layout L, darkening D, word_memory<word_of<L>> M, worklist S, worklist Window,
          allocator<L, M> A, root_set<word_of<L>> R, class Audit = default_audit<L>>
constexpr void collect(M& memory, S stack, Window window, A& free, const R& roots, Audit audit = {})
{
    audit.before(memory, roots);
    auto marking = begin_mark<L, D>(std::move(memory), std::move(stack), std::move(window));
    darken_roots(marking, roots);
    audit.after_darken_roots(marking.memory);
    marking = mark(std::move(marking));
    audit.after_mark(marking.memory);
    auto sweeping = sweep(begin_sweep<L>(std::move(marking.memory), std::move(free)));
    audit.after_sweep(sweeping.memory, sweeping.free);
    memory = std::move(sweeping.memory);
    free = std::move(sweeping.free);
}

}  // namespace strata::imperative
