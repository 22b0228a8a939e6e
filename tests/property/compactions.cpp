// tests/property/compactions.cpp: compactions of random heaps, in every layout.
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/compact.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/compact.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "layouts.hpp"
#include "recipes.hpp"

namespace {

using namespace strata;
using imperative::checked_memory, imperative::raw_memory;

/// Layer 3, with storage for so many entries, leaves the words that layer 2 leaves.
template <class L, template <class> class Memory>
functional::compacted<L> check_layers(const test::random_heap<L>& made, std::size_t entries)
{
    auto found = made.hp;
    auto roots = made.roots;
    std::vector<imperative::freed_entry> storage(entries, {7, 7});
    Memory<L> memory{found.words, found.origin};
    imperative::next_fit<L> free;
    imperative::compact<L>(memory, free, storage, roots, imperative::unaudited_compaction<L>{});
    auto right = functional::compact(functional::heap<L>{made.hp}, made.roots, 64 * entries);
    const bool same = found == right.after.hp && roots == right.roots;
    RC_ASSERT(same);
    RC_ASSERT(free.fp().at == right.after.fp.at);
    return right;
}

template <class L>
void check_definition_7(const test::random_heap<L>& made, const functional::compacted<L>& c)
{
    const auto verdict =
        graph::definition_7(functional::observe_copy<L>(made.hp), functional::allocs<L>(made.hp),
                            functional::observe_copy<L>(c.after.hp), c.moved);
    RC_ASSERT(verdict.clause == 0);
    RC_ASSERT(!functional::find_root_defect<L>(c.after.hp, c.roots).has_value());
}

TEST_CASE_TEMPLATE_DEFINE("compactions of random heaps satisfy Definition 7", L, verdicts)
{
    CHECK(test::holds("on small heaps", 60, [] {
        const auto made = test::make_heap<L>(*test::small_heaps());
        RC_LOG() << test::draw<L>(made.hp, made.roots);
        const auto all = made.hp.words.size() / 64 + 1;
        const auto part = *test::number_below<std::size_t>(all);
        check_definition_7<L>(made, check_layers<L, checked_memory>(made, part));
        const auto whole = check_layers<L, checked_memory>(made, all);
        check_definition_7<L>(made, whole);
        RC_ASSERT(functional::blues<L>(whole.after.hp).size() <= 1U);
    }));
}
TEST_CASE_TEMPLATE_APPLY(verdicts, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("compaction in place is the pure one word for word on large heaps", L,
                          large)
{
    CHECK(test::holds("on large heaps", 1, [] {
        const auto made = test::make_heap<L>(*test::large_heaps());
        static_cast<void>(check_layers<L, raw_memory>(made, made.hp.words.size() / 64 + 1));
    }));
}
TEST_CASE_TEMPLATE_INVOKE(large, ocaml_64, ocaml_32, bitmap_record);

}  // namespace
