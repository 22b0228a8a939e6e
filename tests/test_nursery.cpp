// tests/test_nursery.cpp: a nursery in front of each old space, as a model of `collector`.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <strata/layer3_imperative/bump.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "copied_layouts.hpp"
#include "laws/collector_laws.hpp"
#include "laws/room_laws.hpp"
#include "memories.hpp"
#include "shapes.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;

static_assert(old_space<mark_sweep<ocaml_64>> && old_space<incremental<ocaml_64>>);
static_assert(collector<with_nursery<mark_sweep<ocaml_64>>>);
static_assert(moves_objects<with_nursery<incremental<ocaml_32>>>);
static_assert(!old_space<with_nursery<mark_sweep<ocaml_64>>>);  // it moves objects
static_assert(room<bump_down<ocaml_64>, ocaml_64>);

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
struct least_old {
    using layout_type = ocaml_64;
    std::optional<value_of<ocaml_64>> allocate(std::uint64_t, std::uint64_t);
    void collect(std::span<const std::uint64_t>);
    const least_memory<std::uint64_t>& memory() const;
    bump<ocaml_64> room();
    void write(value_of<ocaml_64>, std::uint64_t, std::uint64_t);
    void modify(std::uint64_t, std::uint64_t);
    void promoted(value_of<ocaml_64>);
    void redirected(std::uint64_t);
};
struct moving : least_old {
    static constexpr bool moves_objects = true;
};
struct no_room : least_old {
    void room() = delete;
};
struct no_barrier : least_old {
    void write(value_of<ocaml_64>, std::uint64_t, std::uint64_t) = delete;
};
struct no_barrier_by_address : least_old {
    void modify(std::uint64_t, std::uint64_t) = delete;
};
struct deaf_to_promotions : least_old {
    void promoted(value_of<ocaml_64>) = delete;
};
struct deaf_to_redirections : least_old {
    void redirected(std::uint64_t) = delete;
};
static_assert(old_space<least_old>);
static_assert(!old_space<moving> && !old_space<no_room>);
static_assert(!old_space<no_barrier> && !old_space<no_barrier_by_address>);
static_assert(!old_space<deaf_to_promotions> && !old_space<deaf_to_redirections>);

TEST_CASE_TEMPLATE_DEFINE("memory given out downwards keeps the laws of a room, to its last word",
                          L, downwards)
{
    using W = word_of<L>;
    std::vector<W> words(32);
    checked_memory<L> memory{words, static_cast<W>(0x1000 * L::mword)};
    auto room = all_down<L>(memory);
    CHECK(laws::room_laws<L>(memory, room, std::vector<W>{3, 1, 9, 2, 40, 5, 1, 7, 2, 1, 1}));
    room = all_down<L>(memory);
    CHECK_FALSE(room.take(memory, 32).has_value());
    CHECK(room.take(memory, 27)->at == (0x1000 + 4) * L::mword);
    CHECK(room.take(memory, 1)->at == (0x1000 + 2) * L::mword);
    CHECK(room.take(memory, 1)->at == 0x1000 * L::mword);
    CHECK_FALSE(room.take(memory, 1).has_value());
}
TEST_CASE_TEMPLATE_APPLY(downwards, test::copied_layouts);

using copied_and_marked =
    decltype(std::tuple_cat(std::declval<test::copied_layouts>(), std::declval<test::marks>()));

/// An old space of `n` words, and a nursery of `m` right below it.
template <class T>
struct program {
    using L = test::layout_in<T>;
    using W = word_of<L>;
    using M = test::memory_in<T>;
    using old_type = mark_sweep<L, M, segregated_fit<L>, 4, audited<L>>;
    static constexpr W old_origin = 0x1000 * L::mword;

    std::vector<W> old, nursery, table;
    std::array<value_of<L>, 3> marks{}, stack{};
    with_nursery<old_type, audited_minor<L>> gc;

    explicit program(std::size_t n, std::size_t m, std::size_t remembered = 8,
                     std::size_t unscanned = 3)
        : old(n, L::make_header(3, color::gray, 0))
        , nursery(m, L::make_header(3, color::gray, 0))
        , table(remembered)
        , gc{old_type{{old, old_origin}, marks},
             {nursery, static_cast<W>(old_origin - m * L::mword)},
             table,
             std::span{stack}.first(unscanned)}
    {}
    /// A cell of two values. In a bitmap layout there is a bitmap before them, in cons cells the
    /// collector's field.
    static constexpr W extra = std::is_same_v<L, cons_cells> || test::has_bitmap<L> ? 1 : 0;
    static constexpr W cell = 3 + extra;

    [[nodiscard]] bool push(W& list)
    {
        const auto x = gc.allocate(2 + extra, 0);
        if (!x) return false;
        if (test::has_bitmap<L>) gc.write(*x, 1, 3);
        gc.write(*x, 2 + extra, list);
        list = L::pointer_to(*x);
        return true;
    }
    void set_head(W list, W value) { gc.write(L::target(list), 1 + extra, value); }
    [[nodiscard]] W head(W list) const
    {
        return gc.memory().load(static_cast<W>(L::target(list).at + extra * L::mword));
    }
    [[nodiscard]] W tail(W list) const
    {
        return gc.memory().load(static_cast<W>(L::target(list).at + (1 + extra) * L::mword));
    }
    [[nodiscard]] std::size_t length(W list) const
    {
        std::size_t n = 0;
        for (; list != L::filler(); list = tail(list)) ++n;
        return n;
    }
    [[nodiscard]] std::size_t old_objects() const
    {
        return functional::h_allocs<L>(gc.old().memory()).size();
    }
    [[nodiscard]] bool is_old(W list) const { return list >= old_origin; }
};

TEST_CASE_TEMPLATE_DEFINE("what survives a minor collection is old, and the rest is gone", T, lists)
{
    using L = test::layout_in<T>;
    using P = program<T>;
    P p{40 * P::cell, 10 * P::cell};
    std::array<word_of<L>, 2> roots{L::filler(), L::filler()};
    for (std::size_t round = 1; round <= 9; ++round) {
        CAPTURE(round);
        for (int i = 0; i < 9; ++i) CHECK(p.push(roots[1]));
        CHECK(p.push(roots[0]));
        CHECK_FALSE(p.gc.allocate(2, 0).has_value());
        roots[1] = L::filler();
        CHECK(p.gc.minor(roots));
        CHECK(p.is_old(roots[0]));
        CHECK(p.length(roots[0]) == round);
        CHECK(p.old_objects() == round);
        CHECK(functional::well_formed_heap<L>(p.gc.memory()));
    }
}
TEST_CASE_TEMPLATE_APPLY(lists, copied_and_marked);

TEST_CASE_TEMPLATE_DEFINE("what only an old object leads to survives, by way of the remembered set",
                          T, remembered)
{
    using L = test::layout_in<T>;
    using P = program<T>;
    for (const std::size_t table : {std::size_t{1}, std::size_t{8}}) {
        CAPTURE(table);
        P p{40 * P::cell, 10 * P::cell, table};
        std::array<word_of<L>, 1> roots{L::filler()};
        for (int i = 0; i < 3; ++i) CHECK(p.push(roots[0]));
        CHECK(p.gc.minor(roots));
        auto one = L::filler(), other = L::filler();
        for (int i = 0; i < 4; ++i) CHECK(p.push(one));
        for (int i = 0; i < 2; ++i) CHECK(p.push(other));
        p.set_head(roots[0], one);
        p.set_head(p.tail(roots[0]), other);
        p.set_head(p.tail(roots[0]), one);  // it is remembered already
        CHECK(p.gc.remembered().is_complete() == (table == 8));
        if (table == 8) CHECK(p.gc.remembered().slots().size() == 2);
        CHECK(p.gc.minor(roots));
        CHECK(p.gc.remembered().slots().empty());
        CHECK(p.gc.remembered().is_complete());
        CHECK(p.head(roots[0]) == p.head(p.tail(roots[0])));
        CHECK(p.is_old(p.head(roots[0])));
        CHECK(p.length(p.head(roots[0])) == 4);
        CHECK(p.old_objects() == 7);
    }
}
TEST_CASE_TEMPLATE_APPLY(remembered, copied_and_marked);

TEST_CASE_TEMPLATE_DEFINE("the first value of an old field needs no barrier but is remembered", T,
                          first_values)
{
    using L = test::layout_in<T>;
    using P = program<T>;
    P p{40 * P::cell, 10 * P::cell};
    std::array<word_of<L>, 1> roots{L::filler()};
    CHECK(p.push(roots[0]));
    CHECK(p.gc.minor(roots));
    auto young = L::filler();
    for (int i = 0; i < 3; ++i) CHECK(p.push(young));
    p.gc.initialise(field_addr<L>(hd_address<L>(L::target(roots[0])), 1 + P::extra), young);
    p.gc.initialise(field_addr<L>(hd_address<L>(L::target(roots[0])), 2 + P::extra), L::filler());
    CHECK(p.gc.remembered().slots().size() == 1);
    CHECK(p.gc.minor(roots));
    CHECK(p.is_old(p.head(roots[0])));
    CHECK(p.length(p.head(roots[0])) == 3);
}
TEST_CASE_TEMPLATE_APPLY(first_values, copied_and_marked);

TEST_CASE_TEMPLATE_DEFINE("an old space that is full is a result, and the nursery stays whole", T,
                          full)
{
    using L = test::layout_in<T>;
    using P = program<T>;
    P p{10 * P::cell, 6 * P::cell};
    std::array<word_of<L>, 2> roots{L::filler(), L::filler()};
    for (std::size_t i = 0; i < 6; ++i) CHECK(p.push(roots[i % 2]));
    CHECK(p.gc.minor(roots));
    auto young = L::filler();
    for (int i = 0; i < 6; ++i) CHECK(p.push(young));
    p.set_head(roots[0], p.tail(young));
    p.set_head(roots[1], young);
    roots[1] = young;
    const auto nursery = p.nursery;
    const auto before = roots;
    CHECK_FALSE(p.gc.minor(roots));
    CHECK(roots == before);
    CHECK(p.nursery == nursery);
    CHECK(p.head(roots[0]) == p.tail(young));
    CHECK(functional::well_formed_heap<L>(p.gc.memory()));
    // What was given up for lost copies, and the cells that roots[1] led to, is free again.
    CHECK(p.gc.collect(roots));
    CHECK(p.length(roots[0]) == 3);
    CHECK(p.length(roots[1]) == 6);
    CHECK(p.head(roots[0]) == p.tail(roots[1]));
    CHECK(p.old_objects() == 9);
    for (int i = 0; i < 6; ++i) CHECK(p.push(roots[1]));
    CHECK_FALSE(p.gc.collect(roots));
    CHECK(p.length(roots[1]) == 12);
    CHECK(p.length(roots[0]) == 3);
    CHECK(functional::well_formed_heap<L>(p.gc.memory()));
    roots[0] = L::filler();
    CHECK_FALSE(p.gc.collect(roots));
    roots[1] = p.tail(p.tail(roots[1]));
    CHECK(p.gc.collect(roots));
    CHECK(p.length(roots[1]) == 10);
    CHECK(p.old_objects() == 10);
}
TEST_CASE_TEMPLATE_APPLY(full, copied_and_marked);

TEST_CASE_TEMPLATE_DEFINE("a generational collector keeps the laws of a collector, by Definition 7",
                          T, keeps_laws)
{
    using L = test::layout_in<T>;
    using P = program<T>;
    using W = word_of<L>;
    P p{30 * P::cell, 12 * P::cell, 8, 1};
    std::vector<W> roots{L::filler(), L::filler(), L::filler()};
    for (int round = 0; round < 3; ++round) {
        CHECK(p.gc.minor(roots));
        for (int i = 0; i < 9; ++i) CHECK(p.push(roots[static_cast<std::size_t>(i % 3)]));
        p.set_head(roots[0], roots[1]);
        p.set_head(roots[1], roots[0]);
        roots[2] = L::filler();
        CHECK(laws::correct_when_moving(p.gc, roots));
        CHECK(laws::idempotent(p.gc, roots));
        for (W wosize = 1; wosize < 5; ++wosize) CHECK(laws::allocates(p.gc, wosize, 0));
    }
}
TEST_CASE_TEMPLATE_APPLY(keeps_laws, copied_and_marked);

}  // namespace
