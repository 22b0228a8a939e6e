// bench/nurseries.cpp: a program whose objects die young, under each collector.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>

#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "collections.hpp"
#include "libgc.hpp"

namespace strata::bench {
namespace {

using L = ocaml_64;
using W = word_of<L>;
using memory = imperative::raw_memory<L>;
using plain = imperative::mark_sweep<L, memory, imperative::segregated_fit<L>, default_window,
                                     imperative::unaudited<L>>;
using sliced_old = imperative::incremental<L, memory, imperative::segregated_fit<L>, default_window,
                                           imperative::unaudited_cycle<L>>;
template <class Old, class Stack = imperative::mark_stack<W>>
using in_front_of = imperative::with_nursery<Old, imperative::unaudited_minor<L>,
                                             imperative::remembered_set<W>, L, Stack>;

/// The memory of one collector: as many words in all for each of them.
struct lent {
    lent(std::size_t words, page_size size)
        : heap{words, size}
        , table{words / 64, size}
        , marks{words / 2, size}
    {}
    [[nodiscard]] memory all() const { return {heap.span(), origin}; }
    [[nodiscard]] memory nursery() const { return {heap.span().first(nursery_words), origin}; }
    [[nodiscard]] memory old() const
    {
        return {heap.span().subspan(nursery_words),
                static_cast<W>(origin + nursery_words * L::mword)};
    }
    static constexpr std::size_t nursery_words = 256 * 1024;  // OCaml's default
    static constexpr W origin = 0x10000;
    pages<W> heap, table;
    pages<value_of<L>> marks;
    sliced_old::ring_type ring{};
};

/// What the clock itself takes: more than a minor collection that finds nothing alive.
[[nodiscard]] double clock_cost()
{
    shortest found;
    for (int i = 0; i < 100; ++i) found.add(nanoseconds([] {}));
    return found.ns();
}

template <class F>
[[gnu::noinline]] void make_room(lives& found, F collect)
{
    static const double cost = clock_cost();
    ++found.collections;
    static_cast<void>(thread_clock());  // its code is in the cache then
    found.collecting += std::max(0.0, nanoseconds(collect) - cost);
}

/// A program under a collector of Strata. `collect` makes room, and is what is measured apart. The
/// lists that are kept are in an array in the heap, as they are under libgc: not roots, which every
/// minor collection would look at.
template <class GC, class F>
[[nodiscard]] lives run(GC gc, const short_lives& p, F collect)
{
    lives found{};
    std::array<W, 2> roots{L::filler(), L::filler()};
    auto& [kept, list] = roots;
    const auto push = [&] {
        auto x = gc.allocate(2, 0);
        if (!x) {
            make_room(found, [&] { collect(gc, roots); });
            x = gc.allocate(2, 0);
            if (!x) std::abort();
        }
        auto fields = gc.memory();
        fields.store(x->at + L::mword, list);
        list = L::pointer_to(*x);
    };
    const auto array = gc.allocate(static_cast<W>(p.lists), 0);
    if (!array) std::abort();
    kept = L::pointer_to(*array);
    found.total = nanoseconds([&] {
        for (std::size_t i = 0; i < p.rounds; ++i) {
            list = L::filler();
            for (std::size_t n = 0; n < short_lives::length; ++n) push();
            if (p.keeps(i))
                gc.write(L::target(kept), static_cast<W>(i / p.kept_of % p.lists + 1), list);
        }
    });
    return found;
}

[[nodiscard]] lives run_plain(const short_lives& p, lent& m)
{
    return run(plain{m.all(), m.marks.span()}, p,
               [](plain& gc, const auto& roots) { gc.collect(roots); });
}
template <class Stack>
[[nodiscard]] lives run_nursery(const short_lives& p, lent& m)
{
    using GC = in_front_of<plain, Stack>;
    return run(GC{plain{m.old(), m.marks.span()}, m.nursery(), m.table.span(), m.marks.span()}, p,
               [](GC& gc, auto& roots) {
                   if (!gc.minor(roots) && !gc.collect(roots)) std::abort();
               });
}
/// A slice after each minor collection: so many steps that a cycle ends in time.
[[nodiscard]] lives run_sliced(const short_lives& p, lent& m)
{
    using GC = in_front_of<sliced_old>;
    std::array<W, 2> copies{};
    return run(GC{sliced_old{m.old(), m.marks.span(), m.ring}, m.nursery(), m.table.span(),
                  m.marks.span()},
               p, [&](GC& gc, auto& roots) {
                   auto& old = gc.old();
                   const bool is_due = old.at() == imperative::phase::idle &&
                                       old.free_words() < old.heap_words() / 2;
                   const bool ok = is_due ? gc.start(roots, copies) : gc.minor(roots);
                   if (!ok && !gc.collect(roots)) std::abort();
                   old.slice(lent::nursery_words);
               });
}

}  // namespace

void measure_nurseries(const options& o, results& r)
{
    for (const std::size_t kept_of : kept_lists) {
        const short_lives p{o.middle / 10 * 3 / short_lives::words,
                            o.middle * 5 / short_lives::words, kept_of};
        lent m{o.middle, o.pages};
        group benches{"short-lived/" + std::to_string(kept_of)};
        std::deque<nursery_row> found;
        const auto add = [&](const char* collector, auto work) {
            auto& row = found.emplace_back(nursery_row{collector, kept_of});
            row.objects = p.rounds * short_lives::length;
            benches.add(
                collector,
                [&row, work] {
                    const lives l = work();
                    row.total.add(l.total);
                    row.collecting.add(l.collecting);
                    row.collections = l.collections;
                    return l.total;
                },
                o.repetitions);
        };
        add("mark_sweep", [&] { return run_plain(p, m); });
        add("nursery", [&] { return run_nursery<imperative::slot_stack<W>>(p, m); });
        add("nursery, whole objects", [&] { return run_nursery<imperative::mark_stack<W>>(p, m); });
        add("nursery, slices", [&] { return run_sliced(p, m); });
        add("libgc", [&] { return live_with_libgc(p, o.middle * sizeof(W)); });
        benches.run();
        r.nurseries.insert(r.nurseries.end(), found.begin(), found.end());
    }
}

}  // namespace strata::bench
