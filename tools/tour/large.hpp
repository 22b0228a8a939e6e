// tools/tour/large.hpp: the chapter of the tour that is about speed, and is optimised for it.
#pragma once

#include "page.hpp"

namespace strata::tour {

void show_large_heap(page& p);

}  // namespace strata::tour
