// tests/test_semispace.cpp: the copying collector that programs embed, as a model of `collector`.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <list>
#include <span>
#include <vector>

#include <strata/instantiations/all.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/semispace.hpp>

#include "copied_layouts.hpp"
#include "laws/collector_laws.hpp"
#include "laws/room_laws.hpp"
#include "shapes.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;

static_assert(collector<semispace<ocaml_64>> && collector<semispace<bitmap_record>>);
static_assert(collector<mark_sweep<ocaml_64>>);
static_assert(moves_objects<semispace<ocaml_64>> && !moves_objects<mark_sweep<ocaml_64>>);

using word64 = std::uint64_t;
static_assert(root_slots<std::vector<word64>, word64> && root_slots<std::span<word64>, word64>);
static_assert(root_slots<std::list<word64>, word64> && root_slots<std::array<word64, 3>, word64>);
static_assert(!root_slots<std::span<const word64>, word64>);     // no slot can be written
static_assert(!root_slots<std::vector<std::uint32_t>, word64>);  // a slot is a word
static_assert(!root_slots<const std::vector<word64>, word64>);
template <class S>
constexpr bool is_queue = copy_queue<S, ocaml_64, raw_memory<ocaml_64>, bump<ocaml_64>>;
static_assert(is_queue<cheney_queue<ocaml_64>> && is_queue<eager_queue<ocaml_64>>);
static_assert(!is_queue<mark_stack<word64>>);  // it may be full, and knows nothing of to-space
static_assert(follows_fields<slot_stack<word64>> && !follows_fields<mark_stack<word64>>);
static_assert(in_copy_order<cheney_queue<ocaml_64>> && !in_copy_order<eager_queue<ocaml_64>>);
static_assert(room<bump<ocaml_64>, ocaml_64> && room<segregated_fit<ocaml_64>, ocaml_64>);

/// Two spaces of `n` words, or of `n` and `m`.
template <layout L, class Order = breadth_first>
struct program {
    using W = word_of<L>;
    using memory_type = checked_memory<L>;
    static constexpr W first_origin = 64 * L::mword, second_origin = 0x4000 * L::mword;

    std::vector<W> one, other;
    semispace<L, memory_type, Order, audited_gc<L>> gc;

    explicit program(std::size_t n, Order order = {})
        : program(n, n, order)
    {}
    program(std::size_t n, std::size_t m, Order order)
        : one(n, L::make_header(3, color::gray, 0))
        , other(m, L::make_header(3, color::gray, 0))
        , gc{{one, first_origin}, {other, second_origin}, order}
    {}
    /// A cell of two values. In a bitmap layout there is a bitmap before them, in cons cells the
    /// collector's field.
    static constexpr W extra = std::is_same_v<L, cons_cells> || test::has_bitmap<L> ? 1 : 0;
    static constexpr W cell = 3 + extra;

    [[nodiscard]] bool push(W& list)
    {
        const auto x = gc.allocate(2 + extra, 0);
        if (!x) return false;
        if (test::has_bitmap<L>) gc.memory().store(x->at, 2);
        gc.memory().store(tail(x->at), list);
        list = L::pointer_to(*x);
        return true;
    }
    [[nodiscard]] static W tail(W list) { return static_cast<W>(list + (1 + extra) * L::mword); }
    [[nodiscard]] std::size_t length(W list) const
    {
        std::size_t n = 0;
        for (; list != L::filler(); list = gc.memory().load(tail(list))) ++n;
        return n;
    }
    [[nodiscard]] std::size_t used() const
    {
        return static_cast<std::size_t>((gc.memory().end() - gc.memory().begin()) / mword<L>());
    }
};

TEST_CASE_TEMPLATE_DEFINE("a list survives collections in either direction, and garbage does not",
                          L, lists)
{
    using P = program<L>;
    P p{30 * P::cell};
    std::array<word_of<L>, 2> roots{L::filler(), L::filler()};
    for (std::size_t round = 0; round < 9; ++round) {
        CAPTURE(round);
        for (int i = 0; i < 20; ++i) CHECK(p.push(roots[1]));
        CHECK(p.push(roots[0]));
        roots[1] = L::filler();
        CHECK(p.gc.collect(roots));
        CHECK(p.length(roots[0]) == round + 1);
        CHECK(p.used() == (round + 1) * P::cell);
        CHECK(functional::well_formed_heap<L>(p.gc.memory()));
    }
}
TEST_CASE_TEMPLATE_APPLY(lists, test::copied_layouts);

TEST_CASE_TEMPLATE_DEFINE("out of room is an empty result, and no word changes", L, full)
{
    using P = program<L>;
    P p{5 * P::cell + 2};
    auto list = L::filler();
    while (p.push(list)) {
    }
    CHECK(p.length(list) == 5);
    const auto words = p.one;
    CHECK_FALSE(p.gc.allocate(2, 0).has_value());
    CHECK(p.one == words);
    CHECK(p.gc.allocate(1, 0).has_value());
    CHECK_FALSE(p.gc.allocate(1, 0).has_value());
    CHECK(functional::well_formed_heap<L>(p.gc.memory()));
}
TEST_CASE_TEMPLATE_APPLY(full, test::copied_layouts);

TEST_CASE_TEMPLATE_DEFINE("a smaller empty space is refused until enough has died", L, smaller)
{
    using P = program<L>;
    P p{10 * P::cell, 4 * P::cell, {}};
    std::array<word_of<L>, 3> roots{L::filler(), L::filler(), L::filler()};
    for (std::size_t i = 0; i < 5; ++i) CHECK(p.push(roots[i % 2]));
    const auto words = p.one;
    const auto before = roots;
    CHECK_FALSE(p.gc.collect(roots));
    CHECK(roots == before);
    CHECK(p.one == words);
    roots[1] = L::filler();
    CHECK(p.gc.collect(roots));
    CHECK(p.length(roots[0]) == 3);
    CHECK(p.push(roots[2]));
    CHECK_FALSE(p.push(roots[2]));
}
TEST_CASE_TEMPLATE_APPLY(smaller, test::copied_layouts);

TEST_CASE_TEMPLATE_DEFINE("a semispace keeps the laws of a collector, by Definition 7", L,
                          keeps_laws)
{
    using P = program<L>;
    using W = word_of<L>;
    P p{12 * P::cell};
    std::vector<W> roots{L::filler(), L::filler(), L::filler()};
    for (int i = 0; i < 9; ++i) CHECK(p.push(roots[static_cast<std::size_t>(i % 2)]));
    p.gc.memory().store(P::tail(roots[0]), roots[1]);
    roots.push_back(roots[1]);
    CHECK(laws::correct_when_moving(p.gc, roots));
    const auto once = functional::snapshot<L>(p.gc.memory());
    CHECK(laws::correct_when_moving(p.gc, roots));
    CHECK(laws::correct_when_moving(p.gc, roots));
    CHECK(functional::snapshot<L>(p.gc.memory()) == once);
    for (W wosize = 1; wosize < 9; ++wosize) CHECK(laws::allocates(p.gc, wosize, 0));
}
TEST_CASE_TEMPLATE_APPLY(keeps_laws, test::copied_layouts);

TEST_CASE_TEMPLATE_DEFINE("a bump allocator and a free list keep the laws of a room", L, rooms)
{
    using W = word_of<L>;
    const std::vector<W> sizes{3, 1, 9, 2, 40, 5, 1, 7, 2, 1, 1};
    std::vector<W> words(32);
    checked_memory<L> memory{words, static_cast<W>(0x1000 * L::mword)};
    auto bumped = all_of<L>(memory);
    CHECK(laws::room_laws<L>(memory, bumped, sizes));
    CHECK_FALSE(bumped.take(memory, 40).has_value());
    format<L>(memory);
    segregated_fit<L> fitted;
    adopt<L>(memory, fitted);
    CHECK(laws::room_laws<L>(memory, fitted, sizes));
}
TEST_CASE_TEMPLATE_APPLY(rooms, test::copied_layouts);

template <class Order>
void run_cycles(Order order)
{
    using L = ocaml_64;
    program<L, Order> p{31 * 3, order};
    std::list<word64> roots{L::filler(), L::filler()};
    for (int i = 0; i < 31; ++i) CHECK(p.push(i % 3 == 0 ? roots.front() : roots.back()));
    p.gc.memory().store(roots.front(), roots.back());
    for (int i = 0; i < 4; ++i) CHECK(p.gc.collect(roots));
    CHECK(p.length(roots.front()) == 11);
    CHECK(p.length(roots.back()) == 20);
    CHECK(p.gc.memory().load(roots.front()) == roots.back());
    roots.pop_back();
    CHECK(p.gc.collect(roots));
    CHECK(p.used() == 93);
    p.gc.memory().store(roots.front(), 1);
    CHECK(p.gc.collect(roots));
    CHECK(p.used() == 33);
}

TEST_CASE("every order keeps what is reachable, over many collections")
{
    std::array<val_addr<word64>, 3> storage{};
    run_cycles(breadth_first{});
    run_cycles(depth_first<word64>{storage});
    run_cycles(depth_first<word64>{std::span{storage}.first(1)});
    run_cycles(preorder<word64>{storage});
    run_cycles(eager_forwarding<word64>{storage});
}

TEST_CASE("without roots the whole space is free again")
{
    program<ocaml_64> p{30};
    auto list = ocaml_64::filler();
    while (p.push(list)) {
    }
    CHECK(p.gc.collect(std::span<word64>{}));
    CHECK(p.used() == 0);
    CHECK(p.gc.allocate(29, 0).has_value());
}

constexpr bool collects_in_the_compiler()
{
    using L = ocaml_64;
    std::array<word64, 12> one{}, other{};
    std::array<val_addr<word64>, 3> storage{};
    const auto right = [&](auto order) {
        semispace<L, checked_memory<L>, decltype(order), unaudited_gc<L>> gc{
            {one, 0x1000}, {other, 0x2000}, order};
        const auto a = gc.allocate(2, 0), b = gc.allocate(1, 0), c = gc.allocate(2, 0);
        gc.memory().store(c->at, a->at);
        gc.memory().store(a->at, c->at);
        std::array<word64, 1> roots{c->at};
        return b && gc.collect(roots) && roots[0] == 0x2008 && other[1] == 0x2020 &&
               other[4] == 0x2008 && gc.memory().end() == 0x2030;
    };
    return right(breadth_first{}) && right(depth_first<word64>{storage}) &&
           right(preorder<word64>{storage}) && right(eager_forwarding<word64>{storage});
}
static_assert(collects_in_the_compiler());

}  // namespace
