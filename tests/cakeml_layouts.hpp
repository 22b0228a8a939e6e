// tests/cakeml_layouts.hpp: CakeML's layouts, as a list for doctest.
#pragma once

#include <tuple>

#include <doctest/doctest.h>

#include <strata/instantiations/cakeml.hpp>

namespace test {

using cakeml_layouts = std::tuple<strata::cakeml_64, strata::cakeml_32>;

}  // namespace test

TYPE_TO_STRING(strata::cakeml_64);
TYPE_TO_STRING(strata::cakeml_32);
