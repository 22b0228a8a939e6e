// tests/test_definition_5.cpp: each clause of Fig. 28, broken on purpose, is named with a witness.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer1_graph/subgraph.hpp>

#include "small_graphs.hpp"

namespace {

using namespace strata::graph;
using test::names;
using test::small_graph;
using int_graph = strata::graph::graph<int>;
using heap = observation<int, int>;
using set = std::vector<int>;

// The fields of an object: where it points, and its name as data.
constexpr heap heap_of(int_graph g)
{
    heap h{std::move(g), {}};
    for (const int x : h.objects.vertices()) {
        const auto s = successors(h.objects, x);
        std::vector<int> fields(s.begin(), s.end());
        fields.push_back(-x);
        h.fields.append(fields);
    }
    return h;
}

// The object `x` has `fields`, and all others what they had.
heap with_fields(const heap& h, int x, const set& fields)
{
    heap changed{h.objects, {}};
    for (const int y : h.objects.vertices()) {
        if (y == x) {
            changed.fields.append(fields);
        } else {
            changed.fields.append(h.fields_of(y));
        }
    }
    return changed;
}

bool says(const verdict<int>& v, int clause, const char* sentence, std::optional<int> witness)
{
    return v.clause == clause && std::string{v.sentence} == sentence && v.witness == witness;
}

// 1 -> 2 -> 3 -> 2, and nothing reachable leads to 4 -> 5, 4 -> 1
const heap before = heap_of({{1, 2, 3, 4, 5}, {{1, 2}, {2, 3}, {3, 2}, {4, 5}, {4, 1}}});
const heap after = heap_of({{1, 2, 3}, {{1, 2}, {2, 3}, {3, 2}}});
const set roots = {1, 1};

TEST_CASE("a right collection keeps the five clauses")
{
    const auto v = definition_5(before, roots, after);
    CHECK(v.holds());
    CHECK(v.clause == 0);
    CHECK_FALSE(v.witness);
}

TEST_CASE("clause 1 is broken by an object that is not well formed")
{
    heap h{{}, {}, 2};
    CHECK(says(definition_5(before, roots, h), 1, "the heap stays well formed", 2));
}

TEST_CASE("clause 2 is broken by a reachable object that is freed")
{
    const auto h = heap_of({{1, 2}, {{1, 2}}});
    CHECK(says(definition_5(before, roots, h), 2, "exactly the reachable objects survive", 3));
}

TEST_CASE("clause 2 is broken by an unreachable object that is kept")
{
    const auto h = heap_of({{1, 2, 3, 5}, {{1, 2}, {2, 3}, {3, 2}}});
    CHECK(says(definition_5(before, roots, h), 2, "exactly the reachable objects survive", 5));
}

TEST_CASE("clause 2 is broken by an object that comes from nowhere")
{
    const auto h = heap_of({{0, 1, 2, 3}, {{1, 2}, {2, 3}, {3, 2}}});
    CHECK(says(definition_5(before, roots, h), 2, "exactly the reachable objects survive", 0));
}

TEST_CASE("clause 3 is broken by a pointer that is lost, added or redirected")
{
    const char* sentence = "survivors point where they pointed";
    const auto lost = heap_of({{1, 2, 3}, {{1, 2}, {2, 3}}});
    const auto added = heap_of({{1, 2, 3}, {{1, 2}, {2, 1}, {2, 3}, {3, 2}}});
    const auto redirected = heap_of({{1, 2, 3}, {{1, 3}, {2, 3}, {3, 2}}});
    CHECK(says(definition_5(before, roots, lost), 3, sentence, 3));
    CHECK(says(definition_5(before, roots, added), 3, sentence, 2));
    CHECK(says(definition_5(before, roots, redirected), 3, sentence, 1));
}

TEST_CASE("clause 4 is broken by an object that is left gray or black")
{
    heap h = after;
    h.neither_white_nor_blue = 3;
    CHECK(says(definition_5(before, roots, h), 4, "every object is white or blue", 3));
}

TEST_CASE("clause 5 is broken by a field that is changed, lost or added")
{
    const char* sentence = "no field of a survivor changes";
    CHECK(definition_5(before, roots, with_fields(after, 2, {3, -2})).holds());
    CHECK(says(definition_5(before, roots, with_fields(after, 2, {3, 0})), 5, sentence, 2));
    CHECK(says(definition_5(before, roots, with_fields(after, 3, {2})), 5, sentence, 3));
    CHECK(says(definition_5(before, roots, with_fields(after, 1, {2, -1, 0})), 5, sentence, 1));
}

TEST_CASE("when several clauses are broken, the first is named")
{
    heap h = with_fields(heap_of({{1, 2, 3}, {{1, 2}, {2, 3}}}), 1, {});
    h.neither_white_nor_blue = 1;
    CHECK(definition_5(before, roots, h).clause == 3);
    h.defect = 1;
    CHECK(definition_5(before, roots, h).clause == 1);
}

TEST_CASE("without roots nothing survives, and an empty heap is collected")
{
    CHECK(definition_5(before, set{}, heap{}).holds());
    CHECK(definition_5(heap{}, set{}, heap{}).holds());
    CHECK(definition_5(before, set{}, after).witness == 1);
}

TEST_CASE("of all that may survive of a small heap, only what is reachable is right")
{
    test::for_each_small_graph(3, [](const small_graph& s, unsigned from) {
        const auto h = heap_of(test::as_graph(s));
        for (unsigned kept = 0; kept < (1U << s.n); ++kept) {
            const auto survivors = reachable_subgraph(h.objects, names(kept));
            const auto v = definition_5(h, names(from), heap_of(survivors));
            CHECK(v.holds() == (s.closure(kept) == s.closure(from)));
            if (!v.holds()) CHECK(v.clause == 2);
        }
    });
}

TEST_CASE("a heap of two hundred thousand objects is judged, and one lost object is found")
{
    set all(200'000);
    std::iota(all.begin(), all.end(), 0);
    std::vector<std::pair<int, int>> tree;
    for (const int x : all)
        if (x != 0) tree.emplace_back((x - 1) / 2, x);
    const auto h = heap_of({all, tree});
    CHECK(definition_5(h, set{0}, h).holds());
    CHECK(definition_5(h, set{1, 2}, h).witness == 0);
}

constexpr bool judges_in_the_compiler()
{
    const auto h = heap_of({{1, 2, 3}, {{1, 2}, {3, 1}}});
    const auto right = heap_of({{1, 2}, {{1, 2}}});
    const auto wrong = heap_of({{1}, {}});
    return definition_5(h, std::array{1}, right).holds() &&
           definition_5(h, std::array{1}, wrong).witness == 2;
}
static_assert(judges_in_the_compiler());

}  // namespace
