// tests/exhaustive/heaps_of_every_layout.cpp: every combination of parts, on heaps of every layout.
#include <doctest/doctest.h>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/marked.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "every_heap.hpp"
#include "layouts.hpp"
#include "one_collection.hpp"

namespace {

using namespace test;
using imperative::checked_memory, imperative::raw_memory, imperative::next_fit;
constexpr auto eager = darkening::eager, lazy = darkening::lazy;

template <template <class> class Memory, template <class> class Free>
using windows_and_stacks =
    collectors<parts<Memory, Free, eager, 1, 1>, parts<Memory, Free, eager, 1, most_words>,
               parts<Memory, Free, lazy, 2, 1>, parts<Memory, Free, lazy, 2, most_words>,
               parts<Memory, Free, lazy, 4, 1>, parts<Memory, Free, lazy, 4, most_words>>;

template <layout L>
using marked_raw = imperative::marked<L, raw_memory<L>>;

template <class Collectors, layout L>
void check_collectors()
{
    const auto find_wrong = Collectors::template find_wrong<L, std::array<word_of<L>, 2>>;
    check_every_heap<L>(6, find_wrong);
    check_every_heap<L>(4, find_wrong, choice::all);
}

TEST_CASE_TEMPLATE_DEFINE("a next-fit collector in raw memory leaves what is predicted", L,
                          raw_next)
{
    check_collectors<windows_and_stacks<raw_memory, next_fit>, L>();
}
TEST_CASE_TEMPLATE_DEFINE("a next-fit collector in checked memory leaves what is predicted", L,
                          checked_next)
{
    check_collectors<windows_and_stacks<checked_memory, next_fit>, L>();
}
TEST_CASE_TEMPLATE_DEFINE("a segregated-fit collector in raw memory leaves what is predicted", L,
                          raw_segregated)
{
    check_collectors<windows_and_stacks<raw_memory, segregated>, L>();
}
TEST_CASE_TEMPLATE_DEFINE("a segregated-fit collector in checked memory leaves what is predicted",
                          L, checked_segregated)
{
    check_collectors<windows_and_stacks<checked_memory, segregated>, L>();
}
TEST_CASE_TEMPLATE_DEFINE("a collector with marks beside the heap leaves what is predicted", L,
                          beside)
{
    check_collectors<windows_and_stacks<marked_raw, next_fit>, L>();
}
TEST_CASE_TEMPLATE_APPLY(raw_next, test::layouts);
TEST_CASE_TEMPLATE_APPLY(checked_next, test::layouts);
TEST_CASE_TEMPLATE_APPLY(raw_segregated, test::layouts);
TEST_CASE_TEMPLATE_APPLY(checked_segregated, test::layouts);
TEST_CASE_TEMPLATE_INVOKE(beside, ocaml_64, ocaml_32, bitmap_record);

}  // namespace
