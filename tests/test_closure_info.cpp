// tests/test_closure_info.cpp: closure infos as OCaml 4.14 writes them (Make_closinfo).
#include <doctest/doctest.h>

#include <cstdint>

#include <strata/layer2_functional/closure_info.hpp>

namespace {

using info_64 = strata::functional::closure_info<std::uint64_t>;
using info_32 = strata::functional::closure_info<std::uint32_t>;

TEST_CASE("a closure info has the arity on top, the start of the environment, and a 1 below")
{
    // let f x = x + y: one code pointer, so the environment starts at field 2 (counted from 0).
    static_assert(info_64::make_closure_info(1, 2) == 0x0100'0000'0000'0005);
    // let f x y = x + y + z: two code pointers, arity 2.
    static_assert(info_64::make_closure_info(2, 3) == 0x0200'0000'0000'0007);
    // Tupled arguments have a negative arity.
    static_assert(info_64::make_closure_info(0xFE, 3) == 0xFE00'0000'0000'0007);
    static_assert(info_32::make_closure_info(1, 2) == 0x0100'0005);
    static_assert(info_32::make_closure_info(0xFE, 3) == 0xFE00'0007);
    CHECK(info_64::make_closure_info(0, 0) == 1);
}

TEST_CASE("arity and start of the environment do not leak into each other")
{
    CHECK(info_64::arity(0xFFFF'FFFF'FFFF'FFFF) == 0xFF);
    CHECK(info_64::start_env(0xFFFF'FFFF'FFFF'FFFF) == 0x007F'FFFF'FFFF'FFFF);
    CHECK(info_64::start_env(0xFF00'0000'0000'0007) == 3);
    CHECK(info_64::arity(0x00FF'FFFF'FFFF'FFFF) == 0);
    CHECK(info_32::arity(0x0300'0005) == 3);
    CHECK(info_32::start_env(0x0300'0005) == 2);
    CHECK(info_32::start_env(0xFFFF'FFFF) == 0x7F'FFFF);
}

TEST_CASE("a closure info is an odd word")
{
    CHECK(info_64::is_closure_info(0x0100'0000'0000'0005));
    CHECK_FALSE(info_64::is_closure_info(0x0100'0000'0000'0004));
}

}  // namespace
