// tests/traces/random.cpp: random programs leave the heap as their model says, on every collector.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "layouts.hpp"
#include "mutators.hpp"
#include "property/recipes.hpp"
#include "replay/copying.hpp"
#include "replay/incremental.hpp"
#include "replay/mark_sweep.hpp"
#include "replay/parse.hpp"
#include "replay/replay.hpp"
#include "replay/table.hpp"

namespace {

using namespace strata;

struct events {
    std::size_t allocations = 0, writes = 0, without_room = 0, collections = 0;

    void add(const replay::report& r)
    {
        allocations += r.allocations;
        writes += r.writes;
        without_room += r.without_room;
        collections += r.collections.size();
    }
};

/// Fails with the trace, which is a file for ./dev replay.
void check(const replay::trace& t, const std::string& collector, const replay::report& r)
{
    if (!r.disagreement) return;
    RC_LOG() << replay::print(t);
    RC_FAIL(collector + ": " + *r.disagreement);
}

/// The collectors that 10,000 steps are replayed on, unaudited: the model alone judges.
using long_runs = std::tuple<replay::paper, replay::segregated_window, replay::sliced_window,
                             replay::eager, replay::replicating>;

template <class L, class C>
bool holds_on(events& all)
{
    return test::holds(C::name, 2, [&] {
        const auto choices = *test::steps(10'000);
        const auto words = *test::number_below<std::uint32_t>(500) + 1;
        const auto stack = *test::number_below<std::size_t>(6) + 1;
        const auto t = test::make_trace(choices, words);
        const auto r = replay::replayer<typename C::template on<L, false>>{t, {words, stack}}();
        all.add(r);
        check(t, C::name, r);
    });
}

template <class L, class... C>
bool holds_on_all(events& all, std::tuple<C...>*)
{
    return (holds_on<L, C>(all) && ...);
}

TEST_CASE_TEMPLATE_DEFINE("10,000 steps of a program leave the heap as its model says", L, modelled)
{
    events all;
    CHECK(holds_on_all<L>(all, static_cast<long_runs*>(nullptr)));
    MESSAGE(all.allocations << " allocations, " << all.writes << " writes, " << all.without_room
                            << " without room, " << all.collections << " collections");
    CHECK(all.allocations > 1000);
    CHECK(all.writes > 1000);
    CHECK(all.without_room > 100);
    CHECK(all.collections > 100);
}
TEST_CASE_TEMPLATE_APPLY(modelled, test::layouts);

TEST_CASE("one trace is replayed on every collector and layout with the verdict of its definition")
{
    const auto table = replay::every_entry();
    events all;
    CHECK(test::holds("on all", 3, [&] {
        const auto t = test::make_trace(*test::steps(400), *test::number_below(300U) + 100);
        const auto stack = *test::number_below<std::size_t>(3) + 1;
        for (const auto& e : table) {
            const auto r = e.run(t, {t.words, stack});
            all.add(r);
            check(t, e.collector + " on " + e.layout, r);
        }
    }));
    CHECK(all.allocations > 1000);
    CHECK(all.collections > 100);
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
