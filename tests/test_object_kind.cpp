// tests/test_object_kind.cpp: which headers each kind covers, and what it scans.
#include <doctest/doctest.h>

#include <cstdint>

#include <strata/instantiations/all.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/kinds.hpp>

namespace {

using namespace strata;
using functional::closure, functional::infix, functional::no_scan, functional::regular;
using L = ocaml_64;
using W = std::uint64_t;

static_assert(scanned_kind<no_scan, L> && scanned_kind<closure, L> && scanned_kind<regular, L>);
static_assert(interior_kind<infix, L> && object_kind<infix, L> && !scanned_kind<infix, L>);
static_assert(!interior_kind<closure, L>);

// The concepts accept the least that will do, and each witness below lacks exactly one thing.
struct covers_all {
    template <class>
    static bool covers(W);
};
struct least_scanned : covers_all {
    template <class, class M>
    static W scan_from(const M&, header_of<L>);
};
struct covers_nothing : least_scanned {
    template <class>
    static bool covers(W) = delete;
};
struct scans_from_int : covers_all {
    template <class, class M>
    static int scan_from(const M&, header_of<L>);
};
struct no_may_stand_in : covers_all {
    template <class>
    static header_of<L> parent(header_of<L>, W);
};
struct least_interior : no_may_stand_in {
    template <class, class M>
    static bool may_stand_in(const M&, header_of<L>, header_of<L>);
};
struct no_parent : covers_all {
    template <class, class M>
    static bool may_stand_in(const M&, header_of<L>, header_of<L>);
};
struct interior_covers_nothing : least_interior {
    template <class>
    static bool covers(W) = delete;
};

static_assert(scanned_kind<least_scanned, L> && !interior_kind<least_scanned, L>);
static_assert(!scanned_kind<covers_nothing, L>);
static_assert(!scanned_kind<scans_from_int, L>);
static_assert(!object_kind<covers_all, L>);
static_assert(interior_kind<least_interior, L> && !scanned_kind<least_interior, L>);
static_assert(!interior_kind<no_may_stand_in, L>);
static_assert(!interior_kind<no_parent, L>);
static_assert(!interior_kind<interior_covers_nothing, L>);

constexpr W header(W wosize, W tag) { return L::make_header(wosize, color::white, tag); }

TEST_CASE("tag 247 is a closure, 249 an infix header, from 251 on nothing is scanned")
{
    CHECK_FALSE(closure::covers<L>(header(3, 246)));
    CHECK(closure::covers<L>(header(3, 247)));
    CHECK_FALSE(closure::covers<L>(header(3, 248)));
    CHECK_FALSE(infix::covers<L>(header(3, 248)));
    CHECK(infix::covers<L>(header(3, 249)));
    CHECK_FALSE(infix::covers<L>(header(3, 250)));
    CHECK_FALSE(no_scan::covers<L>(header(3, 250)));
    CHECK(no_scan::covers<L>(header(3, 251)));
    CHECK(no_scan::covers<L>(header(3, 255)));
}

TEST_CASE("the environment of a closure is scanned, its code pointers and infix headers are not")
{
    // Header, code pointer, info (environment from field 5 on), infix header, code pointer, value.
    const functional::heap<L> hp{
        0x1000, {header(5, 247), 0x4000, 0x0100'0000'0000'0009, header(3, 249), 0x4008, 3}};
    CHECK(functional::scan_from<L>(hp, {0x1000}) == 5);
    CHECK(functional::resolve<L>(hp, {0x1008}) == header_of<L>{0x1000});
    CHECK(functional::resolve<L>(hp, {0x1020}) == header_of<L>{0x1000});
}

TEST_CASE("a regular object is scanned from its first field, an opaque one not at all")
{
    const functional::heap<L> hp{0x1000, {header(2, 0), 1, 1, header(2, 252), 0, 0}};
    CHECK(functional::scan_from<L>(hp, {0x1000}) == 1);
    CHECK(functional::scan_from<L>(hp, {0x1018}) == 3);
}

TEST_CASE("a bitmap record is scanned where its bitmap says, and never past the bitmap")
{
    using B = bitmap_record;
    functional::heap<B> hp{0x100, std::vector<W>(72)};
    hp.words[0] = B::make_header(71, color::white, 0);
    hp.words[1] = 0b101;
    CHECK(functional::scan_from<B>(hp, {0x100}) == 2);
    CHECK(functional::scans<B>(hp, {0x100}, 2));
    CHECK_FALSE(functional::scans<B>(hp, {0x100}, 3));
    CHECK(functional::scans<B>(hp, {0x100}, 4));
    hp.words[1] = ~W{0};
    CHECK(functional::scans<B>(hp, {0x100}, 65));
    CHECK_FALSE(functional::scans<B>(hp, {0x100}, 66));
}

TEST_CASE("an object may exist if it has the fields of its kind and no interior header")
{
    CHECK(functional::may_exist<L>(header(1, 0)));
    CHECK_FALSE(functional::may_exist<L>(header(0, 0)));
    CHECK_FALSE(functional::may_exist<L>(header(1, 247)));
    CHECK(functional::may_exist<L>(header(2, 247)));
    CHECK_FALSE(functional::may_exist<L>(header(3, 249)));
    CHECK(functional::may_exist<ocaml_base>(header(3, 249)));
}

TEST_CASE("a new closure has no environment")
{
    functional::heap<L> hp{0x1000, {header(4, 247), 1, 1, 1, 1}};
    functional::initialise<L>(hp, {0x1000});
    CHECK(hp.words == std::vector<W>{header(4, 247), 1, 0x0000'0000'0000'0009, 1, 1});
    CHECK(functional::scan_from<L>(hp, {0x1000}) == 5);
}

}  // namespace
