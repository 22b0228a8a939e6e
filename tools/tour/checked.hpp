// tools/tour/checked.hpp: the chapter of the tour in which a bug of a C stub is found.
#pragma once

#include "page.hpp"

namespace strata::tour {

/// The programs are in the directory that the environment's STRATA_TOUR_CHECKED names: see
/// link_checked. Without it, the chapter says what it lacks.
void show_checked(page& p);

}  // namespace strata::tour
