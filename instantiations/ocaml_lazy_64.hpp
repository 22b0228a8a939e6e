// instantiations/ocaml_lazy_64.hpp: OCaml on a 64-bit machine, with lazy values short-circuited.
#pragma once

#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/ocaml_layout.hpp>

namespace strata {

struct ocaml_lazy_64 : functional::ocaml_lazy<std::uint64_t, functional::runtime_numbering> {};

static_assert(layout<ocaml_lazy_64>);

}  // namespace strata
