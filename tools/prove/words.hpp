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

/// The quotient of a natural number and a constant.
inline z3::expr quotient(const z3::expr& a, const z3::expr& b)
{
    if (b.simplify().to_string() == "1") return a;
    auto& c = context();
    const auto q = c.function("quotient", c.int_sort(), c.int_sort(), c.int_sort())(a, b);
    heavy_fact(b * q <= a && a < b * q + b);
    return q;
}

/// The distance between words in the heap at hand.
inline std::uint64_t& address_unit()
{
    static std::uint64_t unit = 1;
    return unit;
}

/// Whether an address is that of a word: a property of which one lemma is known.
inline z3::expr is_aligned(const z3::expr& a)
{
    auto& c = context();
    if (address_unit() == 1) return c.bool_val(true);
    return c.function("aligned", c.int_sort(), c.bool_sort())(a);
}
inline bool is_unit(const z3::expr& e)
{
    std::uint64_t n = 0;
    return e.is_numeral() && e.is_numeral_u64(n) && n == address_unit();
}
inline bool is_whole_words(const z3::expr& e)
{
    if (is_unit(e)) return true;
    if (!e.is_app() || e.decl().decl_kind() != Z3_OP_MUL) return false;
    for (unsigned i = 0; i < e.num_args(); ++i)
        if (is_unit(e.arg(i))) return true;
    return false;
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
    friend W operator+(const W& a, const W& b) { return moved(a, in_range(a.e + b.e), b); }
    friend W operator-(const W& a, const W& b) { return moved(a, in_range(a.e - b.e), b); }
    friend W operator*(const W& a, const W& b) { return in_range(a.e * b.e); }
    friend W operator/(const W& a, const W& b) { return W{quotient(a.e, b.e)}; }
    friend W operator%(const W& a, const W& b) { return W{a.e - b.e * quotient(a.e, b.e)}; }
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
    // The lemma "a step of whole words keeps an address aligned", at the place where it is used.
    static W moved(const W& from, const W& to, const W& by)
    {
        if (is_whole_words(by.e)) fact(is_aligned(from.e) == is_aligned(to.e));
        return to;
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
