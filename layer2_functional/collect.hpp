// layer2_functional/collect.hpp: the whole collector as one pure function.
#pragma once

#include <utility>

#include <strata/layer2_functional/mark.hpp>
#include <strata/layer2_functional/sweep.hpp>

namespace strata::functional {

/// darken_roots, mark, sweep. Paper: `mark_and_sweep_GC`, Fig. 7.
///
/// Expects  `hp` is well formed and its objects are white or blue.
/// Ensures  the five clauses of Definition 5.
template <layout L, root_set<word_of<L>> R>
[[nodiscard]] constexpr hp_fp<L> collect(heap<L> hp, const R& roots,
                                         std::uint64_t limit = coalescing<L>)
{
    return sweep(mark(darken_roots(st_hp<L>{{}, std::move(hp)}, roots)), limit);
}

}  // namespace strata::functional
