// layer2_functional/bit_field.hpp: some adjacent bits of a word, read and written as a number.
#pragma once

#include <cstdint>

#include <strata/concepts/machine_word.hpp>

namespace strata::functional {

/// The `Width` bits of a `W` from bit `Shift` up. Every mask and limit of a codec comes from here.
template <machine_word W, unsigned Shift, unsigned Width>
struct bit_field {
    static_assert(Width > 0 && Shift + Width <= word_bits<W>, "the field lies in the word");

    static constexpr unsigned shift = Shift;
    static constexpr unsigned width = Width;
    static constexpr std::uint64_t max = ~std::uint64_t{0} >> (64 - Width);
    static constexpr std::uint64_t mask = max << Shift;

    [[nodiscard]] static constexpr W get(W w) { return (w >> Shift) & word<W>(max); }
    [[nodiscard]] static constexpr W make(W value) { return value << Shift; }
    [[nodiscard]] static constexpr W put(W w, W value)
    {
        return (w & ~word<W>(mask)) | make(value);
    }

    /// Whether the field holds the constant `value`, without moving it.
    [[nodiscard]] static constexpr auto holds(W w, std::uint64_t value)
    {
        return (w & word<W>(mask)) == word<W>(value << Shift);
    }
};

}  // namespace strata::functional
