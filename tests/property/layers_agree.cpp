// tests/property/layers_agree.cpp: layer 3 is layer 2, bit for bit, after each phase.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <vector>

#include <strata/layer2_functional/collect.hpp>

#include "collector_parts.hpp"
#include "layouts.hpp"
#include "recipes.hpp"

namespace {

using namespace strata;

/// The free blocks that an allocator has, by address.
template <class L, class M, class A>
std::vector<header_of<L>> free_blocks(const M& memory, const A& free)
{
    std::vector<header_of<L>> found;
    free.each_free(memory, [&](header_of<L> h) {
        found.push_back(h);
        return true;
    });
    std::sort(found.begin(), found.end());
    return found;
}

template <class L>
void clear_links(functional::heap<L>& hp)
{
    for (const auto h : functional::blues<L>(hp)) hp.store(f_address<L>(h).at, 0);
}

// In place, on one copy of the words, against values; marks beside them are black headers, and no
// place to cut a free run but the limit. RC_ASSERT gets a bool so that a failure is
// shown by the small heap that was drawn, not by two long vectors.
template <class L, class P>
void check_phases(const test::random_heap<L>& made, std::size_t stack, std::uint64_t part,
                  std::uint64_t limit)
{
    using W = word_of<L>;
    using M = typename P::template memory<L>;
    if constexpr (marked_memory<M, W>) limit = functional::coalescing<L>;
    auto words = made.hp.words;
    std::vector<value_of<L>> storage(stack);
    std::array<value_of<L>, P::window> ring{};
    const M memory{words, made.hp.origin};
    const auto holds = [&](const functional::heap<L>& hp) -> bool {
        if constexpr (marked_memory<M, W>) return functional::snapshot<L>(memory) == hp;
        else return words == hp.words;
    };

    auto marking = imperative::begin_mark<L, P::when>(memory, imperative::mark_stack<W>{storage},
                                                      imperative::prefetch_window{ring}, part);
    imperative::darken_roots(marking, made.roots);
    auto darkened = functional::darken_roots(functional::st_hp<L>{{}, made.hp}, made.roots);
    RC_ASSERT(holds(darkened.hp));

    marking = imperative::mark(std::move(marking));
    auto marked = functional::mark(std::move(darkened));
    RC_ASSERT(holds(marked));

    const auto sweeping = imperative::sweep(
        imperative::begin_sweep<L>(marking.memory, typename P::template allocator<L>{}, limit));
    auto [swept, fp] = functional::sweep(std::move(marked), limit);
    const auto free = free_blocks<L>(sweeping.memory, sweeping.free);
    RC_ASSERT(free.size() == functional::blues<L>(swept).size());
    if constexpr (requires { sweeping.free.fp(); }) {
        RC_ASSERT(sweeping.free.fp().at == fp.at);
        RC_ASSERT(holds(swept));
    } else {
        const bool same_blocks = free == functional::blues<L>(swept);
        RC_ASSERT(same_blocks);
        functional::heap<L> unlinked{made.hp.origin, words};
        clear_links(unlinked);
        clear_links(swept);
        const bool same_words = unlinked == swept;
        RC_ASSERT(same_words);
    }
}

template <class L>
auto layers_agree_on(rc::Gen<test::heap_recipe> recipes, std::size_t most_stack)
{
    return [recipes, most_stack] {
        const auto made = test::make_heap<L>(*recipes);
        RC_LOG() << test::draw<L>(made.hp, made.roots);
        const auto stack = *test::number_below<std::size_t>(most_stack) + 1;
        const auto part = *test::number_below<std::uint64_t>(20) + 1;
        const auto limit = *rc::gen::weightedElement<std::uint64_t>(
            {{4, functional::coalescing<L>}, {1, functional::plain}, {1, 1}, {1, 5}});
        const auto choice = *test::number_below(test::part_choices);
        test::with_parts(choice, [&]<class P>(P) { check_phases<L, P>(made, stack, part, limit); });
    };
}

TEST_CASE_TEMPLATE_DEFINE("layer 3 is layer 2 bit for bit, phase by phase", L, small)
{
    CHECK(test::holds("on small heaps", 300, layers_agree_on<L>(test::small_heaps(), 12)));
}
TEST_CASE_TEMPLATE_APPLY(small, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("layer 3 is layer 2 bit for bit on heaps of megabytes", L, large)
{
    CHECK(test::holds("on large heaps", 3, layers_agree_on<L>(test::large_heaps(), 3000)));
}
TEST_CASE_TEMPLATE_APPLY(large, test::layouts);

}  // namespace
