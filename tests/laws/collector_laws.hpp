// tests/laws/collector_laws.hpp: the laws of a collector, for one collection and one allocation.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <strata/concepts/collector.hpp>
#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
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

/// What each object has become, found by walking both heaps from their roots, field by field; the
/// collector is not asked.
template <class L>
[[nodiscard]] strata::graph::moved_to<strata::value_of<L>>
moved_by_walking(const strata::functional::heap<L>& before, const auto& roots,
                 const strata::functional::heap<L>& after, const auto& new_roots)
{
    using namespace strata;
    std::vector<std::pair<word_of<L>, word_of<L>>> unvisited;
    for (std::size_t r = 0; r < roots.size(); ++r) unvisited.emplace_back(roots[r], new_roots[r]);
    graph::moved_to<value_of<L>> f;
    while (!unvisited.empty()) {
        const auto [old, now] = unvisited.back();
        unvisited.pop_back();
        const auto x = functional::object_at<L>(before, old);
        const auto y = functional::object_at<L>(after, now);
        if (!x || !y || graph::is_defined(f, *x)) continue;
        f.bind(*x, *y);
        const auto wosize = L::wosize(before.load(hd_address<L>(*x).at));
        if (wosize != L::wosize(after.load(hd_address<L>(*y).at))) continue;
        for (auto i = functional::scan_from<L>(before, hd_address<L>(*x)); i <= wosize; ++i)
            if (functional::scans<L>(before, hd_address<L>(*x), i))
                unvisited.emplace_back(before.load(field_addr<L>(hd_address<L>(*x), i)),
                                       after.load(field_addr<L>(hd_address<L>(*y), i)));
    }
    return f;
}

/// A collection that moves objects satisfies the clauses of Definition 7.
template <strata::collector C, class R>
[[nodiscard]] bool correct_when_moving(C& gc, R& roots)
{
    using namespace strata;
    using L = typename C::layout_type;
    static_assert(moves_objects<C>);
    const auto before = functional::snapshot<L>(gc.memory());
    const auto old = roots;
    gc.collect(roots);
    const auto after = functional::snapshot<L>(gc.memory());
    return graph::definition_7(
               functional::observe_copy<L>(before), functional::rooted_objects<L>(before, old),
               functional::observe_copy<L>(after), moved_by_walking<L>(before, old, after, roots))
        .holds();
}

/// A second collection with the same roots changes no word.
template <strata::collector C, class R>
[[nodiscard]] bool idempotent(C& gc, R&& roots)
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
