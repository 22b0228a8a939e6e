// tests/test_search.cpp: one search, in any order, visits what the roots reach and can prove it.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include <strata/layer1_graph/graph.hpp>
#include <strata/layer1_graph/search.hpp>
#include <strata/layer1_graph/subgraph.hpp>

#include "small_graphs.hpp"

namespace {

using namespace strata::graph;
using test::name;
using test::names;
using test::small_graph;
using int_graph = strata::graph::graph<int>;
using set = std::vector<int>;
using sets = search_sets<int>;

template <class V>
std::vector<V> order(const search_result<V>& result)
{
    std::vector<V> visited;
    for (const auto& step : result.steps) visited.push_back(step.vertex);
    return visited;
}

// Each vertex once, each with a certificate from a root.
bool is_explained(const int_graph& g, const set& roots, const search_result<int>& result)
{
    for (const int x : result.visited) {
        const auto path = result.certificate(x);
        if (!is_in(roots, path.front()) || !certifies(g, path, path.front(), x)) return false;
    }
    return derives(g, roots, result.steps) && result.steps.size() == result.visited.size();
}

template <class W>
void search_small_graphs(const W& worklist)
{
    test::for_each_small_graph(3, [&](const small_graph& s, unsigned roots) {
        const auto g = test::as_graph(s);
        const auto result = search(g, names(roots), worklist, check_invariants{});
        CHECK(result.visited == names(s.closure(roots)));
        CHECK(is_explained(g, names(roots), result));
    });
}

TEST_CASE("in every order, a search visits exactly what is reachable, and has certificates")
{
    search_small_graphs(stack<int>{});
    search_small_graphs(queue<int>{});
    search_small_graphs(fifo_before_stack<int, 2>{});
}

TEST_CASE("with room for a vertex or two, a search drops the others and finds them again")
{
    search_small_graphs(bounded<stack<int>>{1});
    search_small_graphs(bounded<stack<int>>{2});
    search_small_graphs(bounded<queue<int>>{1});
    search_small_graphs(bounded<fifo_before_stack<int, 2>>{2});
}

// A million searches for each worklist: under the sanitizers, which slow them down forty times,
// only the graphs in which no vertex points to itself.
#ifdef NDEBUG
constexpr unsigned loops = 0;
#else
constexpr unsigned loops = 0b1000'0100'0010'0001;
#endif

template <class W>
void search_graphs_of_four(const W& worklist)
{
    std::array<set, 16> subset;
    for (unsigned i = 0; i < 16; ++i) subset[i] = names(i);
    int_graph g;
    bool reached = true, explained = true;
    test::for_each_small_graph(4, [&](const small_graph& s, unsigned roots) {
        if ((s.edges & loops) != 0) return;
        if (roots == 0) g = test::as_graph(s);
        const auto result = search(g, subset[roots], worklist, unobserved{});
        reached = reached && result.visited == subset[s.closure(roots)];
        explained = explained && derives(g, subset[roots], result.steps);
    });
    CHECK(reached);
    CHECK(explained);
}

TEST_CASE("every graph of four vertices is searched from every set of roots, in every order")
{
    search_graphs_of_four(stack<int>{});
    search_graphs_of_four(queue<int>{});
    search_graphs_of_four(fifo_before_stack<int, 2>{});
    search_graphs_of_four(bounded<stack<int>>{1});
    search_graphs_of_four(bounded<stack<int>>{2});
}

//    1 -> 2 -> 4
//    1 -> 3 -> 4 -> 5
const int_graph diamond{{1, 2, 3, 4, 5}, {{1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 5}}};

TEST_CASE("a stack goes deep first and a queue goes wide first")
{
    CHECK(order(dfs(diamond, set{1})) == set{1, 3, 4, 5, 2});
    CHECK(order(search(diamond, set{1}, queue<int>{})) == set{1, 2, 3, 4, 5});
}

TEST_CASE("a queue finds shortest certificates")
{
    const int_graph g{{1, 2, 3, 4}, {{1, 2}, {2, 3}, {3, 4}, {1, 4}}};
    CHECK(search(g, set{1}, queue<int>{}).certificate(4) == set{1, 4});
}

TEST_CASE("roots may be repeated, in any order, or absent")
{
    CHECK(dfs(diamond, set{4, 2, 4, 2}).visited == set{2, 4, 5});
    CHECK(dfs(diamond, set{}).visited.empty());
    CHECK_FALSE(dfs(diamond, set{2}).is_visited(1));
}

TEST_CASE("a full worklist forgets no vertex of a star of a thousand")
{
    set all(1000);
    std::iota(all.begin(), all.end(), 0);
    std::vector<std::pair<int, int>> rays;
    for (const int x : all) rays.emplace_back(0, x);
    const int_graph star{all, rays};
    CHECK(search(star, set{0}, bounded<stack<int>>{1}).visited == all);
    CHECK(search(star, set{0}, bounded<stack<int>>{1}, check_invariants{}).visited == all);
}

TEST_CASE("a list of a hundred thousand vertices is searched without recursion")
{
    set all(100'000);
    std::iota(all.begin(), all.end(), 0);
    std::vector<std::pair<int, int>> links;
    for (const int x : all)
        if (x != 0) links.emplace_back(x, x - 1);
    const int_graph list{all, links};
    CHECK(dfs(list, set{99'999}, check_invariants{}).visited == all);
    CHECK(dfs(list, set{99'999}, unobserved{}).certificate(0).size() == all.size());
}

TEST_CASE("the search runs on graphs of Boost as they are")
{
    const std::vector<std::pair<int, int>> edges = {{0, 1}, {1, 2}, {2, 0}, {3, 2}, {1, 4}};
    const boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> lists(edges.begin(),
                                                                                  edges.end(), 5);
    const boost::compressed_sparse_row_graph<boost::directedS> rows(boost::edges_are_unsorted,
                                                                    edges.begin(), edges.end(), 5);
    const std::array<std::size_t, 1> roots = {1};
    const std::vector<std::size_t> reached = {0, 1, 2, 4};
    CHECK(dfs(lists, roots, check_invariants{}).visited == reached);
    CHECK(dfs(rows, roots, check_invariants{}).visited == reached);
    CHECK(search(lists, roots, bounded<queue<std::size_t>>{1}).visited == reached);
    CHECK(certifies(rows, dfs(rows, roots).certificate(0), 1, 0));
}

TEST_CASE("vertices of a Boost graph may be pointers")
{
    using graph = boost::adjacency_list<boost::listS, boost::listS, boost::directedS>;
    graph g;
    const auto a = add_vertex(g), b = add_vertex(g), c = add_vertex(g);
    add_edge(a, b, g);
    const auto result = dfs(g, std::array{a}, check_invariants{});
    CHECK(result.is_visited(b));
    CHECK_FALSE(result.is_visited(c));
}

TEST_CASE("the reachable sub-graph has the reachable vertices and every edge between them")
{
    CHECK(reachable_subgraph(diamond, set{3}) == int_graph{{3, 4, 5}, {{3, 4}, {4, 5}}});
    CHECK(reachable_subgraph(diamond, set{1}) == diamond);
    CHECK(reachable_subgraph(diamond, set{}) == int_graph{});
}

TEST_CASE("an observer sees the search before its first step, and after each one")
{
    std::vector<std::size_t> seen;
    const auto observe = [&seen](const auto&, const auto& s) { seen.push_back(s.visited.size()); };
    CHECK(dfs(diamond, set{2}, observe).visited == set{2, 4, 5});
    CHECK(seen == std::vector<std::size_t>{0, 1, 2, 3});
}

// Which of F1, F2, F3, B1, B2 hold.
using five = std::array<bool, 5>;
five invariants(const int_graph& g, const sets& s)
{
    return {mutually_exclusive_sets(s), stack_is_reachable(g, s), visited_is_reachable(g, s),
            roots_are_pursued(g, s), visited_is_pursued(g, s)};
}

// 1 -> 2, and 3 is apart
const int_graph apart{{1, 2, 3}, {{1, 2}}};

TEST_CASE("the invariants hold at the start, in the middle and at the end of a search")
{
    CHECK(invariants(apart, sets{{1}, {1}, {}}) == five{true, true, true, true, true});
    CHECK(invariants(apart, sets{{1}, {2}, {1}}) == five{true, true, true, true, true});
    CHECK(invariants(apart, sets{{1}, {}, {1, 2}}) == five{true, true, true, true, true});
}

TEST_CASE("F1 alone is broken by a visited vertex on the stack, or by one that is on it twice")
{
    CHECK(invariants(apart, sets{{1}, {2}, {1, 2}}) == five{false, true, true, true, true});
    CHECK(invariants(apart, sets{{1}, {2, 2}, {1}}) == five{false, true, true, true, true});
}

TEST_CASE("F2 alone is broken by a stack that holds an unreachable vertex")
{
    CHECK(invariants(apart, sets{{1}, {2, 3}, {1}}) == five{true, false, true, true, true});
}

TEST_CASE("F3 alone is broken by a visited list that holds an unreachable vertex")
{
    CHECK(invariants(apart, sets{{1}, {2}, {1, 3}}) == five{true, true, false, true, true});
}

TEST_CASE("B1 alone is broken by a root that is forgotten")
{
    CHECK(invariants(apart, sets{{1, 3}, {2}, {1}}) == five{true, true, true, false, true});
}

TEST_CASE("B2 is broken by a visited vertex whose successor is forgotten, and never alone")
{
    CHECK(invariants(apart, sets{{3}, {3}, {1}}) == five{true, true, false, true, false});
    CHECK(invariants(apart, sets{{1}, {}, {1}}) == five{true, true, true, false, false});
}

TEST_CASE("F3 and B1 imply B2, in every state of every graph of two vertices, and of some of three")
{
    const auto implied = [](const int_graph& g, unsigned n) {
        for (unsigned bits = 0; bits < (1U << 3 * n); ++bits) {
            const unsigned mask = (1U << n) - 1;
            const sets s{names(bits & mask), names(bits >> n & mask), names(bits >> 2 * n & mask)};
            const auto [f1, f2, f3, b1, b2] = invariants(g, s);
            if (f3 && b1 && !b2) return false;
        }
        return true;
    };
    for (unsigned e = 0; e < (1U << 4); ++e) CHECK(implied(test::as_graph({2, e}), 2));
    for (unsigned e = 0; e < (1U << 9); e += 7) CHECK(implied(test::as_graph({3, e}), 3));
}

TEST_CASE("the invariants see through a worklist that loses a vertex")
{
    struct leaky : stack<int> {
        void push(int x)
        {
            if (x != 3) stack<int>::push(x);
        }
    };
    auto s = begin_search(diamond, set{1}, leaky{});
    search_body(diamond, s);
    CHECK(sets_of(s).st == set{2, 3});  // what is seen and unvisited counts as held, wherever it is
    s.status[position_in(s.vertices, 3)] = progress::unseen;
    CHECK_FALSE(roots_are_pursued(diamond, sets_of(s)));
}

TEST_CASE("the invariants see a visited vertex that the worklist gives back")
{
    auto s = begin_search(diamond, set{1}, stack<int>{});
    search_body(diamond, s);
    CHECK(mutually_exclusive_sets(sets_of(s)));
    s.unvisited.push(1);
    CHECK_FALSE(mutually_exclusive_sets(sets_of(s)));
}

constexpr bool searches_in_the_compiler()
{
    bool reached = true;
    test::for_each_small_graph(2, [&reached](const small_graph& s, unsigned roots) {
        const auto g = test::as_graph(s);
        const auto found = search(g, names(roots), bounded<stack<int>>{1}, unobserved{});
        reached = reached && found.visited == names(s.closure(roots));
    });
    return reached;
}
static_assert(searches_in_the_compiler());
static_assert(dfs(test::as_graph({3, 0b000'100'010}), names(1), check_invariants{}).visited ==
              names(0b111));

}  // namespace
