// tests/property/what_is_reached.cpp: four searches agree, and collections obey Definition 5.
#include <doctest/doctest.h>

#include <vector>

#include <boost/graph/depth_first_search.hpp>

#include <strata/layer1_graph/boost_graph.hpp>
#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer2_functional/collect.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>

#include "collector_parts.hpp"
#include "layouts.hpp"
#include "recipes.hpp"

namespace {

using namespace strata;

/// What Boost.Graph's own search reaches from the roots, in increasing order.
template <class V>
std::vector<V> reached_by_boost(const graph::graph<V>& g, const std::vector<V>& roots)
{
    const auto index = get(boost::vertex_index, g);
    std::vector<boost::default_color_type> colors(num_vertices(g));
    const auto map = boost::make_iterator_property_map(colors.begin(), index);
    for (const V& r : roots)
        if (get(map, r) == boost::white_color)
            boost::depth_first_visit(g, r, boost::default_dfs_visitor{}, map);
    std::vector<V> reached;
    for (const V& x : g.vertices())
        if (get(map, x) == boost::black_color) reached.push_back(x);
    return reached;
}

template <class L>
auto searches_agree_on(rc::Gen<test::heap_recipe> recipes)
{
    return [recipes] {
        const auto made = test::make_heap<L>(*recipes);
        RC_LOG() << test::draw<L>(made.hp, made.roots);
        const auto g = functional::graph_from_heap<L>(made.hp);
        const auto roots = functional::rooted_objects<L>(made.hp, made.roots);
        const auto marked = functional::mark(
            functional::darken_roots(functional::st_hp<L>{{}, made.hp}, made.roots));
        const auto live = functional::by_first_field<L>(made.live);

        const bool blacks_are_live = functional::blacks<L>(marked) == made.live;
        const bool visited_are_live = graph::dfs(g, roots, graph::unobserved{}).visited == live;
        const bool boost_agrees = reached_by_boost(g, roots) == live;
        RC_ASSERT(blacks_are_live);
        RC_ASSERT(visited_are_live);
        RC_ASSERT(boost_agrees);
    };
}

/// A collection by the collector that users embed, unaudited, judged from outside.
template <class L, class P>
void check_collection(const test::random_heap<L>& made, std::size_t stack)
{
    using M = typename P::template memory<L>;
    using A = typename P::template allocator<L>;
    auto words = made.hp.words;
    std::vector<value_of<L>> storage(stack);
    imperative::mark_sweep<L, M, A, P::window, imperative::unaudited<L>> gc{
        M{words, made.hp.origin}, storage, imperative::contents::existing};
    gc.collect(made.roots);

    const functional::heap<L> after{made.hp.origin, words};
    RC_LOG() << "after\n" << test::draw<L>(after);
    const auto verdict = graph::definition_5(functional::observe<L>(made.hp),
                                             functional::rooted_objects<L>(made.hp, made.roots),
                                             functional::observe<L>(after));
    RC_ASSERT(verdict.clause == 0);
    const bool live_remain = functional::h_allocs<L>(after) == made.live;
    RC_ASSERT(live_remain);

    gc.collect(made.roots);
    const bool idempotent = words == after.words;
    RC_ASSERT(idempotent);
}

template <class L>
auto collections_are_right_on(rc::Gen<test::heap_recipe> recipes, std::size_t most_stack)
{
    return [recipes, most_stack] {
        const auto made = test::make_heap<L>(*recipes);
        RC_LOG() << "before\n" << test::draw<L>(made.hp, made.roots);
        const auto stack = *test::number_below<std::size_t>(most_stack) + 1;
        const auto choice = *test::number_below(test::part_choices);
        test::with_parts(choice, [&]<class P>(P) { check_collection<L, P>(made, stack); });
    };
}

TEST_CASE_TEMPLATE_DEFINE("mark, the search, Boost.Graph and the recipe reach the same", L, reach)
{
    CHECK(test::holds("on small heaps", 200, searches_agree_on<L>(test::small_heaps())));
    CHECK(test::holds("on large heaps", 2, searches_agree_on<L>(test::large_heaps())));
}
TEST_CASE_TEMPLATE_APPLY(reach, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("a collection obeys Definition 5, and a second one changes nothing", L,
                          d5)
{
    CHECK(test::holds("on small heaps", 200, collections_are_right_on<L>(test::small_heaps(), 9)));
    CHECK(test::holds("on large heaps", 2, collections_are_right_on<L>(test::large_heaps(), 999)));
}
TEST_CASE_TEMPLATE_APPLY(d5, test::layouts);

}  // namespace
