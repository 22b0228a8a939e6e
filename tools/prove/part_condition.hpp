// tools/prove/part_condition.hpp: what a path has settled, and how it branches on the rest.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "condition.hpp"

namespace strata::prove {

/// What the path at hand has settled: these expressions have these values.
inline std::vector<std::pair<z3::expr, std::uint64_t>>& settled()
{
    static std::vector<std::pair<z3::expr, std::uint64_t>> the_list;
    return the_list;
}

/// Forgets, at its end, what has been settled since its beginning.
struct settled_here {
    std::size_t size = settled().size();
    settled_here() = default;
    settled_here(const settled_here&) = delete;
    settled_here& operator=(const settled_here&) = delete;
    ~settled_here()
    {
        settled().erase(settled().begin() + static_cast<std::ptrdiff_t>(size), settled().end());
    }
};

/// The answer of a comparison. Two answers joined by `&&` are one branch, not two: neither side
/// does anything but compare.
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
