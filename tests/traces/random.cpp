// tests/traces/random.cpp: random programs leave the heap as their model says, on every collector.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <variant>
#include <vector>

#include "layouts.hpp"
#include "replay/copying.hpp"
#include "replay/incremental.hpp"
#include "replay/mark_sweep.hpp"
#include "replay/parse.hpp"
#include "replay/table.hpp"
#include "replays.hpp"

namespace {

using namespace strata;

using long_runs = std::tuple<replay::paper, replay::segregated_window, replay::sliced_window,
                             replay::eager, replay::replicating>;

TEST_CASE_TEMPLATE_DEFINE("10,000 steps of a program leave the heap as its model says", L, modelled)
{
    test::events all;
    test::check_long_runs<L, long_runs>({10'000, 1, 500}, all);
}
TEST_CASE_TEMPLATE_APPLY(modelled, test::layouts);

TEST_CASE("one trace is replayed on every collector and layout with the verdict of its definition")
{
    const auto table = replay::every_entry();
    test::events all;
    CHECK(test::holds("on all", 3, [&] {
        const auto t = test::make_trace(*test::steps(400), *test::number_below(300U) + 100);
        const auto stack = *test::number_below<std::size_t>(3) + 1;
        for (const auto& e : table)
            test::replay_on(e.collector + " on " + e.layout, t, all, [&] {
                return e.run(t, {t.words, stack});
            });
    }));
    CHECK(all.allocations > 1000);
    CHECK(all.collections > 100);
    CHECK(all.of_a_part > 100);
}

TEST_CASE("heaps of a few words are enough for every collector to go on")
{
    const auto table = replay::every_entry();
    std::vector<std::uint32_t> choices;
    for (std::uint32_t n = 1; n <= 24; ++n) choices.push_back(n * 2'654'435'761U);
    for (const std::uint32_t words : {1U, 3U, 6U, 12U}) {
        const auto t = test::make_trace(choices, words);
        for (const auto& e : table) {
            CAPTURE(e.collector + " on " + e.layout);
            CAPTURE(words);
            CHECK(e.run(t, {words, 1}).disagreement.value_or("") == "");
        }
    }
}

TEST_CASE("a random trace is read as it was printed")
{
    CHECK(test::holds("printed and read", 30, [] {
        const auto t = test::make_trace(*test::steps(500), *test::number_below(300U) + 1);
        const auto read = replay::parse(replay::print(t));
        if (const auto* wrong = std::get_if<replay::text_error>(&read)) RC_FAIL(wrong->what);
        const bool is_same = std::get<replay::trace>(read) == t;
        RC_ASSERT(is_same);
    }));
}

}  // namespace
