// tests/laws/machine_word_laws.hpp: the laws of a machine word, for three words and a shift.
#pragma once

#include <strata/concepts/machine_word.hpp>

namespace laws {

template <class C>
[[nodiscard]] constexpr bool holds(const C& condition)
{
    return condition ? true : false;
}

/// Addition and multiplication modulo 2^bits.
template <strata::machine_word W>
[[nodiscard]] constexpr bool ring(W a, W b, W c)
{
    const W zero = strata::word<W>(0), one = strata::word<W>(1);
    return holds((a + b) + c == a + (b + c)) && holds(a + b == b + a) && holds(a + b - b == a) &&
           holds((a * b) * c == a * (b * c)) && holds(a * b == b * a) &&
           holds(a * (b + c) == a * b + a * c) && holds(a + zero == a) && holds(a * one == a) &&
           holds(~zero + one == zero);
}

/// Division by a word that is not 0.
template <strata::machine_word W>
[[nodiscard]] constexpr bool division(W a, W b)
{
    return holds(a / b * b + a % b == a) && holds(a % b < b);
}

/// Operations on single bits; a shift loses only what is shifted out.
template <strata::machine_word W>
[[nodiscard]] constexpr bool bits(W a, W b, unsigned n)
{
    const W low = ~strata::word<W>(0) >> n;
    return holds(~(a & b) == (~a | ~b)) && holds(~(a | b) == (~a & ~b)) && holds(~~a == a) &&
           holds((a ^ b) == ((a | b) & ~(a & b))) && holds((((a & low) << n) >> n) == (a & low));
}

/// Exactly one of less, equal and greater; nothing is less than 0.
template <strata::machine_word W>
[[nodiscard]] constexpr bool order(W a, W b, W c)
{
    const int ways = (a < b ? 1 : 0) + (a == b ? 1 : 0) + (b < a ? 1 : 0);
    const bool transitive = !(holds(a < b) && holds(b < c)) || holds(a < c);
    return ways == 1 && transitive && holds(a <= b) == !holds(b < a) &&
           holds(a > b) == holds(b < a) && holds(a >= b) == holds(b <= a) &&
           holds(a != b) == !holds(a == b) && holds(strata::word<W>(0) <= a);
}

}  // namespace laws
