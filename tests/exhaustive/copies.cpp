// tests/exhaustive/copies.cpp: copying collections of every small heap, in every layout and order.
#include <doctest/doctest.h>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "copied_layouts.hpp"
#include "every_heap.hpp"
#include "one_copy.hpp"

namespace {

using namespace test;
using imperative::checked_memory, imperative::raw_memory;
using imperative::unaudited_gc;

/// Whether from-space is what it was, but for a header and an address in place of what has moved.
template <layout L, class Words>
bool is_left_behind(const small_heap<L>& before, const copy_prediction<L>& right, const Words& from)
{
    auto expected = before.storage;
    for (std::size_t p = 0; p < before.size; ++p)
        if ((right.copied & only(p)) != 0) {
            expected[p] = L::make_header(word<word_of<L>>(0), color::black, word<word_of<L>>(0));
            expected[p + 1] =
                static_cast<word_of<L>>(other_origin<L> + (right.moved[p] + 1) * L::mword);
        }
    return same_prefix(from, expected, before.size);
}

template <layout L, class R>
const char* find_wrong_in_layer_2(const small_heap<L>& before, const R& roots)
{
    using functional::heap;
    const copy_prediction<L> right{before, roots};
    const heap<L> from{before.origin(), {before.words().begin(), before.words().end()}};
    for (std::size_t room = 0; room <= right.size; ++room) {
        const heap<L> to{other_origin<L>, std::vector<word_of<L>>(room)};
        const auto m = functional::before_gc<L>(from, to, roots);
        const auto after = functional::gc(m);
        if (after.ok != (room == right.size)) return "a copy is made iff there is room for all";
        if (!after.ok && (after.from != from || after.roots != m.roots))
            return "without room something has changed";
        if (!after.ok) continue;
        if (!same_prefix(after.to.words, right.words, right.size)) return "to-space is wrong";
        if (!same_prefix(after.roots, right.roots, right.roots.size())) return "a root is wrong";
        if (!is_left_behind(before, right, after.from.words)) return "from-space is wrong";
    }
    return nullptr;
}

/// Layer 3, breadth first: the very words that were predicted.
template <template <class> class Memory, layout L, class R>
const char* find_wrong_in_order(const small_heap<L>& before, const R& roots)
{
    const copy_prediction<L> right{before, roots};
    copying<L, Memory> run{before, roots, right.size};
    if (run.breadth_first(unaudited_gc<L>{}) != right.size) return "another number of words";
    if (!same_prefix(run.to, right.words, right.size)) return "to-space is wrong";
    if (run.roots != right.roots) return "a root is wrong";
    return is_left_behind(before, right, run.from) ? nullptr : "from-space is wrong";
}

/// Without room for all, in every order: no word of from-space and no root has changed.
template <layout L, class R>
const char* find_loss(const small_heap<L>& before, const R& roots)
{
    const copy_prediction<L> right{before, roots};
    const auto lost = [&](std::size_t room, auto collect) {
        copying<L, checked_memory> run{before, roots, room};
        const bool done = collect(run) == right.size;
        if (room == right.size) return !done;
        return done || run.from != before.storage || run.roots != roots;
    };
    const unaudited_gc<L> audit;
    for (std::size_t room = 0; room <= right.size; ++room) {
        if (lost(room, [&](auto& run) { return run.breadth_first(audit); })) return "breadth first";
        if (lost(room, [&](auto& run) { return run.depth_first(audit, 1); })) return "depth first";
        if (lost(room, [&](auto& run) { return run.depth_first(audit, 9); })) return "deep stack";
        if (lost(room, [&](auto& run) { return run.preorder(audit, 1); })) return "preorder";
        if (lost(room, [&](auto& run) { return run.preorder(audit, 9); })) return "deep preorder";
        if (lost(room, [&](auto& run) { return run.eager(audit, 2); })) return "eager forwarding";
    }
    return nullptr;
}

TEST_CASE_TEMPLATE_DEFINE("the pure copying collector leaves what is predicted, or nothing", L,
                          layer_2)
{
    check_every_heap<L>(6, find_wrong_in_layer_2<L, std::array<word_of<L>, 2>>);
}
TEST_CASE_TEMPLATE_APPLY(layer_2, test::copied_layouts);

TEST_CASE_TEMPLATE_DEFINE("copying in place, breadth first, leaves what is predicted", L, layer_3)
{
    using roots = std::array<word_of<L>, 2>;
    check_every_heap<L>(8, find_wrong_in_order<raw_memory, L, roots>);
    check_every_heap<L>(6, find_wrong_in_order<checked_memory, L, roots>);
    check_every_heap<L>(4, find_wrong_in_order<checked_memory, L, roots>, choice::all);
}
TEST_CASE_TEMPLATE_APPLY(layer_3, test::copied_layouts);

TEST_CASE_TEMPLATE_DEFINE("a to-space too small for any reason loses nothing in any order", L, loss)
{
    check_every_heap<L>(6, find_loss<L, std::array<word_of<L>, 2>>);
}
TEST_CASE_TEMPLATE_APPLY(loss, test::copied_layouts);

}  // namespace
