// concepts/contract.hpp: a broken precondition ends the program with the rule and the place.
#pragma once

#include <cstdio>

#include <gsl/assert>

namespace strata {

/// Where a contract stands. `std::source_location`, which clang 14 does not have.
struct place {
    const char* file = __builtin_FILE();
    int line = __builtin_LINE();
};

/// Expects  `holds`; otherwise prints `rule` with its place, and ends the program through GSL.
///
/// Only for conditions that cost O(1), at public entries and in the checked memory: loop bodies
/// have none. In a constant expression a broken contract does not compile.
constexpr void expects(bool holds, const char* rule, place at = {})
{
    if (!holds) {
        std::fprintf(stderr, "strata: %s:%d: expects that %s\n", at.file, at.line, rule);
        Expects(holds);
    }
}

}  // namespace strata
