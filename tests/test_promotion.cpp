// tests/test_promotion.cpp: minor collections of hand-drawn heaps, and of a heap in mid-cycle.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/slot_stack.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "memories.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;

using L64 = ocaml_64;
using word64 = std::uint64_t;
using plain = mark_sweep<L64, checked_memory<L64>, segregated_fit<L64>, 1, audited<L64>>;

/// An old space of 40 words at 0x1000, a nursery of 16 at 0x2000.
template <class Stack>
struct drawn_with {
    std::array<word64, 40> heap{};
    std::array<word64, 16> nursery{}, table{};
    std::array<value_of<L64>, 4> marks{}, stack{};
    with_nursery<plain, audited_minor<L64>, remembered_set<word64>, L64, Stack> gc{
        plain{{heap, 0x1000}, marks}, {nursery, 0x2000}, table, stack};

    [[nodiscard]] word64 load(word64 a) const { return gc.memory().load(a); }
};
using drawn = drawn_with<slot_stack<word64>>;

TEST_CASE("the nursery is given out downwards, by two words that a runtime may own")
{
    drawn d;
    CHECK(d.gc.young().limit == 0x2000);
    CHECK(d.gc.young().next == 0x2080);
    CHECK(d.gc.allocate(2, 0)->at == 0x2070);
    CHECK(d.gc.young().next == 0x2068);
    // A runtime's own allocation of an object of one field, 7.
    d.gc.young().next -= 16;
    d.nursery[11] = L64::make_header(1, color::white, 0);
    d.nursery[12] = 7;
    std::array<word64, 1> roots{0x2060};
    CHECK(d.gc.minor(roots));
    CHECK(d.gc.young().next == 0x2080);
    CHECK(roots[0] == 0x1008);  // the first two words of the old space
    CHECK(d.heap[0] == L64::make_header(1, color::white, 0));
    CHECK(d.heap[1] == 7);
    CHECK(d.nursery[11] == functional::forwarding_header<L64>());
    CHECK(d.nursery[12] == 0x1008);
}

TEST_CASE("an object too large for the nursery is old, and its fields are remembered")
{
    drawn d;
    const auto large = d.gc.allocate(16, 0), small = d.gc.allocate(15, 0);
    REQUIRE(large);
    REQUIRE(small);
    CHECK(large->at == 0x1008);
    CHECK(small->at == 0x2008);
    CHECK_FALSE(d.gc.allocate(1, 0).has_value());
    d.gc.write(*large, 16, small->at);
    CHECK(d.gc.remembered().slots().size() == 1);
    CHECK(d.gc.remembered().slots()[0] == 0x1080);
    std::array<word64, 1> roots{large->at};
    CHECK(d.gc.minor(roots));
    CHECK(roots[0] == large->at);
    CHECK(d.load(0x1080) == 0x1090);
    CHECK(d.load(0x1088) == L64::make_header(15, color::white, 0));
}

TEST_CASE("an object of more fields than a young one may have is old in any nursery")
{
    std::vector<word64> heap(2000), nursery(1000), table(4);
    std::array<value_of<L64>, 4> marks{}, stack{};
    with_nursery<plain> gc{plain{{heap, 0x1000}, marks}, {nursery, 0x10000}, table, stack};
    CHECK(gc.allocate(256, 0)->at > 0x10000);
    CHECK(gc.allocate(257, 0)->at < 0x10000);
}

TEST_CASE("infix pointers from roots and from old fields keep their distance in a promotion")
{
    drawn d;
    std::array<word64, 2> roots{d.gc.allocate(2, 0)->at, 1};
    CHECK(d.gc.minor(roots));
    const auto closure = d.gc.allocate(7, 247);
    REQUIRE(closure);
    const auto field = [&](word64 i, word64 v) { d.gc.write(*closure, i, v); };
    field(1, 0x400000);
    field(3, L64::make_header(3, color::white, 249));
    field(4, 0x400010);
    field(5, L64::make_closure_info(1, 2));
    field(2, L64::make_closure_info(1, 5));
    field(6, closure->at + 24);  // its environment leads to itself, inside
    field(7, roots[0]);
    d.gc.modify(roots[0], closure->at + 24);  // and so does an old field: the first
    roots[1] = closure->at + 24;
    CHECK(d.gc.remembered().slots().size() == 1);
    CHECK(d.gc.minor(roots));
    const auto promoted = roots[1] - 24;
    CHECK(promoted < 0x2000);
    CHECK(d.load(roots[0]) == promoted + 24);
    CHECK(d.load(promoted - 8) == L64::make_header(7, color::white, 247));
    CHECK(d.load(promoted) == 0x400000);
    CHECK(d.load(promoted + 16) == L64::make_header(3, color::white, 249));
    CHECK(d.load(promoted + 24) == 0x400010);
    CHECK(d.load(promoted + 40) == promoted + 24);
    CHECK(d.load(promoted + 48) == roots[0]);
}

TEST_CASE("parents and children are promoted to places side by side")
{
    drawn d;
    // Two trees of three, made in turn, so that they are interleaved in the nursery.
    std::array<word64, 2> roots{1, 1};
    for (auto& root : roots) root = d.gc.allocate(2, 0)->at;
    for (word64 i = 1; i <= 2; ++i)
        for (const auto root : roots) d.gc.write({root}, i, d.gc.allocate(1, 0)->at);
    CHECK(d.gc.minor(roots));
    CHECK(roots == std::array<word64, 2>{0x1008, 0x1040});
    CHECK(d.load(0x1008) == 0x1030);  // the last field first
    CHECK(d.load(0x1010) == 0x1020);
    CHECK(d.load(0x1040) == 0x1068);
    CHECK(d.load(0x1048) == 0x1058);
}

TEST_CASE("another nursery takes the place of the first, at a minor collection")
{
    drawn d;
    std::array<word64, 10> other{};
    std::array<word64, 1> roots{d.gc.allocate(2, 0)->at};
    CHECK(d.gc.resize({other, 0x3000}, roots));
    CHECK(roots[0] < 0x2000);
    CHECK(d.gc.allocate(9, 0)->at == 0x3008);
    CHECK(d.gc.allocate(10, 0)->at < 0x2000);
    CHECK_FALSE(d.gc.allocate(1, 0).has_value());
    while (d.gc.old().allocate(1, 0)) {
    }
    roots[0] = 0x3008;
    CHECK_FALSE(d.gc.resize({d.nursery, 0x2000}, roots));
    CHECK(roots[0] == 0x3008);
    CHECK(d.gc.young().limit == 0x3000);
}

/// A layout whose runtime looks for header 0 in place of what has moved, as OCaml's does.
struct zero_header : functional::ocaml_full<word64, functional::runtime_numbering> {
    [[nodiscard]] static constexpr word64 forwarding_header() { return 0; }
};

TEST_CASE("a runtime's own forwarding header is left in the nursery, and put back without room")
{
    using old =
        mark_sweep<zero_header, checked_memory<zero_header>, segregated_fit<zero_header>, 1>;
    std::array<word64, 8> heap{}, nursery{}, table{};
    std::array<value_of<zero_header>, 4> marks{}, stack{};
    with_nursery<old> gc{old{{heap, 0x1000}, marks}, {nursery, 0x2000}, table, stack};
    std::array<word64, 1> roots{gc.allocate(2, 0)->at};
    CHECK(gc.minor(roots));
    CHECK(nursery[5] == 0);
    CHECK(nursery[6] == roots[0]);
    const auto a = gc.allocate(2, 0)->at, b = gc.allocate(3, 0)->at;
    gc.write({a}, 1, b);
    gc.write({roots[0]}, 1, a);
    const auto words = nursery;
    CHECK_FALSE(gc.minor(roots));
    CHECK(nursery == words);
    CHECK(gc.memory().load(roots[0]) == a);
}

TEST_CASE_TEMPLATE("a runtime hands over its roots one by one", Stack, mark_stack<word64>,
                   slot_stack<word64>)
{
    drawn_with<Stack> d;
    auto root = d.gc.allocate(1, 0)->at, other = root;
    d.gc.write({root}, 1, d.gc.allocate(1, 0)->at);
    auto s = d.gc.begin_minor();
    root = hand_over(s, root);
    other = hand_over(s, other);
    s = promote_slots(s, d.gc.remembered());  // none, which leaves the roots as they are
    s = scan_unscanned(s);
    CHECK(s.ok);
    d.gc.end_minor();
    CHECK(root == other);
    CHECK(root == 0x1008);
    CHECK(d.load(root) == 0x1018);
}

// --- an incremental old space --------------------------------------------------------------------

TEST_CASE_TEMPLATE("objects that are promoted at any step of a cycle survive it", T, ocaml_64,
                   test::with_marks<ocaml_64>)
{
    using old = incremental<L64, test::memory_in<T>, segregated_fit<L64>, 1, audited_cycle<L64>>;
    for (word64 steps = 0; steps < 60; ++steps) {
        CAPTURE(steps);
        std::array<word64, 60> heap{};
        std::array<word64, 16> nursery{}, table{};
        std::array<value_of<L64>, 4> marks{}, stack{};
        typename old::ring_type ring{};
        // The heap begins three words before an entry of marks ends.
        with_nursery<old, audited_minor<L64>> gc{
            old{{heap, 0x11E8}, marks, ring}, {nursery, 0x2000}, table, stack};
        std::array<word64, 1> roots{gc.allocate(2, 0)->at}, lent{};
        for (int i = 0; i < 3; ++i) {  // all of these will be dead
            const auto x = gc.allocate(2, 0)->at;
            gc.write({x}, 1, roots[0]);
            roots[0] = x;
        }
        CHECK(gc.minor(roots));
        roots[0] = gc.allocate(2, 0)->at;
        const auto last = gc.allocate(1, 0)->at;
        gc.write({roots[0]}, 1, last);
        CHECK(gc.start(roots, lent));
        gc.old().slice(steps);
        const auto shared = gc.memory().load(roots[0]);
        const auto young = gc.allocate(2, 0)->at;
        gc.write({young}, 2, shared);
        gc.modify(roots[0], 1);  // only the young object leads to it now
        gc.write({roots[0]}, 2, young);
        CHECK(gc.minor(roots));
        const auto promoted = gc.memory().load(roots[0] + 8);
        CHECK(promoted < 0x2000);
        gc.old().finish();
        CHECK(gc.memory().load(promoted + 8) == shared);
        CHECK(functional::h_allocs<L64>(gc.old().memory()).size() == 3);
        CHECK(gc.collect(roots));
        CHECK(functional::h_allocs<L64>(gc.old().memory()).size() == 3);
    }
}

constexpr bool promotes_in_the_compiler()
{
    using old = mark_sweep<L64, checked_memory<L64>, segregated_fit<L64>, 1, unaudited<L64>>;
    std::array<word64, 12> heap{};
    std::array<word64, 8> nursery{}, table{};
    std::array<value_of<L64>, 1> marks{}, stack{};
    with_nursery<old, unaudited_minor<L64>> gc{
        old{{heap, 0x1000}, marks}, {nursery, 0x2000}, table, stack};
    std::array<word64, 1> roots{gc.allocate(1, 0)->at};
    if (!gc.minor(roots) || roots[0] != 0x1008) return false;
    gc.write({roots[0]}, 1, gc.allocate(2, 0)->at);
    return gc.collect(roots) && roots[0] == 0x1008 && heap[1] == 0x1018;
}
static_assert(promotes_in_the_compiler());

}  // namespace
