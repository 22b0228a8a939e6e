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
    friend W operator/(W a, W b) { return combine(a, b, divide{}); }
    friend W operator%(W a, W b) { return combine(a, b, rest{}); }
    friend W operator<<(W a, unsigned k) { return combine(a, W{k}, left{}); }
    friend W operator>>(W a, unsigned k) { return combine(a, W{k}, right{}); }
    friend C operator==(W a, W b) { return compare(a, b, equal{}); }
    friend C operator!=(W a, W b) { return compare(a, b, differ{}); }
    friend C operator<(W a, W b) { return compare(a, b, less{}); }
    friend C operator<=(W a, W b) { return compare(a, b, at_most{}); }
    friend C operator>(W a, W b) { return b < a; }
    friend C operator>=(W a, W b) { return b <= a; }

private:
    static constexpr std::uint64_t mask = ~std::uint64_t{0} >> (64 - Bits);
    using N = std::uint64_t;
    using E = z3::expr;
    struct divide {
        N operator()(N a, N b) const { return a / b; }
        E operator()(const E& a, const E& b) const { return z3::udiv(a, b); }
    };
    struct rest {
        N operator()(N a, N b) const { return a % b; }
        E operator()(const E& a, const E& b) const { return z3::urem(a, b); }
    };
    struct left {
        N operator()(N a, N b) const { return a << b; }
        E operator()(const E& a, const E& b) const { return z3::shl(a, b); }
    };
    struct right {
        N operator()(N a, N b) const { return a >> b; }
        E operator()(const E& a, const E& b) const { return z3::lshr(a, b); }
    };
    struct equal {
        bool operator()(N a, N b) const { return a == b; }
        E operator()(const E& a, const E& b) const { return a == b; }
    };
    struct differ {
        bool operator()(N a, N b) const { return a != b; }
        E operator()(const E& a, const E& b) const { return a != b; }
    };
    struct at_most {
        bool operator()(N a, N b) const { return a <= b; }
        E operator()(const E& a, const E& b) const { return z3::ule(a, b); }
    };
    struct less {
        bool operator()(N a, N b) const { return a < b; }
        E operator()(const E& a, const E& b) const { return z3::ult(a, b); }
    };

    [[nodiscard]] W now() const
    {
        if (!is_number())
            for (const auto& [what, value] : settled())
                if (static_cast<Z3_ast>(what) == static_cast<Z3_ast>(e)) return W{value};
        return *this;
    }
    // The same computations come again on every path: formulas are made once.
    using key = std::array<std::uint64_t, 4>;
    static key key_of(const W& a, const W& b)
    {
        const auto id = [](const W& w) { return w.is_number() ? ~N{0} : N{w.e.id()}; };
        return {id(a), a.n, id(b), b.n};
    }
    template <class F>
    static W combine(const W& first, const W& second, F f)
    {
        static std::map<key, std::array<W, 3>> made;  // with what it is made from, which lives on
        const W a = first.now(), b = second.now();
        if (a.is_number() && b.is_number()) return W{f(a.n, b.n)};
        auto found = made.find(key_of(a, b));
        if (found == made.end())
            found =
                made.emplace(key_of(a, b), std::array{W{f(a.formula(), b.formula())}, a, b}).first;
        return found->second[0].now();
    }
    template <class F>
    static C compare(const W& first, const W& second, F f)
    {
        static std::map<key, z3::expr> made;
        const W a = first.now(), b = second.now();
        if (a.is_number() && b.is_number()) return {truth(f(a.n, b.n))};
        auto found = made.find(key_of(a, b));
        if (found == made.end()) {
            const auto e = f(a.formula(), b.formula());
            const auto simple = e.simplify();
            found = made.emplace(key_of(a, b), simple.is_true() || simple.is_false() ? simple : e)
                        .first;
            kept().push_back(e);
        }
        return {found->second};
    }
    static const z3::expr& truth(bool yes)
    {
        static const std::array both{context().bool_val(false), context().bool_val(true)};
        return both[yes ? 1 : 0];
    }
    static std::vector<z3::expr>& kept()
    {
        static std::vector<z3::expr> all;
        return all;
    }
};

}  // namespace strata::prove

template <unsigned Bits>
inline constexpr unsigned strata::word_bits<strata::prove::part_word<Bits>> = Bits;
