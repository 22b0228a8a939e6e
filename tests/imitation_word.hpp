// tests/imitation_word.hpp: a word that only imitates an unsigned integer, as a symbolic one would.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/concepts/machine_word.hpp>

namespace test {

/// The answer of a comparison: to branch on, but no `bool`.
struct answer {
    bool yes;
    constexpr explicit operator bool() const { return yes; }
    constexpr answer operator!() const { return {!yes}; }
};

/// 64 bits that no algorithm can turn into an integer or a `bool` behind our back. `Order` is the
/// type in which they are compared.
template <class Order>
struct imitation {
    std::uint64_t bits = 0;

    imitation() = default;
    constexpr explicit imitation(std::uint64_t n)
        : bits{n}
    {}
    [[nodiscard]] constexpr Order rank() const { return static_cast<Order>(bits); }

    using w = imitation;
    friend constexpr w operator+(w a, w b) { return w{a.bits + b.bits}; }
    friend constexpr w operator-(w a, w b) { return w{a.bits - b.bits}; }
    friend constexpr w operator*(w a, w b) { return w{a.bits * b.bits}; }
    friend constexpr w operator/(w a, w b) { return w{a.bits / b.bits}; }
    friend constexpr w operator%(w a, w b) { return w{a.bits % b.bits}; }
    friend constexpr w operator&(w a, w b) { return w{a.bits & b.bits}; }
    friend constexpr w operator|(w a, w b) { return w{a.bits | b.bits}; }
    friend constexpr w operator^(w a, w b) { return w{a.bits ^ b.bits}; }
    friend constexpr w operator~(w a) { return w{~a.bits}; }
    friend constexpr w operator<<(w a, unsigned n) { return w{a.bits << n}; }
    friend constexpr w operator>>(w a, unsigned n) { return w{a.bits >> n}; }
    friend constexpr answer operator==(w a, w b) { return {a.bits == b.bits}; }
    friend constexpr answer operator!=(w a, w b) { return {a.bits != b.bits}; }
    friend constexpr answer operator<(w a, w b) { return {a.rank() < b.rank()}; }
    friend constexpr answer operator<=(w a, w b) { return {a.rank() <= b.rank()}; }
    friend constexpr answer operator>(w a, w b) { return {a.rank() > b.rank()}; }
    friend constexpr answer operator>=(w a, w b) { return {a.rank() >= b.rank()}; }
};

using imitation_word = imitation<std::uint64_t>;

}  // namespace test

template <class Order>
inline constexpr unsigned strata::word_bits<test::imitation<Order>> = 64;

namespace test {

/// Memory of such words, counted in bytes from `origin`.
struct imitation_memory {
    std::uint64_t origin;
    std::vector<imitation_word> words;

    [[nodiscard]] imitation_word begin() const { return imitation_word{origin}; }
    [[nodiscard]] imitation_word end() const { return imitation_word{origin + 8 * words.size()}; }
    [[nodiscard]] imitation_word load(imitation_word a) const { return words.at(index(a)); }
    void store(imitation_word a, imitation_word w) { words.at(index(a)) = w; }

private:
    [[nodiscard]] std::size_t index(imitation_word a) const
    {
        return static_cast<std::size_t>((a.bits - origin) / 8);
    }
};

}  // namespace test
