// tests/property/allocate_and_collect.cpp: a program runs for 10,000 steps and loses nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <strata/layer2_functional/well_formed_heap.hpp>

#include "collector_parts.hpp"
#include "layouts.hpp"
#include "recipes.hpp"
#include "shadow.hpp"

namespace {

using namespace strata;

/// One program: a collector, the shadow of its heap, and what has happened.
template <class L, class GC>
struct program {
    GC& gc;
    const std::vector<word_of<L>>& words;
    test::shadow<L> shadow{};
    int allocations = 0, failures = 0, collections = 0;

    void step(std::uint32_t choice)
    {
        const auto what = choice % 16, rest = choice / 16;
        if (what < 7) allocate(rest);
        else if (what < 12) shadow.mutate(gc.memory(), rest);
        else if (what == 12) add_odd_root(rest);
        else if (what < 15) drop_root(rest);
        else if (rest % 16 == 0) collect();
    }
    void allocate(std::uint32_t choice)
    {
        const auto what = test::shape_in<L>(test::shape(choice % 3));
        const auto tag = test::tag_for<L>(what, choice / 4);
        const auto size = choice / 32 % 64 == 0 ? choice / 2048 % 100 : choice / 2048 % 9;
        const auto wosize = test::wosize_for<L>(what, size);
        if (shadow.roots.size() > 16) drop_root(choice);
        if (try_allocate(what, wosize, tag, choice)) return;
        collect();
        static_cast<void>(try_allocate(what, wosize, tag, choice));
    }
    [[nodiscard]] bool try_allocate(test::shape what, word_of<L> wosize, word_of<L> tag,
                                    std::uint32_t data)
    {
        const auto before = words;
        const auto x = gc.allocate(wosize, tag);
        if (x) {
            ++allocations;
            shadow.add(gc.memory(), what, tag, *x, wosize, data);
        } else {
            ++failures;
            const bool unchanged = words == before;
            RC_ASSERT(unchanged);
        }
        return x.has_value();
    }
    /// An immediate, a pointer out of the heap, or a root for the second time.
    void add_odd_root(std::uint32_t choice)
    {
        if (choice % 3 == 0) shadow.roots.push_back({L::filler()});
        if (choice % 3 == 1) shadow.roots.push_back({gc.memory().end()});
        if (choice % 3 == 2 && !shadow.roots.empty()) shadow.roots.push_back(shadow.roots.front());
    }
    void drop_root(std::uint32_t choice)
    {
        auto& roots = shadow.roots;
        if (roots.empty()) return;
        std::swap(roots[choice % roots.size()], roots.back());
        roots.pop_back();
    }
    void collect()
    {
        check("before a collection");
        gc.collect(shadow.root_words());
        ++collections;
        check("after a collection");
        RC_ASSERT(functional::h_allocs<L>(gc.memory()).size() == shadow.reachable().size());
    }
    void check(const char* when)
    {
        const auto wrong = functional::find_defect<L>(gc.memory());
        if (wrong) RC_LOG() << when << ": " << functional::describe(*wrong);
        RC_ASSERT(!wrong.has_value());
        RC_ASSERT(shadow.is_in(gc.memory()));
    }
};

struct events {
    int allocations = 0, failures = 0, collections = 0;
};

template <class L, class P>
events run(const std::vector<std::uint32_t>& choices, std::size_t size, std::size_t stack)
{
    using M = typename P::template memory<L>;
    using A = typename P::template allocator<L>;
    std::vector<word_of<L>> words(size, 0xAAAA'AAAA);
    std::vector<value_of<L>> storage(stack);
    imperative::mark_sweep<L, M, A, P::window, imperative::unaudited<L>> gc{
        M{words, static_cast<word_of<L>>(64 * L::mword)}, storage};
    program<L, decltype(gc)> p{gc, words};
    for (const auto choice : choices) p.step(choice);
    p.collect();
    return {p.allocations, p.failures, p.collections};
}

TEST_CASE_TEMPLATE_DEFINE("10,000 steps of a program leave the heap as its shadow says", L,
                          shadowed)
{
    events all;
    CHECK(test::holds("shadowed", 12, [&] {
        const auto choices = *test::steps(10'000);
        const auto size = *test::number_below<std::size_t>(1500) + 1;
        const auto stack = *test::number_below<std::size_t>(6) + 1;
        test::with_parts(*test::number_below(6U), [&]<class P>(P) {
            const auto [allocations, failures, collections] = run<L, P>(choices, size, stack);
            all = {all.allocations + allocations, all.failures + failures,
                   all.collections + collections};
        });
    }));
    MESSAGE(all.allocations << " allocations, " << all.failures << " without room, "
                            << all.collections << " collections");
    CHECK(all.allocations > 1000);
    CHECK(all.failures > 100);
    CHECK(all.collections > 100);
}
TEST_CASE_TEMPLATE_APPLY(shadowed, test::layouts);

}  // namespace
