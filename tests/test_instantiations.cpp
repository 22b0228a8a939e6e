// tests/test_instantiations.cpp: every layout on the list is one, and each is what its name says.
#include <doctest/doctest.h>

#include <tuple>
#include <type_traits>

#include <boost/hana/for_each.hpp>
#include <boost/hana/length.hpp>

#include <strata/concepts/collector.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

#include "layouts.hpp"
#include "shapes.hpp"

namespace {

using namespace strata;

static_assert(STRATA_FEWER || std::tuple_size_v<test::layouts> ==
                                  decltype(boost::hana::length(all_layouts))::value);
static_assert(decltype(boost::hana::length(all_layouts))::value >= 6);

TEST_CASE_TEMPLATE_DEFINE("a layout on the list is a layout, and can be collected", L, is_layout)
{
    static_assert(layout<L>);
    CHECK(collector<imperative::mark_sweep<L>>);
    CHECK(collector<imperative::incremental<L>>);
}
TEST_CASE_TEMPLATE_APPLY(is_layout, test::layouts);

TEST_CASE("the three versions of mark are three lists of kinds")
{
    CHECK(functional::kind_count<ocaml_base> == 1);
    CHECK(functional::kind_count<ocaml_no_scan> == 2);
    CHECK(functional::kind_count<ocaml_64> == 4);
    CHECK(functional::kind_count<ocaml_32> == 4);
    CHECK(test::has_kind<functional::no_scan, ocaml_no_scan>);
    CHECK_FALSE(test::has_kind<functional::closure, ocaml_no_scan>);
    CHECK(test::has_kind<functional::infix, ocaml_64>);
}

TEST_CASE("words and pointers have the width that the name says")
{
    CHECK(word_bits<word_of<ocaml_64>> == 64);
    CHECK(word_bits<word_of<ocaml_32>> == 32);
    CHECK(ocaml_64::mword == 8);
    CHECK(ocaml_32::mword == 4);
    CHECK(bitmap_record::mword == 1);
}

TEST_CASE("OCaml's immediates are odd, and a bitmap record's only non-pointer is null")
{
    CHECK_FALSE(ocaml_64::is_pointer(1));
    CHECK_FALSE(ocaml_64::is_pointer(~std::uint64_t{0}));
    CHECK(ocaml_64::is_pointer(0x1008));
    CHECK(ocaml_32::is_pointer(0x8000'0004));
    CHECK(bitmap_record::is_pointer(0x1001));
    CHECK_FALSE(bitmap_record::is_pointer(0));
}

}  // namespace
