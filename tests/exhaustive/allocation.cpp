// tests/exhaustive/allocation.cpp: after every collection of a small heap, an object of each size.
#include <doctest/doctest.h>

#include <optional>

#include <strata/layer2_functional/well_formed_heap.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "every_heap.hpp"
#include "layouts.hpp"
#include "one_collection.hpp"

namespace {

using namespace test;
using imperative::checked_memory, imperative::next_fit;

/// The words of the objects that survive.
template <layout L>
places live_places(const small_heap<L>& before, const prediction<L>& after)
{
    places live = 0;
    bool survives = false;
    for (std::size_t p = 0; p < before.size; ++p) {
        if ((before.starts & only(p)) != 0) survives = (after.survivors & only(p)) != 0;
        if (survives) live |= only(p);
    }
    return live;
}

/// What is wrong with an object of `wosize` fields at `x`, given the words that were live before.
template <layout L>
const char* find_wrong_object(std::span<const word_of<L>> words, places live, std::size_t wosize,
                              value_of<L> x)
{
    const auto start = static_cast<std::size_t>((x.at - small_origin<L>) / L::mword - 1);
    const places taken = ((only(wosize + 1) - 1) << start);
    if (start + wosize + 1 > words.size()) return "the object is not in the heap";
    if ((taken & live) != 0) return "the object overlaps a live one";
    if (words[start] != L::make_header(static_cast<word_of<L>>(wosize), color::white, 0))
        return "the header is not that of a white object of this size";
    return nullptr;
}

template <layout L, class Parts, class R>
const char* find_wrong_allocation(const small_heap<L>& before, const R& roots)
{
    const prediction<L> after{before, roots};
    const auto live = live_places(before, after);
    collected<L, Parts> swept{before};
    swept.collect(roots, imperative::unaudited<L>{});
    for (std::size_t wosize = 1; wosize <= before.size; ++wosize) {
        auto run = swept;
        auto memory = run.memory();
        const auto x = imperative::allocate<L>(memory, run.free, word<word_of<L>>(wosize), 0);
        if (x.has_value() != (wosize <= after.largest)) return "there is room, or there is none";
        if (!x && run.words != swept.words) return "there is no room, and a word has changed";
        const std::span<const word_of<L>> words{run.words.data(), run.size};
        if (x)
            if (const auto wrong = find_wrong_object<L>(words, live, wosize, *x)) return wrong;
        if (!same_words(run.words, swept.words, run.size, ~live)) return "a live word has changed";
        if (functional::find_defect<L>(memory)) return "the heap is not well formed";
    }
    return nullptr;
}

template <template <class> class Free>
using eager_parts = parts<checked_memory, Free, darkening::eager, 1, 1>;

TEST_CASE_TEMPLATE_DEFINE("next fit has room exactly for what fits, and keeps the heap well formed",
                          L, next_fit_allocates)
{
    check_every_heap<L>(7,
                        find_wrong_allocation<L, eager_parts<next_fit>, std::array<word_of<L>, 2>>);
}
TEST_CASE_TEMPLATE_APPLY(next_fit_allocates, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("segregated fit has room exactly for what fits, and does no harm", L,
                          segregated_fit_allocates)
{
    check_every_heap<L>(
        6, find_wrong_allocation<L, eager_parts<segregated>, std::array<word_of<L>, 2>>);
}
TEST_CASE_TEMPLATE_APPLY(segregated_fit_allocates, test::layouts);

}  // namespace
