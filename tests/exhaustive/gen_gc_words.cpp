// tests/exhaustive/gen_gc_words.cpp: CakeML's collections in place are layer 2's, step for step.
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/gen_gc.hpp>
#include <strata/layer3_imperative/gen_gc_audit.hpp>

#include "cakeml_layouts.hpp"
#include "cakeml_words.hpp"

namespace {

using namespace test;
using namespace strata::imperative;
using functional::heap_ok;
using test::cakeml_layouts;

/// A heap in two memories, and its roots.
template <class L>
struct words {
    using W = word_of<L>;
    std::vector<W> curr, other, roots;
    checked_memory<L> from, to;

    words(const elements& heap, const addresses& r, num room)
        : curr{words_for<L>(heap)}
        , other(room, W{3})
        , roots{words_for<L>(r)}
        , from{curr, 0}
        , to{other, 1000}
    {}
};

/// Runs a collection with every size of the other memory up to `enough`: the step watch ends the
/// program if a step is not that of layer 2.
template <class L, class Begin>
const char* find_wrong(const elements& heap, const addresses& roots, num needed, num enough,
                       Begin begin)
{
    for (num room = 0; room <= enough; ++room) {
        words<L> w{heap, roots, room};
        const auto before = w.curr;
        const auto old_roots = w.roots;
        const auto s = gen_gc(begin(w), w.roots);
        if (s.ok != (room >= needed)) return "it is done iff there is room";
        if (!s.ok && (w.curr != before || w.roots != old_roots)) return "without room it changes";
        if (s.ok && s.watch.steps() < 1 + roots.size()) return "the steps were not watched";
        if (!s.ok) continue;
        auto undone = s;
        gen_gc_put_back(undone, w.roots);
        if (w.curr != before || w.roots != old_roots) return "what is done cannot be undone";
    }
    return nullptr;
}

template <class L>
const char* find_wrong_in_full(const elements& heap, const addresses& roots)
{
    const auto limit = heap_length(heap);
    const auto reachable =
        heap_length(heap_filter(functional::reachable_addresses(roots, heap), heap));
    const auto run = [&](auto view) {
        return find_wrong<L>(heap, roots, reachable, limit, [&](const words<L>& w) {
            return begin_full<L>(w.from, w.to, used_in<L>(heap), view, step_watch<L>{});
        });
    };
    if (const auto* wrong = run(one_kind<L>{})) return wrong;
    return run(whole_heap<L>{});
}

template <class L>
const char* find_wrong_in_partial(const elements& heap, const addresses& roots, num gen_start)
{
    const auto [a, refs_start] = division_of(heap);
    const partial_conf conf{heap_length(heap), {}, gen_start, refs_start};
    const auto right = gen_gc_partial(conf, roots, heap);
    const auto begin = [&](const words<L>& w) {
        return begin_partial<L>(w.from, w.to, used_in<L>(heap), static_cast<word_of<L>>(gen_start),
                                step_watch<L>{});
    };
    if (const auto* wrong =
            find_wrong<L>(heap, roots, right.state.a - gen_start, refs_start - gen_start, begin))
        return wrong;
    words<L> w{heap, roots, refs_start - gen_start};
    auto s = gen_gc(begin(w), w.roots);
    copy_back(s);
    const auto expected = words_for<L>(heap_after(right.state));
    for (num n = 0; n < expected.size(); ++n)
        if ((n < right.state.a || n >= refs_start) && w.curr[n] != expected[n])
            return "a word is not that of layer 2";
    if (w.roots != words_for<L>(right.addresses)) return "a root is not that of layer 2";
    return nullptr;
}

TEST_CASE_TEMPLATE_DEFINE("a full collection in place is layer 2's, with any room, or undone", L,
                          full)
{
    std::size_t heaps = 0;
    for (num size = 1; size <= (sizeof(word_of<L>) == 8 ? 5 : 4) - STRATA_FEWER; ++size)
        for_each_element_heap(size, is_generational, [&](const auto& heap, const auto& roots) {
            if (const auto* wrong = find_wrong_in_full<L>(heap, roots)) FAIL(wrong);
            ++heaps;
        });
    CHECK(heaps > 300);
}
TEST_CASE_TEMPLATE_APPLY(full, cakeml_layouts);

TEST_CASE_TEMPLATE_DEFINE("a partial collection in place is layer 2's, with any room, or undone", L,
                          partial)
{
    std::size_t heaps = 0;
    for (num size = 1; size <= (sizeof(word_of<L>) == 8 ? 5 : 4) - STRATA_FEWER; ++size)
        for_each_element_heap(size, is_generational, [&](const auto& heap, const auto& roots) {
            for_each_boundary(heap, [&](num gen_start) {
                if (const auto* wrong = find_wrong_in_partial<L>(heap, roots, gen_start))
                    FAIL(wrong);
                ++heaps;
            });
        });
    CHECK(heaps > 300);
}
TEST_CASE_TEMPLATE_APPLY(partial, cakeml_layouts);

TEST_CASE("a reference that was half updated when the room was used up is what it was")
{
    const auto datum = element::data_element({}, 0, tag::datum);
    for (num first = 0; first < 4; ++first)
        for (num second = 0; second < 4; ++second)
            for (num third = 0; third < 4; ++third) {
                addresses xs;
                for (const auto to : {first, second, third}) xs.push_back(address::pointer(to, 1));
                const elements heap{datum,
                                    datum,
                                    datum,
                                    datum,
                                    element::data_element(xs, 3, tag::reference),
                                    element::data_element(xs, 3, tag::reference)};
                const auto* wrong = find_wrong_in_partial<cakeml_64>(heap, {xs[1]}, 0);
                CHECK_MESSAGE(wrong == nullptr, wrong);
            }
}

}  // namespace
