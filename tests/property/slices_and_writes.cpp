// tests/property/slices_and_writes.cpp: a program that is collected while it runs loses nothing.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "layouts.hpp"
#include "recipes.hpp"
#include "shadow.hpp"

namespace {

using namespace strata;
using imperative::phase;

/// The memory of a collector as the mutator sees it: stores are writes.
template <class GC>
struct mutable_memory {
    GC& gc;
    using W = word_of<typename GC::layout_type>;

    [[nodiscard]] W load(W a) const { return gc.memory().load(a); }
    void write(value_of<typename GC::layout_type> x, W i, W v) { gc.write(x, i, v); }
};

struct events {
    int allocations = 0, failures = 0, cycles = 0, writes = 0;
};

/// One program: a collector, the shadow of its heap, and what a cycle must leave.
template <class GC>
struct program {
    using L = typename GC::layout_type;

    GC& gc;
    test::shadow<L> shadow{};
    std::vector<word_of<L>> lent{};  ///< the roots of the snapshot
    std::size_t survivors = 0;       ///< what was reachable at the start, and what is new since
    events seen{};

    void step(std::uint32_t choice)
    {
        const bool was_running = gc.at() != phase::idle;
        const auto what = choice % 16, rest = choice / 16;
        if (what < 5) allocate(rest, was_running);
        else if (what < 10) write(rest);
        else if (what == 10) drop_root(rest);
        else if (was_running) gc.slice(rest % 8);
        else if (rest % 4 == 0) start();
        if (was_running && gc.at() == phase::idle) check_end();
    }
    void start()
    {
        lent = shadow.root_words();
        survivors = shadow.reachable().size();
        gc.start(lent);
    }
    void allocate(std::uint32_t choice, bool is_running)
    {
        const auto what = test::shape_in<L>(test::shape(choice % 3));
        const auto tag = test::tag_for<L>(what, choice / 4);
        const auto wosize = test::wosize_for<L>(what, choice / 2048 % 9);
        if (shadow.roots.size() > 12) drop_root(choice);
        const auto x = gc.allocate(wosize, tag);
        if (!x) {
            ++seen.failures;
            RC_ASSERT(gc.at() == phase::idle);
            return;
        }
        ++seen.allocations;
        survivors += is_running;
        mutable_memory<GC> memory{gc};
        shadow.add(memory, what, tag, *x, wosize, choice);
    }
    void write(std::uint32_t choice)
    {
        mutable_memory<GC> memory{gc};
        shadow.mutate(memory, choice);
        ++seen.writes;
    }
    void drop_root(std::uint32_t choice)
    {
        auto& roots = shadow.roots;
        if (roots.empty()) return;
        std::swap(roots[choice % roots.size()], roots.back());
        roots.pop_back();
    }
    void check_end()
    {
        ++seen.cycles;
        const auto wrong = functional::find_defect<L>(gc.memory());
        if (wrong) RC_LOG() << functional::describe(*wrong);
        RC_ASSERT(!wrong.has_value());
        RC_ASSERT(functional::h_allocs<L>(gc.memory()).size() == survivors);
        RC_ASSERT(shadow.is_in(gc.memory()));
    }
};

template <class GC>
void run(const std::vector<std::uint32_t>& choices, std::size_t size, std::size_t stack,
         events& all)
{
    using L = typename GC::layout_type;
    std::vector<word_of<L>> words(size, 0xAAAA'AAAA);
    std::vector<value_of<L>> storage(stack);
    typename GC::ring_type ring{};
    GC gc{{words, static_cast<word_of<L>>(64 * L::mword)}, storage, ring};
    program<GC> p{gc};
    for (const auto choice : choices) p.step(choice);
    if (gc.at() == phase::idle) p.start();
    gc.finish();
    p.check_end();
    all = {all.allocations + p.seen.allocations, all.failures + p.seen.failures,
           all.cycles + p.seen.cycles, all.writes + p.seen.writes};
}

TEST_CASE_TEMPLATE_DEFINE(
    "a program whose writes and allocations fall between slices loses nothing", L, between_slices)
{
    using namespace imperative;
    using small = incremental<L, checked_memory<L>, next_fit<L>, 1, audited_cycle<L>>;
    using large = incremental<L, raw_memory<L>, segregated_fit<L>, 4, unaudited_cycle<L>>;
    events all;
    CHECK(test::holds("between slices", 6, [&] {
        run<large>(*test::steps(6'000), *test::number_below<std::size_t>(1'200) + 1,
                   *test::number_below<std::size_t>(6) + 1, all);
    }));
    CHECK(test::holds("between slices, audited", 3, [&] {
        run<small>(*test::steps(400), *test::number_below<std::size_t>(200) + 100,
                   *test::number_below<std::size_t>(3) + 1, all);
    }));
    MESSAGE(all.allocations << " allocations, " << all.failures << " without room, " << all.cycles
                            << " cycles, " << all.writes << " writes");
    CHECK(all.allocations > 1000);
    CHECK(all.cycles > 100);
    CHECK(all.writes > 1000);
}
TEST_CASE_TEMPLATE_APPLY(between_slices, test::layouts);

}  // namespace
