// tools/prove/part_condition.hpp: answers that are joined before a path branches on them.
#pragma once

#include "condition.hpp"

namespace strata::prove {

/// The answer of a comparison. Two answers joined by `&&` are one branch, not two: neither side does
/// anything but compare.
struct part_condition {
    z3::expr e;

    operator bool() const { return current()->decide(e); }
    [[nodiscard]] part_condition operator!() const { return {!e}; }
    friend part_condition operator&&(const part_condition& a, const part_condition& b)
    {
        if (a.e.is_true() || b.e.is_false()) return b;
        if (b.e.is_true() || a.e.is_false()) return a;
        return {a.e && b.e};
    }
};

}  // namespace strata::prove
