// tools/prove/part_word.hpp: a word that is a number as soon as its path has settled which one.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <strata/concepts/machine_word.hpp>

#include "part_condition.hpp"

namespace strata::prove {

/// A word of `Bits` bits: a number, or a formula over bit-vectors. What is known is computed by the
/// machine, the rest by the solver: a collection on such words is quick enough to run on every
/// path.
template <unsigned Bits>
struct part_word {
    std::uint64_t n = 0;
    z3::expr e{context()};  ///< empty if the word is `n`

    part_word() = default;
    part_word(std::uint64_t number)
        : n{number & mask}
    {}
    explicit part_word(const z3::expr& formula)
    {
        const auto simple = formula.simplify();
        if (!simple.is_numeral_u64(n)) e = simple;
    }
    static part_word named(const std::string& name)
    {
        return part_word{context().bv_const(name.c_str(), Bits)};
    }

    [[nodiscard]] bool is_number() const { return static_cast<Z3_ast>(e) == nullptr; }
    [[nodiscard]] z3::expr formula() const { return is_number() ? context().bv_val(n, Bits) : e; }
    /// From here on, on this path, this word is `value`; and so is what it was made from by adding.
    void settle(std::uint64_t value) const
    {
        if (is_number()) return;
        settled().emplace_back(e, value);
        std::uint64_t added = 0;
        if (e.decl().decl_kind() == Z3_OP_BADD && e.num_args() == 2 &&
            e.arg(0).is_numeral_u64(added))
            settled().emplace_back(e.arg(1), (value - added) & mask);
    }
    explicit operator unsigned() const { return static_cast<unsigned>(now().n); }

    using W = part_word;
    using C = part_condition;
    using N = std::uint64_t;
    using E = z3::expr;
    friend W operator+(W a, W b)
    {
        return combine(a, b, [](auto x, auto y) { return x + y; });
    }
    friend W operator-(W a, W b)
    {
        return combine(a, b, [](auto x, auto y) { return x - y; });
    }
    friend W operator*(W a, W b)
    {
        return combine(a, b, [](auto x, auto y) { return x * y; });
    }
    friend W operator&(W a, W b)
    {
        return combine(a, b, [](auto x, auto y) { return x & y; });
    }
    friend W operator|(W a, W b)
    {
        return combine(a, b, [](auto x, auto y) { return x | y; });
    }
    friend W operator^(W a, W b)
    {
        return combine(a, b, [](auto x, auto y) { return x ^ y; });
    }
    friend W operator~(W a)
    {
        return a ^ W { mask };
    }
    friend W operator/(W a, W b)
    {
        return combine(
            a, b, [](N x, N y) { return x / y; },
            [](const E& x, const E& y) { return z3::udiv(x, y); });
    }
    friend W operator%(W a, W b)
    {
        return combine(
            a, b, [](N x, N y) { return x % y; },
            [](const E& x, const E& y) { return z3::urem(x, y); });
    }
    friend W operator<<(W a, unsigned k)
    {
        return combine(
            a, W{k}, [](N x, N y) { return x << y; },
            [](const E& x, const E& y) { return z3::shl(x, y); });
    }
    friend W operator>>(W a, unsigned k)
    {
        return combine(
            a, W{k}, [](N x, N y) { return x >> y; },
            [](const E& x, const E& y) { return z3::lshr(x, y); });
    }
    friend C operator==(W a, W b)
    {
        return compare(a, b, [](const auto& x, const auto& y) { return x == y; });
    }
    friend C operator!=(W a, W b)
    {
        return compare(a, b, [](const auto& x, const auto& y) { return x != y; });
    }
    friend C operator<(W a, W b)
    {
        return compare(
            a, b, [](N x, N y) { return x < y; },
            [](const E& x, const E& y) { return z3::ult(x, y); });
    }
    friend C operator<=(W a, W b)
    {
        return compare(
            a, b, [](N x, N y) { return x <= y; },
            [](const E& x, const E& y) { return z3::ule(x, y); });
    }
    friend C operator>(W a, W b) { return b < a; }
    friend C operator>=(W a, W b) { return b <= a; }

private:
    static constexpr std::uint64_t mask = ~std::uint64_t{0} >> (64 - Bits);
    [[nodiscard]] W now() const
    {
        if (!is_number())
            for (const auto& [what, value] : settled())
                if (static_cast<Z3_ast>(what) == static_cast<Z3_ast>(e)) return W{value};
        return *this;
    }
    template <class F>
    static W combine(const W& a, const W& b, F both)
    {
        return combine(a, b, both, both);
    }
    template <class F>
    static C compare(const W& a, const W& b, F both)
    {
        return compare(a, b, both, both);
    }
    // The same computations come again on every path: formulas are made once.
    using key = std::array<std::uint64_t, 4>;
    static key key_of(const W& a, const W& b)
    {
        const auto id = [](const W& w) { return w.is_number() ? ~N{0} : N{w.e.id()}; };
        return {id(a), a.n, id(b), b.n};
    }
    template <class F, class G>
    static W combine(const W& first, const W& second, F numbers, G formulas)
    {
        static std::map<key, std::array<W, 3>> made;  // with what it is made from, which lives on
        const W a = first.now(), b = second.now();
        if (a.is_number() && b.is_number()) return W{numbers(a.n, b.n)};
        auto found = made.find(key_of(a, b));
        if (found == made.end())
            found =
                made.emplace(key_of(a, b), std::array{W{formulas(a.formula(), b.formula())}, a, b})
                    .first;
        return found->second[0].now();
    }
    template <class F, class G>
    static C compare(const W& first, const W& second, F numbers, G formulas)
    {
        static std::map<key, std::array<E, 2>> made;  // with the formula, which lives on
        const W a = first.now(), b = second.now();
        if (a.is_number() && b.is_number()) return {truth(numbers(a.n, b.n))};
        auto found = made.find(key_of(a, b));
        if (found == made.end()) {
            const auto e = formulas(a.formula(), b.formula());
            const auto simple = e.simplify();
            const bool settles = simple.is_true() || simple.is_false();
            found = made.emplace(key_of(a, b), std::array{settles ? simple : e, e}).first;
        }
        return {found->second[0]};
    }
    static const z3::expr& truth(bool yes)
    {
        static const std::array both{context().bool_val(false), context().bool_val(true)};
        return both[yes ? 1 : 0];
    }
};

}  // namespace strata::prove

template <unsigned Bits>
inline constexpr unsigned strata::word_bits<strata::prove::part_word<Bits>> = Bits;
