// tests/laws/worklist_laws.hpp: the laws of a worklist, along one sequence of pushes and pops.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include <strata/concepts/worklist.hpp>

namespace laws {

/// Gives `s`, which is empty, one push for each `+` in `script` and one pop for each `-`; those
/// that the worklist does not expect are left out. Every value is pushed twice, to see that each
/// push counts.
template <strata::worklist S>
[[nodiscard]] constexpr bool worklist_laws(S s, std::string_view script)
{
    using value = typename S::value_type;
    std::vector<value> held;
    int pushes = 0;
    for (const char action : script) {
        if (s.empty() != held.empty()) return false;  // no loss
        if (held.empty() && s.full()) return false;   // room
        if constexpr (requires { s.single(); })
            if (s.single() != (held.size() == 1)) return false;
        if (action == '+' && !s.full()) {
            held.push_back(static_cast<value>(pushes++ / 2));
            s.push(held.back());
        } else if (action == '-' && !s.empty()) {
            const auto at = std::find(held.begin(), held.end(), s.pop());
            if (at == held.end() || s.full()) return false;  // no invention; room
            held.erase(at);
        }
    }
    return s.empty() == held.empty();
}

/// Every script of `length` actions.
template <strata::worklist S>
[[nodiscard]] constexpr bool worklist_laws(const S& s, unsigned length)
{
    for (unsigned bits = 0; bits < (1U << length); ++bits) {
        std::vector<char> script;
        for (unsigned i = 0; i < length; ++i) script.push_back((bits >> i & 1U) != 0 ? '+' : '-');
        if (!worklist_laws(s, std::string_view{script.data(), script.size()})) return false;
    }
    return true;
}

}  // namespace laws
