// tests/exhaustive/gen_gc.cpp: CakeML's theorems, of every small heap of its algorithm level.
#include <doctest/doctest.h>

#include <cstddef>

#include <strata/layer2_functional/to_gen.hpp>

#include "element_heaps.hpp"

namespace {

using namespace test;
using namespace strata::functional;

constexpr auto any = [](const elements&) { return true; };

TEST_CASE("a full collection of every small heap is gc_related, complete, and divides it")
{
    std::size_t heaps = 0;
    for (num words = 1; words <= 6; ++words)
        for_each_element_heap(words, any, [&](const elements& heap, const addresses& roots) {
            const auto after = gen_gc_full(full_conf{words, {}}, roots, heap);
            const auto verdict = full_collection(is_reference{}, roots, heap, after);
            if (!verdict.holds() || !after.state.ok) FAIL(verdict.sentence);
            ++heaps;
        });
    CHECK(heaps > 30'000);
}

TEST_CASE("a partial collection of every small generation is gc_related and keeps the rest")
{
    std::size_t generations = 0;
    for (num words = 1; words <= 6; ++words)
        for_each_element_heap(
            words, is_generational, [&](const elements& heap, const addresses& roots) {
                for_each_boundary(heap, [&](num gen_start) {
                    const auto [a, refs_start] = division_of(heap);
                    const partial_conf conf{words, {}, gen_start, refs_start};
                    const auto after = gen_gc_partial(conf, roots, heap);
                    const auto verdict = partial_collection(conf, roots, heap, after);
                    if (!verdict.holds() || !after.state.ok) FAIL(verdict.sentence);
                    if (after.state.a > a) FAIL("there is more data than before");
                    if (!gen_state_ok(heap_after(after.state), after.state.a, refs_start,
                                      {after.state.a, gen_start}))
                        FAIL("an old element points to new data afterwards");
                    ++generations;
                });
            });
    CHECK(generations > 30'000);
}

/// One step of both collectors on the same address. Whether they end in the same state.
template <class P, class G>
bool move_both(const partial_conf& conf, P& partial, G& full, const address& x, address& moved)
{
    auto p = gen_gc_partial_move(conf, std::move(partial), x);
    auto g = gen_gc_full_move(to_gen_conf(conf), std::move(full), to_gen_heap_address(conf, x));
    partial = std::move(p.state);
    full = std::move(g.state);
    moved = p.address;
    return g.address == to_gen_heap_address(conf, p.address) && full == to_gen_state(conf, partial);
}

const char* find_difference(const partial_conf& conf, const elements& heap, addresses roots)
{
    const auto whole = gen_gc_partial(conf, roots, heap);
    auto partial = gen_gc_partial_begin(conf, heap);
    auto full = gen_gc_full_begin(to_gen_conf(conf), to_gen_heap(conf, heap));
    const auto extra =
        append(to_gen_roots(conf, roots), to_gen_roots(conf, refs_to_roots(partial.r2)));
    const auto whole_full = gen_gc_full(to_gen_conf(conf), extra, full.heap);
    if (full != to_gen_state(conf, partial)) return "the states differ at the beginning";
    for (auto& root : roots)
        if (!move_both(conf, partial, full, root, root)) return "a root is moved otherwise";
    while (!partial.r2.empty()) {
        auto ref = partial.r2.front();
        partial.r2.erase(partial.r2.begin());
        for (auto& x : ref.xs)
            if (!move_both(conf, partial, full, x, x)) return "a reference is moved otherwise";
        partial.r1.push_back(ref);
    }
    while (!partial.h2.empty()) {
        partial = gc_move_data_body(conf, std::move(partial));
        full = gc_move_data_body(to_gen_conf(conf), std::move(full));
        if (full != to_gen_state(conf, partial)) return "an element is updated otherwise";
    }
    if (partial != whole.state || roots != whole.addresses)
        return "the steps are not those of gen_gc_partial";
    if (full != whole_full.state ||
        append(to_gen_roots(conf, roots), to_gen_roots(conf, refs_to_roots(partial.r1))) !=
            whole_full.addresses)
        return "the steps are not those of gen_gc_full";
    return nullptr;
}

TEST_CASE("a partial collection is a full one to which pointers outside are data, step for step")
{
    std::size_t runs = 0;
    for (num words = 1; words <= 6; ++words)
        for_each_element_heap(
            words, is_generational, [&](const elements& heap, const addresses& roots) {
                for_each_boundary(heap, [&](num gen_start) {
                    const partial_conf conf{words, {}, gen_start, division_of(heap).refs_start};
                    if (const auto* wrong = find_difference(conf, heap, roots)) FAIL(wrong);
                    ++runs;
                });
            });
    CHECK(runs > 30'000);
}

/// What is before a collection of a divided heap, with two generations.
collected<int, tag> before(const elements& heap, const addresses& roots, num young, num older)
{
    const auto [a, refs_start] = division_of(heap);
    return {roots, heap, a, refs_start - a, {young, older}, true};
}

bool is_right(const collected<int, tag>& was, const collected<int, tag>& is, num limit)
{
    return is.ok && roots_ok(is.roots, is.heap) && heap_ok(is.heap, limit) &&
           is_divided(is_reference{}, is.heap, is.a + is.n) &&
           gen_state_ok(is.heap, is.a, is.a + is.n, is.gen_starts) &&
           reachable_addresses(was.roots, was.heap).size() ==
               reachable_addresses(is.roots, is.heap).size();
}

TEST_CASE("of nested generations any may be collected, whichever way, and the next collection too")
{
    constexpr num words = 5;
    const full_conf conf{words, {}};
    for_each_element_heap(words, is_generational, [&](const elements& heap, const addresses& r) {
        for_each_boundary(heap, [&](num older) {
            for_each_boundary(heap, [&](num young) {
                if (young < older) return;
                const auto was = before(heap, r, young, older);
                for (std::size_t which = 0; which < 3; ++which) {
                    const auto is = gc_combined(conf, gc_kind::generational, was, which < 2, which);
                    if (!is_right(was, is, words)) FAIL("one collection of nested generations");
                    const auto again = gc_combined(conf, gc_kind::generational, is, true, 1);
                    if (!is_right(is, again, words)) FAIL("a second one, of the older");
                }
            });
        });
    });
}

TEST_CASE("after a simple collection of any heap, a full one makes it generational")
{
    constexpr num words = 5;
    const full_conf conf{words, {}};
    for_each_element_heap(words, any, [&](const elements& heap, const addresses& roots) {
        const collected<int, tag> was{roots, heap, words, 0, {0}, true};
        CHECK_MESSAGE(gc_combined(conf, gc_kind::none, was, true) == was, "none does nothing");
        const auto simple = gc_combined(conf, gc_kind::simple, was, true);
        const auto reachable = heap_filter(reachable_addresses(roots, heap), heap);
        if (!simple.ok || simple.a != heap_length(reachable) || simple.a + simple.n != words)
            FAIL("a simple collection is complete");
        const auto full = gc_combined(conf, gc_kind::generational, simple, false);
        if (!is_right(was, full, words)) FAIL("a full collection divides any heap");
        const auto back = gc_combined(conf, gc_kind::simple, full, false);
        if (back.a != simple.a || !heap_ok(back.heap, words)) FAIL("and back");
    });
}

}  // namespace
