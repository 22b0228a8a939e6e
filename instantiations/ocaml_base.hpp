// instantiations/ocaml_base.hpp: the first version of mark: every field is a value (Fig. 8).
#pragma once

#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/ocaml_layout.hpp>

namespace strata {

struct ocaml_base : functional::ocaml_base<std::uint64_t, functional::runtime_numbering> {};

static_assert(layout<ocaml_base>);

}  // namespace strata
