// instantiations/ocaml_64_proof.hpp: OCaml's heap with the colour numbering of the F* proofs.
#pragma once

#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/ocaml_layout.hpp>

namespace strata {

struct ocaml_64_proof : functional::ocaml_full<std::uint64_t, functional::proof_numbering> {};

static_assert(layout<ocaml_64_proof>);

}  // namespace strata
