// tools/tour/ocaml.hpp: the chapter of the tour that runs an OCaml program.
#pragma once

#include "page.hpp"

namespace strata::tour {

/// The program is in the directory that the environment's STRATA_TOUR_OCAML names, linked with each
/// of the collectors. Without it, the chapter says what it lacks.
void show_ocaml(page& p);

}  // namespace strata::tour
