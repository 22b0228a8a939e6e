// tests/copied_layouts.hpp: the layouts that copying collectors are tested on: all, and cons cells.
#pragma once

#include <tuple>
#include <utility>

#include <strata/instantiations/cons_cells.hpp>

#include "layouts.hpp"

namespace test {

using copied_layouts = decltype(std::tuple_cat(std::declval<layouts>(),
                                               std::declval<std::tuple<strata::cons_cells>>()));

}  // namespace test

TYPE_TO_STRING(strata::cons_cells);
