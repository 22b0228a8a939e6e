// tests/traces/replays.hpp: random programs, and what happened when they were replayed.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <tuple>

#include "mutators.hpp"
#include "property/recipes.hpp"
#include "replay/print.hpp"
#include "replay/replay.hpp"

namespace test {

struct events {
    std::size_t allocations = 0, writes = 0, without_room = 0, collections = 0, of_a_part = 0,
                given_up = 0;

    void add(const replay::report& r)
    {
        allocations += r.allocations;
        writes += r.writes;
        without_room += r.without_room;
        collections += r.collections.size();
        given_up += r.given_up;
        for (const auto& c : r.collections) of_a_part += c.left == replay::leaves::any;
    }
};

/// The trace that is being replayed, as a text: an audit that ends the program prints it first.
inline std::string& replayed()
{
    static std::string text;
    return text;
}

/// Replays a trace by `run`; if it fails, with the trace, which is a file for ./dev replay.
template <class F>
void replay_on(const std::string& collector, const replay::trace& t, events& all, F run)
{
    replayed() = replay::print(t);
    std::set_terminate([] {
        std::fprintf(stderr, "%s\n%s\n", replayed().c_str(), replay::where_replay_is().c_str());
        std::abort();
    });
    const auto r = run();
    all.add(r);
    if (!r.disagreement) return;
    RC_LOG() << replayed();
    RC_FAIL(collector + ": " + *r.disagreement);
}

/// How long random programs are, and of how many words their heaps.
struct length {
    std::size_t steps;
    std::uint32_t least_words, most_words;
};

/// Two programs on collector `C` in layout `L`, unaudited: the model alone judges.
template <class L, class C>
[[nodiscard]] bool holds_on(const length& n, events& all)
{
    return holds(C::name, 2, [&] {
        const auto choices = *steps(n.steps);
        const auto words = *number_below(n.most_words - n.least_words + 1) + n.least_words;
        const auto stack = *number_below<std::size_t>(6) + 1;
        const auto t = make_trace(choices, words);
        replay_on(C::name, t, all, [&] {
            return replay::replayer<typename C::template on<L, false>>{t, {words, stack}}();
        });
    });
}
template <class L, class... C>
[[nodiscard]] bool holds_on_all(const length& n, events& all, std::tuple<C...>*)
{
    return (holds_on<L, C>(n, all) && ...);
}

/// The same on a list of collectors, with enough of everything.
template <class L, class Collectors>
void check_long_runs(const length& n, events& all)
{
    CHECK(holds_on_all<L>(n, all, static_cast<Collectors*>(nullptr)));
    MESSAGE(all.allocations << " allocations, " << all.writes << " writes, " << all.without_room
                            << " without room, " << all.collections << " collections, "
                            << all.of_a_part << " of a part, " << all.given_up << " given up");
    CHECK(all.allocations > 1000);
    CHECK(all.writes > 1000);
    CHECK(all.without_room > 100);
    CHECK(all.collections > 100);
}

}  // namespace test
