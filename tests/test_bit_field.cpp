// tests/test_bit_field.cpp: some bits of a word, read, made, put and compared.
#include <doctest/doctest.h>

#include <cstdint>

#include <strata/layer2_functional/bit_field.hpp>

namespace {

using strata::functional::bit_field;
using nibble = bit_field<std::uint32_t, 8, 4>;
using whole = bit_field<std::uint64_t, 0, 64>;
using top = bit_field<std::uint64_t, 63, 1>;

static_assert(nibble::max == 0xF && nibble::mask == 0xF00);
static_assert(whole::max == 0xFFFF'FFFF'FFFF'FFFF && whole::mask == whole::max);
static_assert(top::max == 1 && top::mask == 0x8000'0000'0000'0000);

TEST_CASE("a bit field gives its bits as a number, whatever is around them")
{
    CHECK(nibble::get(0xFFFF'FAFF) == 0xA);
    CHECK(nibble::get(0x0000'0A00) == 0xA);
    CHECK(top::get(0x8000'0000'0000'0000) == 1);
    CHECK(whole::get(0x0123'4567'89AB'CDEF) == 0x0123'4567'89AB'CDEF);
}

TEST_CASE("to put a number into a bit field changes no other bit")
{
    CHECK(nibble::put(0xFFFF'FFFF, 0x3) == 0xFFFF'F3FF);
    CHECK(nibble::put(0x0000'0000, 0x3) == 0x0000'0300);
    CHECK(nibble::make(0x3) == 0x300);
}

TEST_CASE("a bit field holds a number if its bits say so, without regard to the others")
{
    CHECK(nibble::holds(0xFFFF'F3FF, 3));
    CHECK_FALSE(nibble::holds(0xFFFF'F3FF, 7));
    CHECK_FALSE(nibble::holds(0x0000'0003, 3));
}

}  // namespace
