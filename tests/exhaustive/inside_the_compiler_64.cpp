// tests/exhaustive/inside_the_compiler_64.cpp: every 64-bit heap up to six words, compiled.
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>

#include "inside_the_compiler.hpp"

namespace {

using test::all_right;

// One assertion each, so that each stays within the compiler's limit of steps.
static_assert(all_right<strata::ocaml_64, strata::imperative::checked_memory>(1, true));
static_assert(all_right<strata::ocaml_64, strata::imperative::checked_memory>(2, true));
static_assert(all_right<strata::ocaml_64, strata::imperative::checked_memory>(3, true));
static_assert(all_right<strata::ocaml_64, strata::imperative::checked_memory>(4, true));
static_assert(all_right<strata::ocaml_64>(5));
static_assert(all_right<strata::ocaml_64>(6));

}  // namespace
