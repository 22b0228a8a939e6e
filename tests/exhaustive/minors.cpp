// tests/exhaustive/minors.cpp: a minor collection of every small heap, cut in two at every place.
#include <doctest/doctest.h>

#include <cstddef>
#include <type_traits>

#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "every_heap.hpp"
#include "layouts.hpp"
#include "one_minor.hpp"

namespace {

using namespace test;
template <class L>
using by_size = imperative::segregated_fit<L>;
template <class L>
using in_order = imperative::next_fit<L>;

/// Every cut; no room, one word too few, and enough; a table and a stack of one entry, and of all.
template <template <class> class Allocator, class Audit, layout L>
const char* find_wrong(const small_heap<L>& before, const std::array<word_of<L>, 2>& roots)
{
    for (std::size_t cut = 2; cut <= before.size; ++cut) {
        if (!small_generations<L>::is_cut(before, cut)) continue;
        const small_generations<L> g{before, roots, cut};
        const auto enough = g.live_words;
        for (const auto room : {std::size_t{0}, enough > 0 ? enough - 1 : 0, enough, enough + 1})
            for (const std::size_t entries : {std::size_t{1}, most_words}) {
                if (const auto* wrong = find_wrong_minor<L, Allocator<L>, Audit>(g, room, entries))
                    return wrong;
                if (const auto* wrong =
                        find_wrong_minor<L, Allocator<L>, Audit,
                                         imperative::mark_stack<word_of<L>>>(g, room, entries))
                    return wrong;
            }
    }
    return nullptr;
}

TEST_CASE_TEMPLATE_DEFINE("a minor collection promotes what is predicted, or changes nothing", L,
                          predicted)
{
    // With seven words an old field can lead to the inside of a young closure.
    constexpr std::size_t most = std::is_same_v<L, ocaml_64> ? 7 : 6;
    check_every_heap<L>(most, find_wrong<by_size, imperative::unaudited_minor<L>, L>);
}
TEST_CASE_TEMPLATE_APPLY(predicted, test::layouts);

TEST_CASE("a minor collection promotes what is predicted to a next-fit list too")
{
    using L = ocaml_64;
    check_every_heap<L>(6, find_wrong<in_order, imperative::unaudited_minor<L>, L>);
}

TEST_CASE_TEMPLATE_DEFINE("minor collections of small heaps are those of layer 2, by Definition 7",
                          L, audited_too)
{
    check_every_heap<L>(5, find_wrong<by_size, imperative::audited_minor<L>, L>);
}
TEST_CASE_TEMPLATE_INVOKE(audited_too, ocaml_64, bitmap_record);

}  // namespace
