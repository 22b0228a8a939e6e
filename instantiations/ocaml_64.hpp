// instantiations/ocaml_64.hpp: the heap of OCaml 4.14 on a 64-bit machine.
#pragma once

#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/ocaml_layout.hpp>

namespace strata {

struct ocaml_64 : functional::ocaml_full<std::uint64_t, functional::runtime_numbering> {};

static_assert(layout<ocaml_64>);

}  // namespace strata
