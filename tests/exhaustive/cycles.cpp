// tests/exhaustive/cycles.cpp: small heaps under an incremental collector and a busy mutator.
#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include <strata/instantiations/all.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "layouts.hpp"
#include "small_cycles.hpp"

namespace {

using namespace strata;
using imperative::held_runs, imperative::incremental, imperative::marked, imperative::next_fit;
using imperative::raw_memory, imperative::segregated_fit, imperative::unaudited_cycle;

// Its sweep holds one free run: steps that make them into blocks fall between all others.
template <layout L>
using paper = incremental<L, raw_memory<L>, next_fit<L>, 1, unaudited_cycle<L>, held_runs<L, 1>>;
template <layout L>
using fast = incremental<L, raw_memory<L>, segregated_fit<L>, 2, unaudited_cycle<L>>;

// The same with marks beside the heap.
template <layout L>
using marked_paper =
    incremental<L, marked<L, raw_memory<L>>, next_fit<L>, 1, unaudited_cycle<L>, held_runs<L, 1>>;
template <layout L>
using marked_fast =
    incremental<L, marked<L, raw_memory<L>>, segregated_fit<L>, 2, unaudited_cycle<L>>;

/// A layout in which every free run of more than three words is several blocks.
struct short_blocks : ocaml_64 {
    static constexpr std::uint64_t max_wosize = 2;
};

/// Tries every interleaving of up to `most_actions` with the steps of a cycle on each heap that
/// `for_each` calls its argument with.
template <class GC, class ForEach>
void check_cycles(ForEach for_each, std::size_t stack, unsigned most_actions)
{
    test::small_cycles<GC> s;
    s.stack_size = stack;
    const bool right = for_each([&](const auto& to, unsigned rooted) {
        const char* const wrong = s.find_wrong(to, rooted, most_actions);
        if (wrong == nullptr) return true;
        std::string path;
        for (const auto& what : s.path) path += " | " + what;
        FAIL_CHECK(std::string{wrong} << "\n  a points to " << to[0] << " and " << to[1]
                                      << ", b to " << to[2] << ", c to " << to[3] << ", roots "
                                      << rooted << path);
        return false;
    });
    CHECK(right);
    MESSAGE(s.cycles << " cycles");
}

constexpr auto heaps = [](auto visit) { return test::for_each_small_cycle(visit); };
constexpr auto fewer_heaps = [](auto visit) { return test::for_each_smaller_cycle(visit); };

TEST_CASE_TEMPLATE("one action between any two steps of a cycle harms nothing", L, ocaml_64,
                   ocaml_32, ocaml_64_proof)
{
    check_cycles<paper<L>>(heaps, 1, 1);
    check_cycles<fast<L>>(heaps, 1, 1);
    check_cycles<fast<L>>(heaps, 4, 1);
}

// There are millions of cycles with two; machines that only check the width of a word and the order
// of its bytes try one.
constexpr bool has_time = sizeof(void*) == 8 && std::endian::native == std::endian::little;
constexpr unsigned actions = has_time ? 2 : 1;

TEST_CASE("several actions between any steps of a cycle harm nothing")
{
    check_cycles<paper<ocaml_64>>(fewer_heaps, 1, actions);
    check_cycles<fast<ocaml_64>>(fewer_heaps, 4, actions);
}

TEST_CASE("one action between any two steps harms nothing where marks are beside the heap")
{
    check_cycles<marked_paper<ocaml_64>>(heaps, 1, 1);
    check_cycles<marked_fast<ocaml_64>>(heaps, 1, 1);
    check_cycles<marked_fast<ocaml_32>>(heaps, 4, 1);
}

TEST_CASE("blocks that are cut where no object begins tile the memory after every step")
{
    check_cycles<paper<short_blocks>>(heaps, 1, 1);
    check_cycles<marked_paper<short_blocks>>(heaps, 1, 1);
    check_cycles<marked_fast<short_blocks>>(heaps, 4, 1);
}

}  // namespace
