// bench/slices.cpp: a cycle of the incremental collector against one collection that stops all.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>

#include <strata/layer3_imperative/incremental.hpp>

#include "collections.hpp"

namespace strata::bench {
namespace {

using L = ocaml_64;
using collector =
    imperative::incremental<L, imperative::raw_memory<L>, imperative::segregated_fit<L>,
                            default_window, imperative::unaudited_cycle<L>>;

/// A cycle that has been started on the whole graph.
[[nodiscard]] collector started(world<L>& w, collector::ring_type& ring)
{
    w.hp.restore();
    collector gc{w.hp.view(), w.stack.span(), ring, imperative::contents::existing};
    gc.start(w.hp.roots());
    return gc;
}

[[nodiscard]] double run_cycle(world<L>& w, sliced& s)
{
    collector::ring_type ring{};
    auto gc = started(w, ring);
    std::uint64_t steps = 0, slices = 0;
    const auto total = nanoseconds([&] {
        for (; gc.at() != imperative::phase::idle; ++slices) steps += gc.slice(s.budget);
    });
    s.steps = steps;
    s.slices = slices;
    s.total.add(total);
    // The clock is read once a slice here, and not above, where it would count.
    gc = started(w, ring);
    double longest = 0;
    while (gc.at() != imperative::phase::idle)
        longest = std::max(longest, nanoseconds([&] { gc.slice(s.budget); }));
    s.longest.add(longest);
    return total;
}

[[nodiscard]] double collect_at_once(world<L>& w, shortest& pause)
{
    w.hp.restore();
    const auto ns = nanoseconds([&] {
        mark_heap<L>(w.hp, w.stack.span());
        benchmark::DoNotOptimize(sweep_heap<L>(w.hp));
    });
    pause.add(ns);
    return ns;
}

}  // namespace

void measure_slices(const options& o, results& r)
{
    for (const auto shape_of : all_shapes)
        for (const auto alive : {liveness::live, liveness::half}) {
            world<L> w{shape_of, alive, o.middle, o.pages};
            group benches{"slices/" + std::string{name(shape_of)} + "/" + std::string{name(alive)}};
            std::deque<sliced> found;
            shortest pause;
            for (const std::uint64_t budget : {1'000U, 10'000U, 100'000U}) {
                auto& s = found.emplace_back(sliced{shape_of, alive, budget});
                benches.add(
                    "budget of " + std::to_string(budget), [&w, &s] { return run_cycle(w, s); },
                    o.repetitions);
            }
            benches.add(
                "at once", [&] { return collect_at_once(w, pause); }, o.repetitions);
            benches.run();
            for (auto& s : found) {
                s.pause = pause;
                r.slices.push_back(s);
            }
        }
}

}  // namespace strata::bench
