// tools/prove/words.hpp: two words for the templates: exact bits, and integers that must not wrap.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <strata/concepts/machine_word.hpp>

#include "condition.hpp"

namespace strata::prove {

/// A word of exactly `Bits` bits, over Z3's bit-vectors: for the real codecs.
template <unsigned Bits>
struct bit_word {
    z3::expr e;

    explicit bit_word(const z3::expr& x)
        : e{x}
    {}
    bit_word(std::uint64_t n)
        : e{context().bv_val(n, Bits)}
    {}
    /// The variable `name`.
    static bit_word named(const std::string& name)
    {
        return bit_word{context().bv_const(name.c_str(), Bits)};
    }

    using W = bit_word;
    using C = symbolic_condition;
    friend W operator+(const W& a, const W& b) { return W{a.e + b.e}; }
    friend W operator-(const W& a, const W& b) { return W{a.e - b.e}; }
    friend W operator*(const W& a, const W& b) { return W{a.e * b.e}; }
    friend W operator/(const W& a, const W& b) { return W{z3::udiv(a.e, b.e)}; }
    friend W operator%(const W& a, const W& b) { return W{z3::urem(a.e, b.e)}; }
    friend W operator&(const W& a, const W& b) { return W{a.e & b.e}; }
    friend W operator|(const W& a, const W& b) { return W{a.e | b.e}; }
    friend W operator^(const W& a, const W& b) { return W{a.e ^ b.e}; }
    friend W operator~(const W& a) { return W{~a.e}; }
    friend W operator<<(const W& a, unsigned n) { return W{z3::shl(a.e, W{n}.e)}; }
    friend W operator>>(const W& a, unsigned n) { return W{z3::lshr(a.e, W{n}.e)}; }
    friend C operator==(const W& a, const W& b) { return {a.e == b.e}; }
    friend C operator!=(const W& a, const W& b) { return {a.e != b.e}; }
    friend C operator<(const W& a, const W& b) { return {z3::ult(a.e, b.e)}; }
    friend C operator<=(const W& a, const W& b) { return {z3::ule(a.e, b.e)}; }
    friend C operator>(const W& a, const W& b) { return {z3::ugt(a.e, b.e)}; }
    friend C operator>=(const W& a, const W& b) { return {z3::uge(a.e, b.e)}; }
};

/// 2^bits, as an integer expression.
inline z3::expr two_to(unsigned bits)
{
    return bits == 64 ? context().int_val("18446744073709551616")
                      : context().int_val(std::uint64_t{1} << bits);
}

/// An integer in the place of a word of `Bits` bits. Every operation obliges its result to be in
/// range, so that the integer and the machine word agree. It has no bits: codecs are abstract.
template <unsigned Bits>
struct int_word {
    z3::expr e;

    explicit int_word(const z3::expr& x)
        : e{x}
    {}
    int_word(std::uint64_t n)
        : e{context().int_val(n)}
    {}
    /// The variable `name`, which is a word.
    static int_word named(const std::string& name)
    {
        return word_from(context().int_const(name.c_str()));
    }
    /// An integer that is known to be a word: something read from memory, or by a codec.
    static int_word word_from(const z3::expr& x)
    {
        fact(x >= 0 && x < two_to(Bits));
        return int_word{x};
    }

    using W = int_word;
    using C = symbolic_condition;
    friend W operator+(const W& a, const W& b) { return in_range(a.e + b.e); }
    friend W operator-(const W& a, const W& b) { return in_range(a.e - b.e); }
    friend W operator*(const W& a, const W& b) { return in_range(a.e * b.e); }
    friend W operator/(const W& a, const W& b) { return W{a.e / b.e}; }
    friend W operator%(const W& a, const W& b) { return W{z3::mod(a.e, b.e)}; }
    friend W operator&(const W& a, const W&) { return no_bits(a); }
    friend W operator|(const W& a, const W&) { return no_bits(a); }
    friend W operator^(const W& a, const W&) { return no_bits(a); }
    friend W operator~(const W& a) { return no_bits(a); }
    friend W operator<<(const W& a, unsigned) { return no_bits(a); }
    friend W operator>>(const W& a, unsigned) { return no_bits(a); }
    friend C operator==(const W& a, const W& b) { return {a.e == b.e}; }
    friend C operator!=(const W& a, const W& b) { return {a.e != b.e}; }
    friend C operator<(const W& a, const W& b) { return {a.e < b.e}; }
    friend C operator<=(const W& a, const W& b) { return {a.e <= b.e}; }
    friend C operator>(const W& a, const W& b) { return {a.e > b.e}; }
    friend C operator>=(const W& a, const W& b) { return {a.e >= b.e}; }

private:
    static W in_range(const z3::expr& e)
    {
        oblige("arithmetic in range", e >= 0 && e < two_to(Bits));
        return W{e};
    }
    static W no_bits(const W&)
    {
        throw std::logic_error("the code under proof computes with the bits of a word");
    }
};

}  // namespace strata::prove

template <unsigned Bits>
inline constexpr unsigned strata::word_bits<strata::prove::bit_word<Bits>> = Bits;
template <unsigned Bits>
inline constexpr unsigned strata::word_bits<strata::prove::int_word<Bits>> = Bits;
