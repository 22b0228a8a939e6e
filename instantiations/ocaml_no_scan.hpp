// instantiations/ocaml_no_scan.hpp: the second version of mark: some objects are opaque (Fig. 9).
#pragma once

#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/ocaml_layout.hpp>

namespace strata {

struct ocaml_no_scan : functional::ocaml_no_scan<std::uint64_t, functional::runtime_numbering> {};

static_assert(layout<ocaml_no_scan>);

}  // namespace strata
