// tests/test_machine_word.cpp: built-in words and an imitation keep the laws; other types are none.
#include <doctest/doctest.h>

#include <cstdint>
#include <utility>

#include <strata/concepts/machine_word.hpp>

#include "imitation_word.hpp"
#include "laws/machine_word_laws.hpp"

namespace {

using strata::machine_word, strata::word_bits;
using test::answer, test::imitation_word;

static_assert(machine_word<std::uint32_t> && machine_word<std::uint64_t>);
static_assert(machine_word<imitation_word>);
static_assert(!machine_word<std::int64_t>);   // signed
static_assert(!machine_word<std::uint16_t>);  // a sum is an int
static_assert(!machine_word<double>);         // no bits

// The least that will do, without the one operation that has number `Missing`.
template <int Missing = 0>
struct some_word {
    using w = some_word;
    // clang-format off
    explicit some_word(std::uint64_t) requires(Missing != 1);
    w operator+(w) const requires(Missing != 2);
    w operator-(w) const requires(Missing != 3);
    w operator*(w) const requires(Missing != 4);
    w operator/(w) const requires(Missing != 5);
    w operator%(w) const requires(Missing != 6);
    w operator&(w) const requires(Missing != 7);
    w operator|(w) const requires(Missing != 8);
    w operator^(w) const requires(Missing != 9);
    w operator~() const requires(Missing != 10);
    w operator<<(unsigned) const requires(Missing != 11);
    w operator>>(unsigned) const requires(Missing != 12);
    answer operator<(w) const requires(Missing != 13);
    answer operator<=(w) const requires(Missing != 14);
    answer operator>(w) const requires(Missing != 15);
    answer operator>=(w) const requires(Missing != 16);
    answer operator==(w) const requires(Missing != 17);
    answer operator!=(w) const requires(Missing != 18);
    // clang-format on
};

template <int... Missing>
constexpr bool none_is_a_word(std::integer_sequence<int, Missing...>)
{
    return (!machine_word<some_word<Missing + 1>> && ...);
}

static_assert(machine_word<some_word<>>);
static_assert(none_is_a_word(std::make_integer_sequence<int, 18>{}));

TEST_CASE_TEMPLATE("a machine word is a ring modulo its width, has bits, and is totally ordered", W,
                   std::uint32_t, std::uint64_t, imitation_word)
{
    const W zero{0}, top = W{1} << (word_bits<W> - 1);
    const W samples[] = {zero, W{1}, W{2}, W{3}, W{0xFFFF}, top, top - W{1}, ~zero, ~zero - W{1}};
    for (const W a : samples)
        for (const W b : samples) {
            for (const W c : samples) {
                CHECK(laws::ring(a, b, c));
                CHECK(laws::order(a, b, c));
            }
            if (b != zero) CHECK(laws::division(a, b));
            for (const unsigned n : {0U, 1U, 8U, 10U, word_bits<W> - 1}) CHECK(laws::bits(a, b, n));
        }
}

TEST_CASE("a word that is compared as a signed number breaks the law of order")
{
    using signed_word = test::imitation<std::int64_t>;
    CHECK(laws::ring(signed_word{1}, signed_word{2}, ~signed_word{0}));
    CHECK_FALSE(laws::order(~signed_word{0}, signed_word{1}, signed_word{2}));
}

}  // namespace
