// tests/traces/nurseries.cpp: random programs with a nursery in front of either old space.
#include <doctest/doctest.h>

#include <tuple>

#include "layouts.hpp"
#include "replay/nursery.hpp"
#include "replays.hpp"

namespace {

using namespace strata;

using nurseries = std::tuple<replay::nursery_and_mark_sweep, replay::nursery_and_incremental>;

TEST_CASE_TEMPLATE_DEFINE("a program with a nursery loses nothing, before either old space", L,
                          generations)
{
    test::events all;
    test::check_long_runs<L, nurseries>({4'000, 40, 120}, all);
    CHECK(all.of_a_part > 100);
    CHECK(all.given_up > 0);
}
TEST_CASE_TEMPLATE_APPLY(generations, test::layouts);

}  // namespace
