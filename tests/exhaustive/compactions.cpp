// tests/exhaustive/compactions.cpp: a compaction of every small heap, in every layout.
#include <doctest/doctest.h>

#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "every_heap.hpp"
#include "layouts.hpp"
#include "one_compaction.hpp"

namespace {

using namespace test;
using imperative::checked_memory, imperative::raw_memory;
using imperative::freed_entry;

/// Layer 3 leaves the very words that layer 2 leaves, with storage for all of the heap and for
/// `entries` of it.
template <template <class> class Memory, template <class> class Free, layout L, class R>
bool do_layers_agree(const functional::heap<L>& hp, const R& roots, std::size_t entries)
{
    auto found = hp;
    auto found_roots = roots;
    std::array<freed_entry, 2> storage{{{7, 7}, {7, 7}}};
    Memory<L> memory{found.words, found.origin};
    Free<L> free;
    imperative::compact<L>(memory, free, std::span{storage}.first(entries), found_roots,
                           imperative::unaudited_compaction<L>{});
    const auto right = functional::compact(functional::heap<L>{hp}, roots, 64 * entries);
    return found == right.after.hp &&
           std::equal(found_roots.begin(), found_roots.end(), right.roots.begin());
}

template <layout L>
bool is_definition_7(const functional::heap<L>& hp, const functional::compacted<L>& c)
{
    return graph::definition_7(functional::observe_copy<L>(hp), functional::allocs<L>(hp),
                               functional::observe_copy<L>(c.after.hp), c.moved)
        .holds();
}

template <layout L, class R>
const char* find_wrong_in_layer_2(const small_heap<L>& before, const R& roots)
{
    const auto hp = behind(before, front::nothing);
    const compact_prediction<L> right{before, roots, front::nothing};
    const auto c = functional::compact(functional::heap<L>{hp}, roots);
    if (!right.is_met_by(c.after.hp.words)) return "layer 2 is not what is predicted";
    if (!std::equal(right.roots.begin(), right.roots.end(), c.roots.begin()))
        return "a root of layer 2 is wrong";
    return is_definition_7<L>(hp, c) ? nullptr : "Definition 7 is broken";
}

template <layout L, class R>
const char* find_wrong_in_layer_3(const small_heap<L>& before, const R& roots)
{
    const bool is_alone = leads_to_front(before, roots);
    for (const auto f : {front::nothing, front::free_block, front::object}) {
        if (f != front::nothing && is_alone) continue;
        const auto hp = behind(before, f);
        auto found = hp;
        auto found_roots = roots;
        std::array<freed_entry, 2> storage{};
        raw_memory<L> memory{found.words, found.origin};
        imperative::segregated_fit<L> free;
        imperative::compact<L>(memory, free, storage, found_roots,
                               imperative::unaudited_compaction<L>{});
        const compact_prediction<L> right{before, roots, f};
        if (!right.is_met_by(found.words)) return "layer 3 is not what is predicted";
        if (found_roots != right.roots) return "a root of layer 3 is wrong";
    }
    return nullptr;
}

template <layout L, class R>
const char* find_difference(const small_heap<L>& before, const R& roots)
{
    const bool is_alone = leads_to_front(before, roots);
    for (const auto f : {front::nothing, front::free_block, front::object})
        for (std::size_t entries = 0; entries <= 2 && (f == front::nothing || !is_alone); ++entries)
            if (!do_layers_agree<checked_memory, imperative::next_fit>(behind(before, f), roots,
                                                                       entries))
                return "the layers differ";
    return nullptr;
}

TEST_CASE_TEMPLATE_DEFINE("the pure compaction leaves what is predicted, by Definition 7", L,
                          layer_2)
{
    check_every_heap<L>(6, find_wrong_in_layer_2<L, std::array<word_of<L>, 2>>);
}
TEST_CASE_TEMPLATE_APPLY(layer_2, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("compaction in place leaves what is predicted", L, layer_3)
{
    check_every_heap<L>(7, find_wrong_in_layer_3<L, std::array<word_of<L>, 2>>);
    check_every_heap<L>(4, find_wrong_in_layer_3<L, std::array<word_of<L>, 2>>, choice::all);
}
TEST_CASE_TEMPLATE_APPLY(layer_3, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("compaction in place is the pure one, with less storage too", L, same)
{
    check_every_heap<L>(6, find_difference<L, std::array<word_of<L>, 2>>);
}
TEST_CASE_TEMPLATE_APPLY(same, test::layouts);

}  // namespace
