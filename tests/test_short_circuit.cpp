// tests/test_short_circuit.cpp: a forced lazy value is passed by wherever that is safe.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>

#include "three_copies.hpp"

namespace {

using namespace test::lazy;

static_assert(functional::short_circuits<ocaml_lazy_64>);
static_assert(!functional::short_circuits<ocaml_64>);

TEST_CASE("mark and sweep pass by forward blocks in every heap of three objects")
{
    std::size_t wrong = 0, passed = 0;
    for_each_three([&](const three_objects& t) {
        using imperative::next_fit, imperative::segregated_fit, imperative::unaudited;
        wrong += !mark_sweep_is_right<next_fit<L>, 1, unaudited<L>>(t);
        wrong += !mark_sweep_is_right<segregated_fit<L>, 4, unaudited<L>>(t);
        passed += t.holds[0] != t.after(0);
    });
    CHECK(wrong == 0);
    CHECK(passed > 100);
}

TEST_CASE("a cycle passes by forward blocks and keeps them until the next one")
{
    std::size_t wrong = 0;
    for_each_three([&](const three_objects& t) {
        wrong += !incremental_is_right<imperative::unaudited_cycle<L>>(t, 1);
    });
    CHECK(wrong == 0);
}

TEST_CASE("copying passes by forward blocks in every heap of three objects and copies none of them")
{
    std::size_t wrong = 0;
    std::array<value_of<L>, 3> storage{};
    for_each_three([&](const three_objects& t) {
        using audit = imperative::unaudited_gc<L>;
        wrong += !copies_are_right<imperative::preorder<W>, audit>(t, {storage});
        wrong += !copies_are_right<imperative::breadth_first, audit>(t, {});
        wrong += !copies_are_right<imperative::depth_first<W>, audit>(t, {storage});
    });
    CHECK(wrong == 0);
}

TEST_CASE("what lies in an object that stands for a value is not passed by, in any order")
{
    using namespace imperative;
    std::array<value_of<L>, 3> storage{};
    for (const bool is_root : {false, true}) {
        CHECK(wide_copy_is_right<breadth_first, audited_gc<L>>({}, is_root));
        for (std::size_t room = 1; room <= storage.size(); ++room) {
            const auto lent = std::span{storage}.first(room);
            CHECK(wide_copy_is_right<preorder<W>, audited_gc<L>>({lent}, is_root));
            CHECK(wide_copy_is_right<depth_first<W>, audited_gc<L>>({lent}, is_root));
        }
    }
}

TEST_CASE("a replicating collection passes by forward blocks, and so do its roots")
{
    std::size_t wrong = 0;
    for_each_three([&](const three_objects& t) {
        wrong += !replicas_are_right<imperative::unaudited_replicas<L>>(t);
    });
    CHECK(wrong == 0);
}

TEST_CASE("a minor collection promotes forward blocks, and the old space passes them by")
{
    std::size_t wrong = 0;
    for_each_three([&](const three_objects& t) {
        using namespace imperative;
        using old = mark_sweep<L, memory, next_fit<L>, 1, unaudited<L>>;
        wrong += !promotions_are_right<old, unaudited_minor<L>>(t);
    });
    CHECK(wrong == 0);
}

TEST_CASE("layer 2 and the definitions agree when forward blocks are passed by")
{
    std::size_t wrong = 0, number = 0;
    for_each_three([&](const three_objects& t) {
        if (++number % 29 != 0) return;
        wrong += !mark_sweep_is_right<imperative::next_fit<L>, 1, imperative::audited<L>>(t);
        wrong += !incremental_is_right<imperative::audited_cycle<L>>(t, 2);
        wrong += !copies_are_right<imperative::breadth_first, imperative::audited_gc<L>>(t, {});
    });
    CHECK(wrong == 0);
}

// --- what is not safe, and what is ---------------------------------------------------------------

/// What the first field of the first object is after a collection from it.
[[nodiscard]] W first_field_after(std::vector<W> words)
{
    std::array<value_of<L>, 2> stack{};
    imperative::mark_sweep<L, memory, imperative::next_fit<L>, 1, imperative::audited<L>> gc{
        {words, origin}, stack, imperative::contents::existing};
    gc.collect(std::array{origin + 8});
    return words[1];
}

TEST_CASE("a forward block is passed by for an immediate, a record, a closure and an entry of it")
{
    const auto f = origin + 24, result = origin + 40;
    const std::vector<W> start{header(1, record), f, header(1, forward), result};
    const auto with = [&](W value, std::vector<W> more) {
        auto words = start;
        words[3] = value;
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const auto info = L::make_closure_info(1, 5);
    const std::vector<W> entries{header(5, closure), 11, info, header(3, 249), 13, info};
    CHECK(first_field_after(with(immediate, {})) == immediate);
    CHECK(first_field_after(with(result, {header(1, record), 9})) == result);
    CHECK(first_field_after(with(result, {header(1, 252), 9})) == result);
    CHECK(first_field_after(with(result, entries)) == result);
    CHECK(first_field_after(with(result + 24, entries)) == result + 24);
}

TEST_CASE("a forward block stays for a float, a lazy value, another forward block and the outside")
{
    const auto f = origin + 24, result = origin + 40;
    for (const W tag : {real, lazy, forward}) {
        CAPTURE(tag);
        CHECK(first_field_after({header(1, record), f, header(1, forward), result, header(1, tag),
                                 immediate}) == f);
    }
    CHECK(first_field_after({header(1, record), f, header(1, forward), outside}) == f);
    CHECK(first_field_after({header(1, record), f, header(1, forward), f}) == f);
}

TEST_CASE("Definition 5 lets a pointer become what it stands for and nothing else")
{
    const functional::heap<L> before{origin,
                                     {header(1, record), origin + 24, header(1, forward),
                                      origin + 40, header(1, record), immediate}};
    const auto judge = [&](W field, bool forward_block_lives) {
        auto after = before;
        after.words[1] = field;
        if (!forward_block_lives) {
            after.words[2] = L::make_header(1, color::blue, 0);
            after.words[3] = L::filler();
        }
        return graph::definition_5(functional::observe<L>(before),
                                   std::array{value_of<L>{origin + 8}},
                                   functional::observe<L>(after))
            .clause;
    };
    CHECK(judge(origin + 40, false) == 0);
    CHECK(judge(origin + 40, true) == 2);  // it is garbage now
    CHECK(judge(origin + 24, false) == 1);
    CHECK(judge(immediate, false) == 3);
    CHECK(judge(origin + 8, false) == 3);
}

TEST_CASE("a program that has loaded a pointer to a forward block may use it until the next cycle")
{
    std::vector<W> words(40);
    std::array<value_of<L>, 4> stack{};
    using GC = imperative::incremental<L, memory, imperative::next_fit<L>, 1,
                                       imperative::audited_cycle<L>>;
    GC::ring_type ring{};
    GC gc{{words, origin}, stack, ring};
    const auto result = *gc.allocate(1, record), f = *gc.allocate(1, forward);
    gc.write(f, 1, L::pointer_to(result));
    const auto x = *gc.allocate(2, record);
    gc.write(x, 1, L::pointer_to(f));
    const std::array roots{L::pointer_to(x)};
    gc.start(roots);
    const auto loaded = gc.memory().load(x.at);
    while (gc.memory().load(x.at) == loaded) gc.slice(1);
    gc.slice(1);
    gc.write(x, 2, loaded);  // behind the collector's back
    gc.finish();
    CHECK(gc.memory().load(x.at) == L::pointer_to(result));
    CHECK(gc.memory().load(x.at + 8) == L::pointer_to(f));
    CHECK(functional::h_allocs<L>(gc.memory()).size() == 3);
    gc.collect(roots);
    CHECK(gc.memory().load(x.at + 8) == L::pointer_to(result));
    gc.collect(roots);
    CHECK(functional::h_allocs<L>(gc.memory()).size() == 2);
}

TEST_CASE("a copying collection without room leaves what it was but for what it has passed by")
{
    std::vector<W> words{header(1, record),
                         origin + 24,
                         header(1, forward),
                         origin + 40,
                         header(1, record),
                         origin + 56,
                         header(2, record),
                         3,
                         5};
    std::vector<W> other(5);
    const memory from{words, origin}, to{other, other_origin};
    std::array roots{origin + 8};
    const auto s =
        imperative::gc(imperative::begin_copy<L>(from, to, imperative::all_of<L>(to),
                                                 imperative::breadth_first{}.worklist_for<L>(to),
                                                 imperative::audited_gc<L>{}),
                       roots);
    CHECK_FALSE(s.ok);
    CHECK(roots[0] == origin + 8);
    CHECK(words[1] == origin + 40);
    words[1] = origin + 24;
    CHECK(words == std::vector<W>{header(1, record), origin + 24, header(1, forward), origin + 40,
                                  header(1, record), origin + 56, header(2, record), 3, 5});
}

/// An old record, and a younger one behind a young forward block, which the old one leads to.
template <class Old, class... Ring>
void check_promoted_forward_block(Ring&... ring)
{
    std::vector<W> words(40), nursery(20), table(4);
    std::array<value_of<L>, 4> marks{}, stack{};
    imperative::with_nursery<Old, imperative::audited_minor<L>> gc{
        Old{{words, origin}, marks, ring...}, {nursery, other_origin}, table, stack};
    std::vector<W> roots{L::pointer_to(*gc.allocate(2, record))}, lent(1);
    const auto field = [&](W x, W i) { return gc.memory().load(x + 8 * i); };
    if constexpr (sizeof...(Ring) > 0) CHECK(gc.start(roots, lent));
    else CHECK(gc.minor(roots));
    const auto result = *gc.allocate(1, record), block = *gc.allocate(1, forward);
    const auto holder = *gc.allocate(1, record), number = *gc.allocate(1, forward);
    gc.write(block, 1, L::pointer_to(result));
    gc.write(holder, 1, L::pointer_to(block));
    gc.write(number, 1, immediate);
    gc.write(L::target(roots[0]), 1, L::pointer_to(holder));
    gc.write(L::target(roots[0]), 2, L::pointer_to(number));
    CHECK(gc.minor(roots));
    const auto old_block = field(field(roots[0], 0), 0);
    CHECK(gc.memory().load(old_block - 8) % 256 == forward);
    CHECK(gc.memory().load(field(roots[0], 1) - 8) % 256 == forward);
    const auto old_result = field(old_block, 0);
    CHECK(gc.collect(roots));
    CHECK(gc.collect(roots));
    CHECK(field(field(roots[0], 0), 0) == old_result);
    CHECK(field(roots[0], 1) == immediate);
    CHECK(functional::h_allocs<L>(gc.old().memory()).size() == 3);
}

TEST_CASE("a forward block that is promoted, from an old field too, is audited and passed by later")
{
    using namespace imperative;
    check_promoted_forward_block<mark_sweep<L, memory, next_fit<L>, 1, audited<L>>>();
    using old = incremental<L, memory, next_fit<L>, 1, audited_cycle<L>>;
    typename old::ring_type ring{};
    check_promoted_forward_block<old>(ring);
}

}  // namespace
