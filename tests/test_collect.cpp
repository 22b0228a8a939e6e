// tests/test_collect.cpp: the five clauses of Definition 5, one test each, in every layout.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer2_functional/collect.hpp>
#include <strata/layer2_functional/free_list.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"
#include "memories.hpp"
#include "random_heaps.hpp"

namespace {

using namespace strata;

/// A heap before a collection and after it, and what its author says is reachable.
template <layout L>
struct collection {
    functional::heap<L> before;
    std::vector<word_of<L>> roots;
    std::vector<header_of<L>> live;
    functional::heap<L> after{};
};

/// Two lists that share their end, a cycle, and dead objects, free blocks and fragments between.
template <layout L>
collection<L> hand_drawn()
{
    test::heap_builder<L> h;
    h.fragment();
    const auto end = h.record({h.data(1)});
    h.record({h.data(2), h.to(end)});
    const auto one = h.record({h.to(end), h.data(3)});
    h.free(3);
    const auto two = h.record({h.data(4), h.to(end), h.to(one)});
    h.fragment();
    const auto ring = h.record({h.data(0)});
    h.point(ring, 1, ring);
    const auto dead_ring = h.record({h.data(0)});
    h.point(dead_ring, 1, dead_ring);
    return {h.hp,
            {L::pointer_to(two), L::filler(), L::pointer_to(ring), L::pointer_to(two),
             L::pointer_to({h.hp.begin()})},
            {hd_address<L>(end), hd_address<L>(one), hd_address<L>(two), hd_address<L>(ring)}};
}

template <layout L>
collection<L> random_one(std::uint32_t seed)
{
    std::mt19937 random{seed};
    auto made = test::make_heap<L>(test::random_recipe(random, 12, 9));
    return {std::move(made.hp), std::move(made.roots), std::move(made.live)};
}

/// Collects with `C`, in place.
template <class C, layout L>
functional::heap<L> collected_by(functional::heap<L> hp, const std::vector<word_of<L>>& roots)
{
    std::array<value_of<L>, 2> stack{};
    C gc{{hp.words, hp.origin}, stack, imperative::contents::existing};
    gc.collect(roots);
    return hp;
}

/// Calls `check` with the hand-drawn heap and random ones, each collected by layer 2, by the
/// paper's collector, by the one with a prefetch window and segregated lists, and by one with marks
/// beside the heap.
template <layout L, class F>
void for_each_collection(F check)
{
    using namespace imperative;
    using paper = mark_sweep<L, checked_memory<L>, next_fit<L>, 1>;
    using marked = mark_sweep<L, test::own_marks<L>, segregated_fit<L>, 4>;
    for (std::uint32_t seed = 0; seed <= 50; ++seed) {
        CAPTURE(seed);
        auto c = seed == 0 ? hand_drawn<L>() : random_one<L>(seed);
        c.after = functional::collect(c.before, c.roots).hp;
        check(c);
        c.after = collected_by<paper>(c.before, c.roots);
        check(c);
        c.after = collected_by<mark_sweep<L>>(c.before, c.roots);
        check(c);
        c.after = collected_by<marked>(c.before, c.roots);
        check(c);
    }
}

TEST_CASE_TEMPLATE_DEFINE("the heap stays well formed", L, clause_1)
{
    for_each_collection<L>(
        [](const collection<L>& c) { CHECK_FALSE(functional::find_defect<L>(c.after)); });
}
TEST_CASE_TEMPLATE_APPLY(clause_1, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("exactly the reachable objects survive", L, clause_2)
{
    for_each_collection<L>(
        [](const collection<L>& c) { CHECK(functional::h_allocs<L>(c.after) == c.live); });
}
TEST_CASE_TEMPLATE_APPLY(clause_2, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("survivors point where they pointed", L, clause_3)
{
    for_each_collection<L>([](const collection<L>& c) {
        for (const auto h : c.live) {
            std::vector<value_of<L>> before, after;
            functional::for_each_pointer<L>(c.before, h, [&](auto x) { before.push_back(x); });
            functional::for_each_pointer<L>(c.after, h, [&](auto x) { after.push_back(x); });
            CHECK(before == after);
        }
    });
}
TEST_CASE_TEMPLATE_APPLY(clause_3, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("every object is white or blue", L, clause_4)
{
    for_each_collection<L>([](const collection<L>& c) {
        CHECK(functional::greys<L>(c.after).empty());
        CHECK(functional::blacks<L>(c.after).empty());
    });
}
TEST_CASE_TEMPLATE_APPLY(clause_4, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("no field of a survivor changes", L, clause_5)
{
    for_each_collection<L>([](const collection<L>& c) {
        for (const auto h : c.live) {
            const auto end = next_header<L>(h, functional::wosize<L>(h, c.before)).at;
            for (auto a = h.at; a != end; a += mword<L>())
                CHECK(c.before.load(a) == c.after.load(a));
        }
    });
}
TEST_CASE_TEMPLATE_APPLY(clause_5, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("layer 1 gives the same verdict on every one of these collections", L,
                          verdicts)
{
    for_each_collection<L>([](const collection<L>& c) {
        CHECK(graph::definition_5(functional::observe<L>(c.before),
                                  functional::rooted_objects<L>(c.before, c.roots),
                                  functional::observe<L>(c.after))
                  .clause == 0);
    });
}
TEST_CASE_TEMPLATE_APPLY(verdicts, test::layouts);

/// What layer 1 says when `spoil` changes the result of a collection of the hand-drawn heap.
template <layout L, class F>
int broken_clause(F spoil)
{
    auto c = hand_drawn<L>();
    c.after = functional::collect(c.before, c.roots).hp;
    spoil(c);
    return graph::definition_5(functional::observe<L>(c.before),
                               functional::rooted_objects<L>(c.before, c.roots),
                               functional::observe<L>(c.after))
        .clause;
}

TEST_CASE_TEMPLATE_DEFINE("each clause is named when it alone is broken", L, spoiled)
{
    using W = word_of<L>;
    const auto recolor = [](collection<L>& c, header_of<L> h, color to) {
        c.after.store(h.at, L::color_header(c.after.load(h.at), to));
    };
    const auto last_field = [](const collection<L>& c, header_of<L> h) {
        return next_header<L>(h, functional::wosize<L>(h, c.before)).at - mword<L>();
    };
    CHECK(broken_clause<L>([](auto&) {}) == 0);
    CHECK(broken_clause<L>([](auto& c) { c.after.words.pop_back(); }) == 1);
    CHECK(broken_clause<L>([&](auto& c) { recolor(c, c.live[0], color::blue); }) == 1);
    CHECK(broken_clause<L>([&](auto& c) { recolor(c, c.live[2], color::blue); }) == 2);
    CHECK(broken_clause<L>([&](auto& c) {
              c.after.store(last_field(c, c.live[3]), L::pointer_to(f_address<L>(c.live[0])));
          }) == 3);
    CHECK(broken_clause<L>([&](auto& c) { recolor(c, c.live[1], color::black); }) == 4);
    CHECK(broken_clause<L>([&](auto& c) { c.after.store(last_field(c, c.live[0]), W{9}); }) == 5);
}
TEST_CASE_TEMPLATE_APPLY(spoiled, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("a plain collection satisfies Definition 5 too, and keeps blocks apart",
                          L, plain_sweep)
{
    const auto c = hand_drawn<L>();
    const auto [after, fp] = functional::collect(c.before, c.roots, functional::plain);
    CHECK(functional::h_objs<L>(after) == functional::h_objs<L>(c.before));
    CHECK_FALSE(functional::find_free_list_defect<L>(after, fp).has_value());
    CHECK(graph::definition_5(functional::observe<L>(c.before),
                              functional::rooted_objects<L>(c.before, c.roots),
                              functional::observe<L>(after))
              .holds());
}
TEST_CASE_TEMPLATE_APPLY(plain_sweep, test::layouts);

}  // namespace
