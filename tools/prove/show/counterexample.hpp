// tools/prove/show/counterexample.hpp: numbers for which a condition fails, as a drawn heap.
#pragma once

#include <string>

#include <z3++.h>

namespace strata::prove::show {

/// The state before the step, the blocks at the places that the condition is about, and what the
/// step stored, all as `model` has them.
[[nodiscard]] std::string counterexample(const z3::model& model, const z3::expr& goal);

}  // namespace strata::prove::show
