// tests/traces/generations.cpp: random programs on CakeML's heap, whichever collector runs.
#include <doctest/doctest.h>

#include <tuple>

#include "cakeml_layouts.hpp"
#include "replay/generational.hpp"
#include "replays.hpp"

namespace {

using namespace strata;

using generational = std::tuple<replay::never, replay::simple, replay::one_generation,
                                replay::nested_generations, replay::by_turns>;

TEST_CASE_TEMPLATE_DEFINE("programs keep all that they reach on CakeML's heap", L, keeps)
{
    test::events all;
    test::check_long_runs<L, generational>({3'000, 40, 120}, all);
    CHECK(all.of_a_part > 100);
    CHECK(all.given_up > 0);
}
TEST_CASE_TEMPLATE_APPLY(keeps, test::cakeml_layouts);

}  // namespace
