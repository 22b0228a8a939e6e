// tests/test_reach.cpp: reach of Fig. 13: a certificate is accepted exactly if it is a path.
#include <doctest/doctest.h>

#include <optional>
#include <vector>

#include <boost/graph/adjacency_list.hpp>

#include <strata/layer1_graph/graph.hpp>
#include <strata/layer1_graph/invariants.hpp>
#include <strata/layer1_graph/reach.hpp>

#include "small_graphs.hpp"

namespace {

using namespace strata::graph;
using test::name;
using test::small_graph;
using int_graph = strata::graph::graph<int>;
using path = reach_certificate<int>;
using steps = derivation<int>;

// 1 -> 2 -> 3 -> 1, 2 -> 4; 5 -> 1 and nothing leads to 5
const int_graph cycle{{1, 2, 3, 4, 5}, {{1, 2}, {2, 3}, {3, 1}, {2, 4}, {5, 1}}};

TEST_CASE("every vertex reaches itself, and what is no vertex reaches nothing")
{
    CHECK(certifies(cycle, path{5}, 5, 5));
    CHECK_FALSE(certifies(cycle, path{6}, 6, 6));
    CHECK_FALSE(certifies(cycle, path{}, 5, 5));
}

TEST_CASE("a path certifies that its first vertex reaches its last, and nothing else")
{
    CHECK(certifies(cycle, path{1, 2, 4}, 1, 4));
    CHECK(certifies(cycle, path{5, 1, 2, 3, 1, 2, 4}, 5, 4));
    CHECK_FALSE(certifies(cycle, path{1, 2, 4}, 1, 2));
    CHECK_FALSE(certifies(cycle, path{1, 2, 4}, 2, 4));
}

TEST_CASE(
    "a certificate with one vertex changed, left out or added is accepted only if it is a path")
{
    const path good = {5, 1, 2, 3};
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (int other = 0; other <= 6; ++other) {
            path changed = good, added = good;
            changed[i] = other;
            added.insert(added.begin() + static_cast<std::ptrdiff_t>(i), other);
            CHECK(certifies(cycle, changed, 5, 3) == (changed == good));
            CHECK_FALSE(certifies(cycle, added, 5, 3));
        }
        path shorter = good;
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK_FALSE(certifies(cycle, shorter, 5, 3));
    }
}

// Fig. 13, read aloud: there is a proof of reach g x y of exactly `edges` uses of ReachTrans.
bool has_proof(const small_graph& s, unsigned x, unsigned y, unsigned edges)
{
    if (edges == 0) return x == y;
    for (unsigned z = 0; z < s.n; ++z)
        if (s.edge(z, y) && has_proof(s, x, z, edges - 1)) return true;
    return false;
}

TEST_CASE("there is a certificate from x to y exactly if reach g x y has a proof")
{
    test::for_each_small_graph(3, [](const small_graph& s, unsigned set) {
        if (set != 0 || s.n < 3) return;
        const auto g = test::as_graph(s);
        unsigned certified = 0, proved = 0;
        for (unsigned x = 0; x < 3; ++x)
            for (unsigned y = 0; y < 3; ++y) {
                const unsigned bit = 1U << (3 * x + y);
                for (unsigned z = 0; z < 3; ++z)
                    if (certifies(g, path{name(x), name(z), name(y)}, name(x), name(y)))
                        certified |= bit;
                if (has_proof(s, x, y, 2)) proved |= bit;
            }
        CHECK(certified == proved);
    });
}

TEST_CASE(
    "a derivation proves its vertices when each step is a root or follows from an earlier one")
{
    const std::vector roots = {1, 5};
    CHECK(derives(cycle, roots, steps{}));
    CHECK(derives(cycle, roots, steps{{5, {}}, {1, 0}, {2, 1}, {3, 2}, {4, 2}}));
    CHECK(derives(cycle, roots, steps{{1, {}}, {5, {}}, {2, 0}}));
    CHECK_FALSE(derives(cycle, roots, steps{{2, {}}}));                  // not a root
    CHECK_FALSE(derives(cycle, roots, steps{{1, {}}, {3, 0}}));          // not an edge
    CHECK_FALSE(derives(cycle, roots, steps{{1, {}}, {3, 2}, {2, 0}}));  // not yet proved
    CHECK_FALSE(derives(cycle, roots, steps{{1, {}}, {2, 7}}));          // no such step
    const int_graph loop{{1}, {{1, 1}}};
    CHECK_FALSE(derives(loop, {}, steps{{1, 0}}));  // its own premise
}

TEST_CASE("the certificate of a step is the path from a root to its vertex")
{
    const steps d = {{5, {}}, {1, 0}, {2, 1}, {3, 2}, {4, 2}};
    CHECK(certificate_of(d, 0) == path{5});
    CHECK(certificate_of(d, 3) == path{5, 1, 2, 3});
    CHECK(certificate_of(d, 4) == path{5, 1, 2, 4});
    CHECK(certifies(cycle, certificate_of(d, 4), 5, 4));
}

TEST_CASE("a set that an edge leaves is not closed, and a closed set holds all that it reaches")
{
    test::for_each_small_graph(3, [](const small_graph& s, unsigned set) {
        const auto g = test::as_graph(s);
        CHECK(is_closed(g, test::names(set)) == (s.closure(set) == set));
        CHECK(reach_set(g, test::names(set)) == test::names(s.closure(set)));
    });
}

TEST_CASE("certificates of a graph of Boost are checked too")
{
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> g(3);
    add_edge(0, 1, g);
    add_edge(1, 2, g);
    CHECK(certifies(g, {0, 1, 2}, 0, 2));
    CHECK_FALSE(certifies(g, {0, 2}, 0, 2));
    CHECK_FALSE(certifies(g, {7}, 7, 7));
    CHECK_FALSE(certifies(g, {0, 7, 2}, 0, 2));
}

static_assert(certifies(test::as_graph({2, 0b00'10}), {name(0), name(1)}, name(0), name(1)));
static_assert(!certifies(test::as_graph({2, 0b00'10}), {name(1), name(0)}, name(1), name(0)));

}  // namespace
