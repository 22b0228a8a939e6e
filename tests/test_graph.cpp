// tests/test_graph.cpp: the graph of Fig. 12, and which graphs are object graphs.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/depth_first_search.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/transitive_closure.hpp>

#include <strata/layer1_graph/boost_graph.hpp>

#include "laws/object_graph_laws.hpp"
#include "small_graphs.hpp"

namespace least {

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
struct unordered {
    bool operator==(const unordered&) const;
};

template <class V>
struct nothing {
    using vertex_descriptor = V;
};
template <class V>
struct adjacent_only : nothing<V> {};
template <class V>
struct uncounted : adjacent_only<V> {};
template <class V>
struct object_graph : uncounted<V> {};
struct unnamed {};
struct unlisted : adjacent_only<int> {};
struct one_by_one : adjacent_only<int> {};
struct edgeless : nothing<int> {};
struct strangers : nothing<int> {};

template <class V>
std::pair<V*, V*> adjacent_vertices(V, const adjacent_only<V>&);
template <class V>
std::pair<V*, V*> vertices(const uncounted<V>&);
template <class V>
unsigned num_vertices(const object_graph<V>&);

std::pair<int*, int*> vertices(const unnamed&);
unsigned num_vertices(const unnamed&);
std::pair<int*, int*> adjacent_vertices(int, const unnamed&);
unsigned num_vertices(const unlisted&);
std::vector<int> vertices(const one_by_one&);
unsigned num_vertices(const one_by_one&);
std::pair<int*, int*> vertices(const edgeless&);
unsigned num_vertices(const edgeless&);
std::pair<int*, int*> vertices(const strangers&);
unsigned num_vertices(const strangers&);
std::pair<std::string*, std::string*> adjacent_vertices(int, const strangers&);

static_assert(strata::object_graph<object_graph<int>>);
static_assert(!strata::object_graph<unnamed>);                  // a type of vertices
static_assert(!strata::object_graph<object_graph<unordered>>);  // vertices are ordered
static_assert(!strata::object_graph<unlisted>);                 // vertices can be listed
static_assert(!strata::object_graph<one_by_one>);               // ... by a pair of iterators
static_assert(!strata::object_graph<uncounted<int>>);           // ... and counted
static_assert(!strata::object_graph<edgeless>);                 // edges can be followed
static_assert(!strata::object_graph<strangers>);                // ... to vertices

}  // namespace least

namespace {

using namespace strata::graph;
using test::small_graph;
using int_graph = strata::graph::graph<int>;
using edges = std::vector<std::pair<int, int>>;
using listed = std::vector<int>;

using vector_list = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using set_list = boost::adjacency_list<boost::setS, boost::listS, boost::bidirectionalS>;
using compressed = boost::compressed_sparse_row_graph<boost::directedS>;

static_assert(strata::object_graph<vector_list>);
static_assert(strata::object_graph<set_list>);
static_assert(strata::object_graph<compressed>);

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<int_graph>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<int_graph>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<int_graph>));

listed successors_of(const int_graph& g, int x)
{
    const auto s = successors(g, x);
    return {s.begin(), s.end()};
}

TEST_CASE("a graph has each of its vertices and edges once, in increasing order")
{
    const int_graph g{{3, 1, 2, 3}, {{2, 1}, {1, 3}, {1, 2}, {2, 1}}};
    CHECK(g.vertices() == listed{1, 2, 3});
    CHECK(g.num_edges() == 3);
    CHECK(successors_of(g, 1) == listed{2, 3});
    CHECK(successors_of(g, 2) == listed{1});
    CHECK(successors_of(g, 3).empty());
    CHECK(g == int_graph{{1, 2, 3}, {{1, 2}, {1, 3}, {2, 1}}});
}

TEST_CASE("an edge that ends at no vertex, or starts at none, is reported")
{
    const listed vertices = {1, 2};
    CHECK_FALSE(find_dangling_edge(vertices, edges{{1, 2}, {2, 2}}));
    CHECK(find_dangling_edge(vertices, edges{{1, 2}, {2, 3}}) == std::pair{2, 3});
    CHECK(find_dangling_edge(vertices, edges{{0, 2}, {1, 2}}) == std::pair{0, 2});
}

TEST_CASE("the place of a vertex is its rank, and what is no vertex has none")
{
    const int_graph g{{40, 10, 20}, {}};
    CHECK(g.index_of(10) == 0);
    CHECK(g.index_of(40) == 2);
    CHECK(g.index_of(30) == num_vertices(g));
    CHECK(is_vertex(g, 20));
    CHECK_FALSE(is_vertex(g, 30));
    CHECK_FALSE(is_edge(g, 30, 10));
}

TEST_CASE("a graph has the edges it was made from, and no other")
{
    test::for_each_small_graph(3, [](const small_graph& s, unsigned) {
        const auto g = test::as_graph(s);
        for (unsigned i = 0; i < s.n; ++i)
            for (unsigned j = 0; j < s.n; ++j)
                CHECK(is_edge(g, test::name(i), test::name(j)) == s.edge(i, j));
    });
}

TEST_CASE("the empty graph has neither vertices nor edges")
{
    const int_graph g;
    CHECK(num_vertices(g) == 0);
    CHECK(g.num_edges() == 0);
    CHECK(g == int_graph{{}, {}});
}

TEST_CASE("a vertex may be named by any ordered type")
{
    const strata::graph::graph<std::string> g{{"root", "leaf"}, {{"root", "leaf"}}};
    CHECK(successors(g, std::string{"root"}).front() == "leaf");
    CHECK(laws::object_graph_laws(g));
}

TEST_CASE("graphs of ours and of Boost keep the laws of an object graph")
{
    const edges e = {{0, 1}, {1, 2}, {2, 0}, {2, 2}, {3, 1}};
    CHECK(laws::object_graph_laws(int_graph{{0, 1, 2, 3}, e}));
    CHECK(laws::object_graph_laws(vector_list(e.begin(), e.end(), 4)));
    CHECK(laws::object_graph_laws(set_list(e.begin(), e.end(), 4)));
    CHECK(laws::object_graph_laws(compressed(boost::edges_are_unsorted, e.begin(), e.end(), 4)));
}

// The laws are not vacuous: each of these breaks one of them.
struct listed_graph {
    using vertex_descriptor = int;
    listed all, next;
    mutable std::ptrdiff_t forgotten = 0;
    bool forgets = false;
};
unsigned num_vertices(const listed_graph&) { return 2; }
auto vertices(const listed_graph& g) { return std::pair{g.all.begin(), g.all.end()}; }
auto adjacent_vertices(int, const listed_graph& g)
{
    return std::pair{g.next.begin() + (g.forgets ? g.forgotten++ % 2 : 0), g.next.end()};
}

TEST_CASE("a graph that repeats a vertex, leads out of itself or changes its mind breaks a law")
{
    CHECK(laws::object_graph_laws(listed_graph{{1, 2}, {1}}));
    CHECK_FALSE(laws::vertices_are_a_set(listed_graph{{1, 1}, {1}}));
    CHECK_FALSE(laws::vertices_are_a_set(listed_graph{{1, 2, 3}, {1}}));
    CHECK_FALSE(laws::ends_are_vertices(listed_graph{{1, 2}, {3}}));
    CHECK_FALSE(laws::is_constant(listed_graph{{1, 2}, {1}, 0, true}));
}

// What Boost's algorithm finds from vertex i, as bits, without what it is told of the others.
template <class Search>
unsigned found_by(const small_graph& s, const int_graph& g, Search search)
{
    std::vector<boost::default_color_type> colors(s.n);
    search(boost::make_iterator_property_map(colors.begin(), get(boost::vertex_index, g)));
    unsigned found = 0;
    for (unsigned i = 0; i < s.n; ++i)
        if (colors[i] != boost::white_color) found |= 1U << i;
    return found;
}

TEST_CASE("Boost's own searches and transitive closure run on a graph and find what is reachable")
{
    test::for_each_small_graph(3, [](const small_graph& s, unsigned set) {
        if (set != 0) return;
        const auto g = test::as_graph(s);
        vector_list closure;
        boost::transitive_closure(g, closure);
        for (unsigned i = 0; i < s.n; ++i) {
            const auto depth_first = found_by(s, g, [&](auto colors) {
                boost::depth_first_visit(g, test::name(i), boost::dfs_visitor<>{}, colors);
            });
            const auto breadth_first = found_by(s, g, [&](auto colors) {
                boost::breadth_first_search(g, test::name(i), boost::color_map(colors));
            });
            unsigned closed = 1U << i;
            for (const auto j : strata::in(adjacent_vertices(i, closure))) closed |= 1U << j;
            CHECK(depth_first == s.closure(1U << i));
            CHECK(breadth_first == s.closure(1U << i));
            CHECK(closed == s.closure(1U << i));
        }
    });
}

static_assert(int_graph{{1, 2}, {{2, 1}, {2, 1}}}.num_edges() == 1);
static_assert(laws::object_graph_laws(test::as_graph({3, 0b101'110'011})));

}  // namespace
