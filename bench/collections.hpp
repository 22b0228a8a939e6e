// bench/collections.hpp: one graph, in one layout: mark, sweep, and the limits.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <strata/layer3_imperative/mark.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>
#include <strata/layer3_imperative/sweep.hpp>

#include "heap.hpp"
#include "limits.hpp"
#include "results.hpp"

namespace strata::bench {

inline constexpr std::size_t default_window = 32;  ///< that of imperative::mark_sweep

/// A heap, and a stack with room for every pointer that marking can push, if no less is asked.
template <layout L>
struct world {
    world(shape s, liveness l, std::size_t words, page_size size)
        : g{make_graph(s, l, words, object_form<L>::most_fields)}
        , hp{g, size}
        , stack{g.live_edges + 1, size}
    {}
    graph g;
    heap<L> hp;
    pages<value_of<L>> stack;
};

/// darken_roots and mark, as imperative::collect runs them. Paper: the first half of Fig. 7.
template <layout L, std::size_t Window = default_window>
[[gnu::noinline]] void mark_heap(const heap<L>& hp, std::span<value_of<L>> stack)
{
    using namespace imperative;
    constexpr auto when = Window == 1 ? darkening::eager : darkening::lazy;
    std::array<value_of<L>, Window> ring{};
    auto state =
        begin_mark<L, when>(hp.view(), mark_stack<word_of<L>>{stack}, prefetch_window{ring});
    darken_roots(state, hp.roots());
    state = mark(std::move(state));
    benchmark::DoNotOptimize(state);
}

/// The second half.
template <layout L, class A = imperative::segregated_fit<L>>
[[gnu::noinline]] A sweep_heap(const heap<L>& hp, A free = {})
{
    using namespace imperative;
    return sweep(begin_sweep<L>(hp.view(), std::move(free))).free;
}

/// How many cache lines marking visits: that of the header for each pointer it examines (a root or
/// a field of a live object), and each further line that a live object's fields reach.
template <layout L>
[[nodiscard]] std::size_t line_visits(world<L>& w)
{
    w.hp.restore();
    mark_heap<L>(w.hp, w.stack.span());
    const auto memory = w.hp.view();
    const auto line = [](word_of<L> a) { return a / L::mword * sizeof(a) / 64; };
    std::size_t further = 0;
    for (header_of<L> h{memory.begin()}; h.at < memory.end();) {
        const auto header = memory.load(h.at);
        const auto wosize = L::wosize(header);
        if (L::has_color(header, color::black))
            further += line(field_addr<L>(h, wosize)) - line(h.at);
        h = next_header<L>(h, wosize);
    }
    return w.hp.roots().size() + w.g.live_edges + further;
}

/// What survives, headers included. Expects  the heap is marked, as `line_visits` leaves it.
template <layout L>
[[nodiscard]] std::size_t live_words(const world<L>& w)
{
    const auto memory = w.hp.view();
    std::size_t words = 0;
    for (header_of<L> h{memory.begin()}; h.at < memory.end();) {
        const auto header = memory.load(h.at);
        if (L::has_color(header, color::black)) words += L::wosize(header) + 1;
        h = next_header<L>(h, L::wosize(header));
    }
    return words;
}

template <layout L>
[[nodiscard]] double collect_once(world<L>& w, collection& c, std::size_t& allocated)
{
    w.hp.restore();
    const auto before = allocation_count();
    const auto mark = nanoseconds([&] { mark_heap<L>(w.hp, w.stack.span()); });
    const auto sweep = nanoseconds([&] { benchmark::DoNotOptimize(sweep_heap<L>(w.hp)); });
    allocated += allocation_count() - before;
    c.mark.add(mark);
    c.sweep.add(sweep);
    c.collect.add(mark + sweep);
    return mark + sweep;
}

template <layout L>
[[nodiscard]] double pass_once(world<L>& w, collection& c)
{
    w.hp.restore();
    const auto ns = nanoseconds([&] { linear_pass<L>(w.hp.view()); });
    c.linear.add(ns);
    return ns;
}

template <layout L>
[[nodiscard]] double walk_once(world<L>& w, collection& c, int distance)
{
    w.hp.restore();
    const auto ns = nanoseconds([&] { random_walk(w.hp.words(), c.visits, distance); });
    if (!c.walk.known() || ns < c.walk.ns()) c.distance = distance;
    c.walk.add(ns);
    return ns;
}

/// Adds what every layout is measured by to a group.
template <layout L>
void add_collection(group& benches, world<L>& w, collection& c, const options& o,
                    std::size_t& allocated)
{
    c.visits = line_visits(w);
    c.words = w.hp.words().size();
    c.objects = w.g.objects();
    c.live_objects = w.g.live_objects;
    c.heap_bytes = static_cast<double>(w.hp.words().size_bytes() + w.stack.span().size_bytes());
    c.dead_words = c.words - live_words(w);
    benches.add(
        "collect", [&] { return collect_once(w, c, allocated); }, o.repetitions);
    benches.add(
        "linear pass", [&] { return pass_once(w, c); }, o.repetitions);
    if (c.form != shape::random || c.live_objects == 0) return;
    for (const int distance : prefetch_distances)
        benches.add(
            "random walk, " + std::to_string(distance) + " ahead",
            [&w, &c, distance] { return walk_once(w, c, distance); }, o.repetitions);
}

[[nodiscard]] inline std::string title(const collection& c)
{
    return c.layout + "/" + std::string{name(c.form)} + "/" + std::string{name(c.alive)} + "/" +
           millions(c.words);
}

}  // namespace strata::bench
