// instantiations/ocaml_32.hpp: the heap of OCaml 4.14 on a 32-bit machine.
#pragma once

#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/ocaml_layout.hpp>

namespace strata {

struct ocaml_32 : functional::ocaml_full<std::uint32_t, functional::runtime_numbering> {};

static_assert(layout<ocaml_32>);

}  // namespace strata
