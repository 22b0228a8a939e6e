// tests/property/copies.cpp: copying collections of random heaps, in every layout and order.
#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/copy.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer2_functional/memory_part.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/eager_queue.hpp>
#include <strata/layer3_imperative/gc.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/replicating.hpp>

#include "layouts.hpp"
#include "recipes.hpp"

namespace {

using namespace strata;
using imperative::checked_memory, imperative::raw_memory;

/// As far from from-space as addresses allow.
template <class L>
[[nodiscard]] word_of<L> to_origin(const functional::heap<L>& from)
{
    const word_of<L> middle = std::numeric_limits<word_of<L>>::max() / 2 + 1;
    return from.origin < middle ? middle : static_cast<word_of<L>>(0x2000 * L::mword);
}

/// What the heap's cook knows to be alive, headers included.
template <class L>
[[nodiscard]] std::size_t live_words(const test::random_heap<L>& made)
{
    std::size_t words = 0;
    for (const auto h : made.live)
        words += static_cast<std::size_t>(L::wosize(made.hp.load(h.at))) + 1;
    return words;
}

/// Two spaces under layer 3.
template <class L, template <class> class Memory>
struct spaces {
    using W = word_of<L>;
    functional::heap<L> from, to;
    std::vector<W> roots;
    std::vector<value_of<L>> storage;

    spaces(const test::random_heap<L>& made, std::size_t room, std::size_t stack)
        : from{made.hp}
        , to{to_origin(made.hp), std::vector<W>(room)}
        , roots{made.roots}
        , storage(stack)
    {}
    [[nodiscard]] Memory<L> from_space() { return {from.words, from.origin}; }
    [[nodiscard]] Memory<L> to_space() { return {to.words, to.origin}; }

    template <class S>
    [[nodiscard]] bool collect(S worklist)
    {
        const auto space = to_space();
        return imperative::gc(imperative::begin_copy<L>(from_space(), space,
                                                        imperative::all_of<L>(space), worklist,
                                                        imperative::unaudited_gc<L>{}),
                              roots)
            .ok;
    }
    [[nodiscard]] bool breadth_first() { return collect(imperative::cheney_queue<L>{to_space()}); }
    [[nodiscard]] bool depth_first() { return collect(imperative::mark_stack<W>{storage}); }
    [[nodiscard]] bool preorder() { return collect(imperative::slot_stack<W>{storage}); }
    [[nodiscard]] bool eager() { return collect(imperative::eager_queue<L>{to_space(), storage}); }
};

/// To-space is what Definition 7 says, and so full that garbage has no room in it. `f` is asked of
/// `moved`, in which the objects of the heap are forwarded.
template <class L, class M>
void check_definition_7(const test::random_heap<L>& made, const M& moved,
                        const functional::heap<L>& to)
{
    const auto f = functional::moved_objects<L>(moved, functional::h_allocs<L>(made.hp));
    const auto verdict = graph::definition_7(functional::observe_copy<L>(made.hp),
                                             functional::rooted_objects<L>(made.hp, made.roots),
                                             functional::observe_copy<L>(to), f);
    RC_ASSERT(verdict.clause == 0);
    RC_ASSERT(f.size() == made.live.size());
}

/// Layer 3 leaves the words that layer 2 leaves, with room and without.
template <class L, template <class> class Memory>
void check_layers(const test::random_heap<L>& made)
{
    const auto live = live_words<L>(made);
    spaces<L, Memory> run{made, live, 1};
    const auto expected = functional::gc(functional::before_gc<L>(made.hp, run.to, made.roots));
    RC_ASSERT(expected.ok);
    RC_ASSERT(run.breadth_first());
    const bool same =
        run.from == expected.from && run.to == expected.to && run.roots == expected.roots;
    RC_ASSERT(same);
}

template <class L, class F>
void check_order(const test::random_heap<L>& made, std::size_t stack, F collect)
{
    const auto live = live_words<L>(made);
    spaces<L, checked_memory> run{made, live, stack};
    RC_ASSERT(collect(run));
    check_definition_7<L>(made, run.from, run.to);
    if (live == 0) return;
    spaces<L, checked_memory> small{made, live - 1, stack};
    RC_ASSERT(!collect(small));
    const bool unchanged = small.from == made.hp && small.roots == made.roots;
    RC_ASSERT(unchanged);
}

/// Some of the roots as hints, some steps, and the rest at once.
template <class L>
void check_replicas(const test::random_heap<L>& made, std::size_t hints, word_of<L> steps)
{
    using W = word_of<L>;
    using memory = checked_memory<L>;
    spaces<L, checked_memory> run{made, live_words<L>(made), 1};
    std::vector<W> beside(std::max(run.from.words.size(), run.to.words.size()));
    const memory from = run.from_space();
    const W apart = static_cast<W>(0x4000'0000);
    imperative::replicating<L, memory, imperative::unaudited_replicas<L>> gc{
        from, run.to_space(), {beside, apart}, {from.end(), from.end()}};
    gc.begin(std::span{run.roots}.first(std::min(hints, run.roots.size())));
    gc.step(steps);
    RC_ASSERT(run.roots == made.roots);
    RC_ASSERT(gc.finish(run.roots));
    const bool untouched = run.from == made.hp;
    RC_ASSERT(untouched);
    check_definition_7<L>(made, imperative::overlaid_memory<L, memory>{from, memory{beside, apart}},
                          run.to);
}

TEST_CASE_TEMPLATE_DEFINE("copies of random heaps satisfy Definition 7 in every order", L, orders)
{
    CHECK(test::holds("on small heaps", 60, [] {
        const auto made = test::make_heap<L>(*test::small_heaps());
        RC_LOG() << test::draw<L>(made.hp, made.roots);
        const auto stack = *test::number_below<std::size_t>(12) + 1;
        check_layers<L, checked_memory>(made);
        switch (*test::number_below(5U)) {
        case 0: return check_order<L>(made, stack, [](auto& run) { return run.breadth_first(); });
        case 1: return check_order<L>(made, stack, [](auto& run) { return run.depth_first(); });
        case 2: return check_order<L>(made, stack, [](auto& run) { return run.eager(); });
        case 3: return check_order<L>(made, stack, [](auto& run) { return run.preorder(); });
        default: return check_replicas<L>(made, stack, static_cast<word_of<L>>(stack));
        }
    }));
}
TEST_CASE_TEMPLATE_APPLY(orders, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("copying in place is the pure one word for word on heaps of megabytes", L,
                          large)
{
    CHECK(test::holds("on large heaps", 1, [] {
        const auto made = test::make_heap<L>(*test::large_heaps());
        check_layers<L, raw_memory>(made);
    }));
}
TEST_CASE_TEMPLATE_INVOKE(large, ocaml_64, ocaml_32, bitmap_record);

}  // namespace
