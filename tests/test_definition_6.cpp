// tests/test_definition_6.cpp: each clause of Definition 6, broken on purpose, is named.
#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <strata/layer1_graph/definition_6.hpp>

namespace {

using namespace strata::graph;
using int_graph = strata::graph::graph<int>;
using heap = observation<int, int>;
using changes = change_summary<int, int>;
using set = std::vector<int>;
using edges = std::vector<std::pair<int, int>>;

/// Every object has one field, its name as data unless `data` says otherwise.
constexpr heap heap_of(int_graph g, const edges& data = {})
{
    heap h{std::move(g), {}};
    for (const int x : h.objects.vertices()) {
        int field = -x;
        for (const auto& [y, value] : data)
            if (x == y) field = value;
        h.fields.append(std::array{field});
    }
    return h;
}

bool says(const verdict<int>& v, int clause, const char* sentence, std::optional<int> witness)
{
    return v.clause == clause && std::string{v.sentence} == sentence && v.witness == witness;
}

// 1 -> 2 -> 3, and nothing reachable leads to 4 -> 1. Meanwhile 9 is new, 1 -> 2 becomes 1 -> 9,
// and 9 -> 3 is added: 2 stays, although nothing leads to it any more.
const heap before = heap_of({{1, 2, 3, 4}, {{1, 2}, {2, 3}, {4, 1}}});
const changes done{{9}, {{1, 9}, {9, 3}}, {{1, 2}}, {{{9, 0}, 5}}};
const set roots = {1};
const heap after = heap_of({{1, 2, 3, 9}, {{1, 9}, {2, 3}, {9, 3}}}, {{9, 5}});

TEST_CASE("a right cycle keeps the clauses of Definition 6")
{
    CHECK(definition_6(before, roots, done, after).holds());
    const changes none;
    CHECK(definition_6(before, roots, none, heap_of({{1, 2, 3}, {{1, 2}, {2, 3}}})).holds());
}

TEST_CASE("clause 1 of Definition 6 is broken by an object that is not well formed")
{
    const heap h{{}, {}, 3};
    CHECK(says(definition_6(before, roots, done, h), 1, "the heap stays well formed", 3));
}

TEST_CASE("clause 2 of Definition 6 is broken by what was reachable, or new, and is lost")
{
    const auto* const sentence =
        "exactly the objects reachable at the start and the new ones survive";
    const auto lost = heap_of({{1, 3, 9}, {{1, 9}, {9, 3}}}, {{9, 5}});
    CHECK(says(definition_6(before, roots, done, lost), 2, sentence, 2));
    const auto lost_new = heap_of({{1, 2, 3}, {{2, 3}}});
    CHECK(says(definition_6(before, roots, done, lost_new), 2, sentence, 9));
}

TEST_CASE("clause 2 of Definition 6 is broken by what was not reachable and is kept")
{
    const auto h = heap_of({{1, 2, 3, 4, 9}, {{1, 9}, {2, 3}, {9, 3}, {4, 1}}}, {{9, 5}});
    CHECK(definition_6(before, roots, done, h).clause == 2);
    CHECK(definition_6(before, roots, done, h).witness == 4);
}

TEST_CASE("clause 2 of Definition 6 is broken by a new object in the place of a reachable one")
{
    const changes in_use{{2}, {}, {}, {{{2, 0}, -2}}};
    const auto h = heap_of({{1, 2, 3}, {{1, 2}, {2, 3}}});
    CHECK(definition_6(before, roots, in_use, h).witness == 2);
    // A dead object's place may be used again.
    const changes reused{{4}, {}, {}, {{{4, 0}, 7}}};
    CHECK(definition_6(before, roots, reused, heap_of({{1, 2, 3, 4}, {{1, 2}, {2, 3}}}, {{4, 7}}))
              .holds());
}

TEST_CASE("clause 3 of Definition 6 is broken by an edge that comes or goes on its own")
{
    const auto* const sentence =
        "survivors point where they pointed, but for the edges added and deleted";
    const auto kept = heap_of({{1, 2, 3, 9}, {{1, 9}, {1, 2}, {2, 3}, {9, 3}}}, {{9, 5}});
    CHECK(says(definition_6(before, roots, done, kept), 3, sentence, 1));
    const auto gone = heap_of({{1, 2, 3, 9}, {{1, 9}, {9, 3}}}, {{9, 5}});
    CHECK(says(definition_6(before, roots, done, gone), 3, sentence, 2));
    const auto not_added = heap_of({{1, 2, 3, 9}, {{1, 9}, {2, 3}}}, {{9, 5}});
    CHECK(says(definition_6(before, roots, done, not_added), 3, sentence, 9));
}

TEST_CASE("clause 4 of Definition 6 is broken by an object that is neither white nor blue")
{
    auto h = after;
    h.neither_white_nor_blue = 9;
    CHECK(says(definition_6(before, roots, done, h), 4, "every object is white or blue", 9));
}

TEST_CASE("clause 5 of Definition 6 is broken by a field that nobody wrote, or that was not kept")
{
    const auto* const sentence = "no field of a survivor changes but by the mutator";
    const int_graph objects{{1, 2, 3, 9}, {{1, 9}, {2, 3}, {9, 3}}};
    CHECK(says(definition_6(before, roots, done, heap_of(objects, {{9, 5}, {3, 0}})), 5, sentence,
               3));
    CHECK(says(definition_6(before, roots, done, heap_of(objects, {{9, 6}})), 5, sentence, 9));
    auto more = done;
    record_written(more, 3, 0, 8);
    CHECK(definition_6(before, roots, more, heap_of(objects, {{9, 5}, {3, 8}})).holds());
    CHECK(says(definition_6(before, roots, more, after), 5, sentence, 3));
}

TEST_CASE("of what happens to an edge during a cycle the last counts")
{
    changes c;
    record_deleted(c, {1, 2});
    record_added(c, {1, 3});
    CHECK(c.deleted_edges == edges{{1, 2}});
    CHECK(c.added_edges == edges{{1, 3}});
    record_deleted(c, {1, 3});
    record_added(c, {1, 2});
    CHECK(c.deleted_edges == edges{{1, 3}});
    CHECK(c.added_edges == edges{{1, 2}});
}

TEST_CASE("of what is written to a field during a cycle the last counts")
{
    changes c;
    record_written(c, 2, 1, 10);
    record_written(c, 1, 0, 11);
    record_written(c, 2, 1, 12);
    CHECK(c.written.size() == 2);
    CHECK(*find_written(c, 1, 0) == 11);
    CHECK(*find_written(c, 2, 1) == 12);
    CHECK(find_written(c, 2, 0) == nullptr);
}

constexpr bool judges_in_the_compiler()
{
    const auto start = heap_of({{1, 2, 3}, {{1, 2}, {3, 1}}});
    changes c{{9}, {{9, 2}}, {{1, 2}}, {}};
    record_written(c, 9, 0, -9);
    const auto right = heap_of({{1, 2, 9}, {{9, 2}}});
    const auto wrong = heap_of({{1, 9}, {}});
    return definition_6(start, std::array{1}, c, right).holds() &&
           definition_6(start, std::array{1}, c, wrong).witness == 2;
}
static_assert(judges_in_the_compiler());

}  // namespace
