// tests/exhaustive/heaps_to_nine.cpp: every heap up to nine words, two roots: layer 3 is layer 2.
#include <doctest/doctest.h>

#include <strata/instantiations/ocaml_32.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "every_heap.hpp"
#include "layouts.hpp"
#include "one_collection.hpp"

namespace {

using namespace test;
using imperative::checked_memory, imperative::raw_memory, imperative::next_fit;
constexpr auto eager = darkening::eager, lazy = darkening::lazy;

// Each memory meets each allocator, each stack and each window; heaps_of_every_layout.cpp has all
// combinations, on smaller heaps.
using few = collectors<parts<checked_memory, next_fit, eager, 1, 1>,
                       parts<raw_memory, next_fit, lazy, 4, most_words>,
                       parts<raw_memory, segregated, eager, 1, most_words>,
                       parts<checked_memory, segregated, lazy, 2, 1>>;

TEST_CASE_TEMPLATE("every heap of up to nine words, with two roots, is collected as predicted", L,
                   strata::ocaml_64, strata::ocaml_32)
{
    check_every_heap<L>(9, few::find_wrong<L, std::array<word_of<L>, 2>>);
}

TEST_CASE_TEMPLATE("every heap of up to five words, with every word in every place, is too", L,
                   strata::ocaml_64, strata::ocaml_32)
{
    check_every_heap<L>(5, few::find_wrong<L, std::array<word_of<L>, 2>>, choice::all);
}

}  // namespace
