// tests/laws/collector_laws.hpp: the laws of a collector, for one collection and one allocation.
#pragma once

#include <optional>

#include <strata/concepts/collector.hpp>
#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

namespace laws {

/// A collection satisfies the five clauses of Definition 5.
template <strata::collector C, class R>
[[nodiscard]] bool correct(C& gc, const R& roots)
{
    using namespace strata;
    using L = typename C::layout_type;
    const auto before = functional::snapshot<L>(gc.memory());
    gc.collect(roots);
    return graph::definition_5(functional::observe<L>(before),
                               functional::rooted_objects<L>(before, roots),
                               functional::observe<L>(gc.memory()))
        .holds();
}

/// A second collection with the same roots changes no word.
template <strata::collector C, class R>
[[nodiscard]] bool idempotent(C& gc, const R& roots)
{
    using L = typename C::layout_type;
    gc.collect(roots);
    const auto once = strata::functional::snapshot<L>(gc.memory());
    gc.collect(roots);
    return once == strata::functional::snapshot<L>(gc.memory());
}

/// The heap stays well formed; a new object is white and all filler but for what its kind needs;
/// without room nothing changes.
template <strata::collector C>
[[nodiscard]] bool allocates(C& gc, strata::word_of<typename C::layout_type> wosize,
                             strata::word_of<typename C::layout_type> tag)
{
    using namespace strata;
    using L = typename C::layout_type;
    const auto before = functional::snapshot<L>(gc.memory());
    const auto x = gc.allocate(wosize, tag);
    const auto after = functional::snapshot<L>(gc.memory());
    if (functional::find_defect<L>(after)) return false;
    if (!x) return after == before;
    const auto header = after.load(hd_address<L>(*x).at);
    return header == L::make_header(wosize, color::white, tag) &&
           functional::h_allocs<L>(after).size() == functional::h_allocs<L>(before).size() + 1;
}

}  // namespace laws
