// concepts/select.hpp: a choice between two words that costs the same whichever way it falls.
#pragma once

#include <concepts>
#include <type_traits>

#include <strata/concepts/machine_word.hpp>

namespace strata {

/// `a` if the condition holds, otherwise `b`. Both are computed: for a choice that no branch
/// predictor can learn, such as whether the next object is dead.
template <machine_word W, condition C>
[[nodiscard]] constexpr W select(const C& holds, W a, W b)
{
    if constexpr (std::unsigned_integral<W> && std::same_as<C, bool>) {
        auto mask = static_cast<W>(W{0} - static_cast<W>(holds));
        // Or the optimizer recognises the choice, and turns it back into a branch.
        if (!std::is_constant_evaluated()) asm("" : "+r"(mask));
        return static_cast<W>(b ^ ((a ^ b) & mask));
    } else {
        return holds ? a : b;
    }
}

}  // namespace strata
