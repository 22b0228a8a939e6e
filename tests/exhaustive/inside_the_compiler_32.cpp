// tests/exhaustive/inside_the_compiler_32.cpp: every 32-bit heap up to six words, compiled.
#include <strata/instantiations/ocaml_32.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>

#include "inside_the_compiler.hpp"

namespace {

using test::all_right;

// One assertion each, so that each stays within the compiler's limit of steps.
static_assert(all_right<strata::ocaml_32, strata::imperative::checked_memory>(1, true));
static_assert(all_right<strata::ocaml_32, strata::imperative::checked_memory>(2, true));
static_assert(all_right<strata::ocaml_32, strata::imperative::checked_memory>(3, true));
static_assert(all_right<strata::ocaml_32, strata::imperative::checked_memory>(4, true));
static_assert(all_right<strata::ocaml_32>(5));
static_assert(all_right<strata::ocaml_32>(6));

}  // namespace
