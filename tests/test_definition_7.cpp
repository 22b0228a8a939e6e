// tests/test_definition_7.cpp: each clause of Definition 7, broken on purpose, is named.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer1_graph/subgraph.hpp>

#include "small_graphs.hpp"

namespace {

using namespace strata::graph;
using test::names;
using test::small_graph;
using int_graph = strata::graph::graph<int>;
using heap = copy_observation<int, int>;
using set = std::vector<int>;
using fields = std::vector<field<int, int>>;

constexpr field<int, int> to(int x, int distance = 0) { return {true, x, distance}; }
constexpr field<int, int> data(int d) { return {false, 0, d}; }

// The objects from 101 on are copies of those from 1 on.
constexpr moved_to<int> by_a_hundred(const set& objects)
{
    moved_to<int> f;
    for (const int x : objects) f.bind(x, x + 100);
    return f;
}

// The fields of an object: where it points, and a number as data that its copy has as well.
constexpr heap heap_of(int_graph g)
{
    heap h{std::move(g), {}};
    for (const int x : h.objects.vertices()) {
        fields all;
        for (const int y : successors(h.objects, x)) all.push_back(to(y));
        all.push_back(data(x % 100));
        h.fields.append(all);
    }
    return h;
}

heap with_fields(const heap& h, int x, const fields& changed)
{
    heap other{h.objects, {}};
    for (const int y : h.objects.vertices()) {
        if (y == x) other.fields.append(changed);
        else other.fields.append(h.fields_of(y));
    }
    return other;
}

bool says(const verdict<int>& v, int clause, std::optional<int> witness)
{
    const char* sentences[] = {
        "the copies are well formed",
        "the copies are the reachable objects, each once, and point where these pointed",
        "no data of a copy differ from those of its original"};
    return v.clause == clause && std::string{v.sentence} == sentences[clause - 1] &&
           v.witness == witness;
}

// 1 -> 2 -> 3 -> 2, and nothing reachable leads to 4 -> 5, 4 -> 1
const heap before = heap_of({{1, 2, 3, 4, 5}, {{1, 2}, {2, 3}, {3, 2}, {4, 5}, {4, 1}}});
const heap after = heap_of({{101, 102, 103}, {{101, 102}, {102, 103}, {103, 102}}});
const set roots = {1, 1};
const moved_to<int> f = by_a_hundred({1, 2, 3});

TEST_CASE("a right copy keeps the three clauses")
{
    CHECK(definition_7(before, roots, after, f).holds());
    CHECK(definition_7(before, set{}, heap{}, {}).holds());
    CHECK(definition_7(heap{}, set{}, heap{}, {}).holds());
}

TEST_CASE("clause 1 of Definition 7 is broken by a copy that is not well formed")
{
    CHECK(says(definition_7(before, roots, heap{{}, {}, 102}, f), 1, 102));
}

TEST_CASE("clause 2 of Definition 7 is broken by a reachable object without a copy")
{
    const auto lost = heap_of({{101, 102}, {{101, 102}}});
    CHECK(says(definition_7(before, roots, lost, f), 2, 3));
    CHECK(says(definition_7(before, roots, after, by_a_hundred({1, 3})), 2, 2));
}

TEST_CASE("clause 2 of Definition 7 is broken by one copy for two objects")
{
    auto g = f;
    g.bind(3, 102);
    CHECK(says(definition_7(before, roots, after, g), 2, 3));
}

TEST_CASE("clause 2 of Definition 7 is broken by two copies of one object")
{
    const auto twice = heap_of({{101, 102, 103, 202}, {{101, 102}, {102, 103}, {103, 202}}});
    CHECK(says(definition_7(before, roots, twice, f), 2, 202));
}

TEST_CASE("clause 2 of Definition 7 is broken by a copy of what is not reachable")
{
    const auto more = heap_of({{101, 102, 103, 105}, {{101, 102}, {102, 103}, {103, 102}}});
    CHECK(says(definition_7(before, roots, more, by_a_hundred({1, 2, 3, 5})), 2, 105));
}

TEST_CASE("clause 2 of Definition 7 is broken by a copy that points elsewhere")
{
    const auto lost = heap_of({{101, 102, 103}, {{101, 102}, {102, 103}}});
    const auto added = heap_of({{101, 102, 103}, {{101, 102}, {102, 101}, {102, 103}, {103, 102}}});
    const auto redirected = heap_of({{101, 102, 103}, {{101, 103}, {102, 103}, {103, 102}}});
    CHECK(says(definition_7(before, roots, lost, f), 2, 3));
    CHECK(says(definition_7(before, roots, added, f), 2, 2));
    CHECK(says(definition_7(before, roots, redirected, f), 2, 1));
}

TEST_CASE("clause 3 is broken by a field that is changed, lost, added, or out of its place")
{
    const auto judged = [](const fields& of_102) {
        return definition_7(before, roots, with_fields(after, 102, of_102), f);
    };
    CHECK(judged({to(103), data(2)}).holds());
    CHECK(says(judged({to(103), data(3)}), 3, 2));
    CHECK(says(judged({to(103)}), 3, 2));
    CHECK(says(judged({to(103), data(2), data(0)}), 3, 2));
    CHECK(says(judged({data(2), to(103)}), 3, 2));
    CHECK(says(judged({to(3), data(2)}), 3, 2));
}

TEST_CASE("clause 3 is broken by a pointer to the inside that loses its distance")
{
    const auto h = with_fields(before, 2, {to(3, 24), data(2)});
    const auto right = with_fields(after, 102, {to(103, 24), data(2)});
    CHECK(definition_7(h, roots, right, f).holds());
    CHECK(says(definition_7(h, roots, after, f), 3, 2));
}

TEST_CASE("when several clauses of Definition 7 are broken, the first is named")
{
    auto h = with_fields(heap_of({{101, 102, 103}, {{101, 102}, {102, 103}}}), 101, {});
    CHECK(definition_7(before, roots, h, f).clause == 2);
    h.defect = 101;
    CHECK(definition_7(before, roots, h, f).clause == 1);
}

TEST_CASE("of all that may be copied of a small heap, only what is reachable is right")
{
    test::for_each_small_graph(3, [](const small_graph& s, unsigned from) {
        if (s.n == 3 && from != 1) return;  // the others are the same with other names, or larger
        const auto h = heap_of(test::as_graph(s));
        for (unsigned kept = 0; kept < (1U << s.n); ++kept) {
            const auto survivors = reachable_subgraph(h.objects, names(kept));
            moved_to<int> same;
            for (const int x : survivors.vertices()) same.bind(x, x);
            const auto v = definition_7(h, names(from), heap_of(survivors), same);
            CHECK(v.holds() == (s.closure(kept) == s.closure(from)));
        }
    });
}

constexpr bool judges_in_the_compiler()
{
    const auto h = heap_of({{1, 2, 3}, {{1, 2}, {3, 1}}});
    const auto right = heap_of({{101, 102}, {{101, 102}}});
    const auto wrong = heap_of({{101}, {}});
    const auto g = by_a_hundred({1, 2});
    return definition_7(h, set{1}, right, g).holds() &&
           definition_7(h, set{1}, wrong, g).witness == 2;
}
static_assert(judges_in_the_compiler());

}  // namespace
