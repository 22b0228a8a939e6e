// tests/exhaustive/definition_5.cpp: the five clauses, judged by layer 1, on every small heap.
#include <doctest/doctest.h>

#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer2_functional/free_list.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>

#include "every_heap.hpp"
#include "layouts.hpp"
#include "one_collection.hpp"

namespace {

using namespace test;

template <layout L>
functional::heap<L> as_heap(std::span<const word_of<L>> words)
{
    return {small_origin<L>, {words.begin(), words.end()}};
}

/// Judges layer 2. Layer 3 leaves the same words: see heaps_of_every_layout.cpp.
template <layout L, class R>
const char* find_broken_clause(const small_heap<L>& heap, const R& roots)
{
    const auto before = as_heap<L>(heap.words());
    if (functional::find_root_defect<L>(before, roots)) return "a root leads to no object";
    const auto [after, fp] = functional::collect(before, roots);
    if (functional::find_free_list_defect<L>(after, fp)) return "the free list has a defect";
    return graph::definition_5(functional::observe<L>(before),
                               functional::rooted_objects<L>(before, roots),
                               functional::observe<L>(after))
                   .holds()
               ? nullptr
               : "a clause of Definition 5 is broken";
}

/// The graph that layer 1 judges by is the one that the heap was made from.
template <layout L, class R>
const char* find_wrong_graph(const small_heap<L>& heap, const R& roots)
{
    const auto hp = as_heap<L>(heap.words());
    const auto reached = graph::dfs(functional::graph_from_heap<L>(hp),
                                    functional::rooted_objects<L>(hp, roots), graph::unobserved{});
    places found = 0;
    for (const auto x : reached.visited)
        found |= only(static_cast<std::size_t>((x.at - heap.origin()) / L::mword - 1));
    return found == reachable(heap, roots) ? nullptr : "the graph reaches something else";
}

TEST_CASE_TEMPLATE_DEFINE("every collection of up to seven words satisfies Definition 5", L,
                          clauses)
{
    check_every_heap<L>(7, find_broken_clause<L, std::array<word_of<L>, 2>>);
}
TEST_CASE_TEMPLATE_APPLY(clauses, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("the graph of up to seven words reaches what its pointers reach", L,
                          graphs)
{
    check_every_heap<L>(7, find_wrong_graph<L, std::array<word_of<L>, 2>>);
}
TEST_CASE_TEMPLATE_APPLY(graphs, test::layouts);

}  // namespace
