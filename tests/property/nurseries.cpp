// tests/property/nurseries.cpp: a program that allocates in a nursery, before either old space.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "layouts.hpp"
#include "moving_shadow.hpp"
#include "recipes.hpp"

namespace {

using namespace strata;
using imperative::phase;

/// The memory as the mutator sees it: stores are writes.
template <class GC>
struct mutable_memory {
    GC& gc;
    using W = word_of<typename GC::layout_type>;

    [[nodiscard]] W load(W a) const { return gc.memory().load(a); }
    void write(value_of<typename GC::layout_type> x, W i, W v)
    {
        const auto at =
            field_addr<typename GC::layout_type>(hd_address<typename GC::layout_type>(x), i);
        const bool is_value = functional::is_scanned<typename GC::layout_type>(
            gc.memory(), hd_address<typename GC::layout_type>(x), i);
        if (is_value && v % 3 == 0) gc.modify(at, v);
        else gc.write(x, i, v);
    }
};

struct events {
    int allocations = 0, failures = 0, minors = 0, majors = 0, without_room = 0, resizes = 0;
};

/// One program: a collector, the shadow of its heap, and the nurseries that take turns.
template <class GC>
struct program {
    using L = typename GC::layout_type;
    using W = word_of<L>;
    static constexpr bool is_sliced = requires(GC & gc) { gc.old().slice(1); };

    GC& gc;
    std::vector<typename GC::memory_type> nurseries;
    test::moving_shadow<L> shadow{};
    std::vector<W> lent{};
    events seen{};

    void step(std::uint32_t choice)
    {
        const auto what = choice % 32, rest = choice / 32;
        if (what < 12) allocate(rest);
        else if (what < 25) write(rest);
        else if (what < 27) drop_root(rest);
        else if (what == 27 && rest % 3 == 0) minor();
        else if (what == 28 && rest % 16 == 0) collect();
        else if (what == 29 && rest % 8 == 0) resize(rest);
        else if (what >= 30) slice(rest);
    }
    void allocate(std::uint32_t choice)
    {
        const auto what = test::shape_in<L>(test::shape(choice % 3));
        const auto tag = test::tag_for<L>(what, choice / 4);
        const auto wosize = test::wosize_for<L>(what, choice / 2048 % 13);
        if (shadow.roots.size() > 12) drop_root(choice);
        auto x = gc.allocate(wosize, tag);
        if (!x) {
            ++seen.failures;
            if (!minor()) collect();
            x = gc.allocate(wosize, tag);
        }
        if (!x) return;
        ++seen.allocations;
        mutable_memory<GC> memory{gc};
        shadow.add(memory, what, tag, *x, wosize, choice);
    }
    void write(std::uint32_t choice)
    {
        mutable_memory<GC> memory{gc};
        shadow.mutate(memory, choice);
    }
    void drop_root(std::uint32_t choice)
    {
        auto& roots = shadow.roots;
        if (roots.empty()) return;
        std::swap(roots[choice % roots.size()], roots.back());
        roots.pop_back();
    }
    /// Runs something that may move objects, and finds them again.
    template <class F>
    bool moving(F collector_step)
    {
        auto roots = shadow.root_words();
        const bool ok = collector_step(roots);
        if (!ok) ++seen.without_room;
        RC_ASSERT(shadow.follow(gc.memory(), roots));
        return ok;
    }
    bool minor()
    {
        ++seen.minors;
        return moving([&](auto& roots) { return gc.minor(roots); });
    }
    void collect()
    {
        ++seen.majors;
        if (!moving([&](auto& roots) { return gc.collect(roots); })) return;
        const auto wrong = functional::find_defect<L>(gc.old().memory());
        if (wrong) RC_LOG() << functional::describe(*wrong);
        RC_ASSERT(!wrong.has_value());
        RC_ASSERT(functional::h_allocs<L>(gc.old().memory()).size() == shadow.reachable().size());
        RC_ASSERT(shadow.is_in(gc.memory()));
    }
    void resize(std::uint32_t choice)
    {
        ++seen.resizes;
        const auto& next = nurseries[choice % nurseries.size()];
        moving([&](auto& roots) { return gc.resize(next, roots); });
    }
    void slice(std::uint32_t choice)
    {
        if constexpr (is_sliced) {
            if (gc.old().at() != phase::idle) {
                gc.old().slice(choice % 64);
                return;
            }
            if (choice % 4 != 0) return;
            lent.resize(shadow.roots.size());
            moving([&](auto& roots) { return gc.start(roots, lent); });
        }
    }
};

template <class GC>
void run(const std::vector<std::uint32_t>& choices, auto make_old, std::size_t size,
         std::size_t entries, events& all)
{
    using L = typename GC::layout_type;
    using W = word_of<L>;
    std::vector<W> words(size, 0xAAAA'AAAA), small(size / 8 + 2), large(size / 3 + 2),
        table(entries);
    std::vector<value_of<L>> stack(entries);
    const auto place = [](std::size_t n) { return static_cast<W>((64 + n) * L::mword); };
    const std::vector<typename GC::memory_type> nurseries{{small, place(0)},
                                                          {large, place(2 * size + 8)}};
    GC gc{make_old(typename GC::memory_type{words, place(size / 2 + 4)}), nurseries[0], table,
          stack};
    program<GC> p{gc, nurseries};
    for (const auto choice : choices) p.step(choice);
    p.collect();
    all = {all.allocations + p.seen.allocations,
           all.failures + p.seen.failures,
           all.minors + p.seen.minors,
           all.majors + p.seen.majors,
           all.without_room + p.seen.without_room,
           all.resizes + p.seen.resizes};
}

template <class Old, class Audit>
void run_before_mark_sweep(std::size_t steps, std::size_t most, events& all)
{
    using L = typename Old::layout_type;
    std::vector<value_of<L>> marks(*test::number_below<std::size_t>(4) + 1);
    run<imperative::with_nursery<Old, Audit>>(
        *test::steps(steps),
        [&](auto memory) {
            return Old{memory, marks};
        },
        *test::number_below<std::size_t>(most) + 60, *test::number_below<std::size_t>(20) + 1, all);
}
template <class Old, class Audit>
void run_before_incremental(std::size_t steps, std::size_t most, events& all)
{
    using L = typename Old::layout_type;
    std::vector<value_of<L>> marks(*test::number_below<std::size_t>(4) + 1);
    typename Old::ring_type ring{};
    run<imperative::with_nursery<Old, Audit>>(
        *test::steps(steps),
        [&](auto memory) {
            return Old{memory, marks, ring};
        },
        *test::number_below<std::size_t>(most) + 60, *test::number_below<std::size_t>(20) + 1, all);
}

TEST_CASE_TEMPLATE_DEFINE("a program with a nursery loses nothing, before either old space", L,
                          generations)
{
    using namespace imperative;
    using checked = checked_memory<L>;
    events all;
    CHECK(test::holds("before mark-sweep", 4, [&] {
        using old = mark_sweep<L, raw_memory<L>, segregated_fit<L>, 4, unaudited<L>>;
        run_before_mark_sweep<old, unaudited_minor<L>>(2'000, 1'000, all);
    }));
    CHECK(test::holds("before incremental mark-sweep", 4, [&] {
        using old = incremental<L, checked, segregated_fit<L>, 4, unaudited_cycle<L>>;
        run_before_incremental<old, unaudited_minor<L>>(2'000, 1'000, all);
    }));
    CHECK(test::holds("before mark-sweep, audited", 2, [&] {
        using old = mark_sweep<L, checked, next_fit<L>, 1, audited<L>>;
        run_before_mark_sweep<old, audited_minor<L>>(300, 200, all);
    }));
    CHECK(test::holds("before incremental mark-sweep, audited", 2, [&] {
        using old = incremental<L, checked, next_fit<L>, 1, audited_cycle<L>>;
        run_before_incremental<old, audited_minor<L>>(300, 200, all);
    }));
    MESSAGE(all.allocations << " allocations, " << all.failures << " without room, " << all.minors
                            << " minor and " << all.majors << " major collections, "
                            << all.without_room << " without room, " << all.resizes
                            << " other nurseries");
    CHECK(all.allocations > 1000);
    CHECK(all.minors > 100);
    CHECK(all.without_room > 0);
    CHECK(all.resizes > 10);
}
TEST_CASE_TEMPLATE_APPLY(generations, test::layouts);

}  // namespace
