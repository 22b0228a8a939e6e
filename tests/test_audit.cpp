// tests/test_audit.cpp: an audit is silent on a right collection; contracts/audited_* are the rest.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "faulty_collection.hpp"
#include "heap_builder.hpp"
#include "layouts.hpp"

namespace {

using namespace strata;
using imperative::audited, imperative::unaudited;

static_assert(std::is_same_v<imperative::default_audit<ocaml_64>, audited<ocaml_64>> ==
              audit_build);
static_assert(std::is_empty_v<unaudited<ocaml_64>>);

/// Collects a heap with a live list of two, and says what is left of it.
template <layout L, class Free, std::size_t Window>
constexpr std::size_t survivors_of_audited_collection()
{
    test::heap_builder<L> h;
    h.record({h.data(1)});
    const auto leaf = h.record({h.data(2)});
    h.free(2);
    const auto root = h.record({h.to(leaf)});
    std::array<value_of<L>, 1> stack{};
    imperative::mark_sweep<L, imperative::checked_memory<L>, Free, Window, audited<L>> gc{
        {h.hp.words, h.hp.origin}, stack, imperative::contents::existing};
    gc.collect(std::array{L::pointer_to(root)});
    return functional::h_allocs<L>(h.hp).size();
}

TEST_CASE_TEMPLATE_DEFINE("an audit lets every right collection pass", L, passes)
{
    using namespace imperative;
    CHECK(survivors_of_audited_collection<L, next_fit<L>, 1>() == 2);
    CHECK(survivors_of_audited_collection<L, segregated_fit<L>, 4>() == 2);
}
TEST_CASE_TEMPLATE_APPLY(passes, test::layouts);

TEST_CASE("the collection that the contracts spoil is right when it is not spoiled")
{
    CHECK(test::collect_with([](std::uint64_t, std::uint64_t w) { return w; }) == 0);
}

static_assert(survivors_of_audited_collection<ocaml_64, imperative::next_fit<ocaml_64>, 1>() == 2);

}  // namespace
