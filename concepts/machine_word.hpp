// concepts/machine_word.hpp: what a heap word must be able to compute.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace strata {

/// The answer of a word comparison: something to branch on, not necessarily a `bool`.
template <class T>
concept condition = requires(T answer) {
    answer ? 0 : 1;
    !answer ? 0 : 1;
};

/// A `machine_word` computes like an unsigned integer of a fixed width.
///
/// Provide
///   W(n)                       the word for the constant `n`
///   + - * / %  & | ^ ~  << >>  closed: the result is again a `W`, without promotion to `int`
///   == != < <= > >=            a `condition`
///
/// Laws, checked for every model by tests/laws/machine_word_laws.hpp
///   ring       + and * are associative and commutative, - undoes +, all modulo 2^bits
///   division   a / b * b + a % b is a, and a % b < b, if b is not 0
///   bits       ~ & | obey de Morgan; (a << n) >> n gives back a value of at most bits - n bits
///   order      < is total and W(0) is least
///
/// Models  `std::uint32_t`, `std::uint64_t`, and any type that imitates their operators, such as a
///         symbolic word:
/// so an algorithm never names the result of a comparison `bool` and never casts a word to `int`.
template <class W>
concept machine_word =
    std::copyable<W> && std::constructible_from<W, std::uint64_t> &&
    requires(const W a, const W b, unsigned n) {
        { a + b }  -> std::same_as<W>;
        { a - b }  -> std::same_as<W>;
        { a * b }  -> std::same_as<W>;
        { a / b }  -> std::same_as<W>;
        { a % b }  -> std::same_as<W>;
        { a & b }  -> std::same_as<W>;
        { a | b }  -> std::same_as<W>;
        { a ^ b }  -> std::same_as<W>;
        { ~a }     -> std::same_as<W>;
        { a << n } -> std::same_as<W>;
        { a >> n } -> std::same_as<W>;
        { a == b } -> condition;
        { a != b } -> condition;
        { a < b }  -> condition;
        { a <= b } -> condition;
        { a > b }  -> condition;
        { a >= b } -> condition;
    } && !std::signed_integral<W>;

/// How many bits a word has. Specialise it for a word that is not a built-in type.
template <machine_word W>
inline constexpr unsigned word_bits = std::numeric_limits<W>::digits;

/// The word for the constant `n`.
template <machine_word W>
[[nodiscard]] constexpr W word(std::uint64_t n)
{
    return static_cast<W>(n);
}

}  // namespace strata
