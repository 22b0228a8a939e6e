// tests/layouts.hpp: the layouts that ship, and what else tests run over, as lists for doctest.
#pragma once

#include <tuple>
#include <type_traits>

#include <doctest/doctest.h>

#include <boost/hana/type.hpp>
#include <boost/hana/unpack.hpp>

#include <strata/instantiations/all.hpp>

#ifndef STRATA_FEWER
#define STRATA_FEWER 0
#endif

namespace test {

/// One word in all.hpp is enough: TEST_CASE_TEMPLATE_APPLY(id, test::layouts) runs on it too. Where
/// less is tried there are three: of 64 and of 32 bits, and one whose addresses count words.
using layouts =
    std::conditional_t<STRATA_FEWER,
                       std::tuple<strata::ocaml_64, strata::ocaml_32, strata::bitmap_record>,
                       typename decltype(boost::hana::unpack(
                           strata::all_layouts, boost::hana::template_<std::tuple>))::type>;

}  // namespace test

// Without its line here a layout is tested all the same, under the name that the compiler gives it.
TYPE_TO_STRING(strata::ocaml_64);
TYPE_TO_STRING(strata::ocaml_32);
TYPE_TO_STRING(strata::ocaml_64_proof);
TYPE_TO_STRING(strata::ocaml_base);
TYPE_TO_STRING(strata::ocaml_no_scan);
TYPE_TO_STRING(strata::ocaml_lazy_64);
TYPE_TO_STRING(strata::bitmap_record);
