// tests/mutants/copies.cpp: the stage that copies every small heap, in layers 2 and 3.
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/replicating.hpp>

#include "../one_copy.hpp"
#include "drawing.hpp"
#include "judge.hpp"
#include "judged_layout.hpp"

namespace {

using namespace strata;
using judge::require;
using judge::compiled_for::f;
using judge::compiled_for::L;
using judge::compiled_for::W;
using roots_t = std::array<W, 2>;
using run_t = test::copying<L, imperative::checked_memory>;
using right_t = test::copy_prediction<L>;

judge::image shown, expected, found;
std::vector<std::uint64_t> shown_roots;
std::string configuration;

[[nodiscard]] std::string draw_shown()
{
    std::vector<judge::column> columns{{"before", &shown}};
    if (!found.words.empty())
        columns.insert(columns.end(), {{"right", &expected}, {"found", &found}});
    return "  " + configuration + "\n" + judge::draw_roots(f, shown, shown_roots) +
           judge::draw(f, columns);
}

/// Shows what to-space holds if it is not what it must be.
template <class Words>
void compare(const right_t& right, const Words& words, const char* check)
{
    if (test::same_prefix(words, right.words, right.size)) return;
    expected = {test::other_origin<L>, {right.words.begin(), right.words.begin() + right.size}};
    found = {test::other_origin<L>, {words.begin(), words.begin() + right.size}};
    judge::reject(check);
}

void judge_layer_2(const test::small_heap<L>& before, const roots_t& roots, const right_t& right)
{
    configuration = "layer 2";
    const functional::heap<L> from{before.origin(), {before.words().begin(), before.words().end()}};
    for (std::size_t room = 0; room <= right.size; ++room) {
        const functional::heap<L> to{test::other_origin<L>, std::vector<W>(room)};
        const auto m = functional::gc(functional::before_gc<L>(from, to, roots));
        require(m.ok == (room == right.size), "layer 2: a copy is made iff there is room for all");
        require(m.ok || (m.from == from && test::same_prefix(m.roots, roots, 2)),
                "layer 2: without room nothing changes");
        if (!m.ok) continue;
        compare(right, m.to.words, "layer 2: to-space holds the copies in their order");
        require(test::same_prefix(m.roots, right.roots, 2),
                "layer 2: the roots lead to the copies");
        const auto flipped = functional::finalize_gc(m);
        require(flipped.from == m.to && flipped.alloc == m.unscanned &&
                    flipped.unscanned == flipped.to.begin() && flipped.next_root == 0,
                "layer 2: finalize_gc exchanges the spaces");
    }
}

void judge_breadth_first(const test::small_heap<L>& before, const roots_t& roots,
                         const right_t& right)
{
    configuration = "layer 3, breadth first";
    run_t run{before, roots, right.size};
    const auto used = run.breadth_first(imperative::unaudited_gc<L>{});
    require(used <= right.size, "copying ends with room to spare");
    compare(right, run.to, "to-space holds the copies in their order");
    require(run.roots == right.roots, "the roots lead to the copies");
    require(used == right.size, "as many words are used as are reachable");
}

/// Two collections, breadth first, bring any order into the predicted one and leave garbage behind.
void compare_graphs(const right_t& right, const std::vector<W>& copies, const roots_t& roots,
                    const char* check, const char* check_of_roots)
{
    const functional::heap<L> from{test::other_origin<L>, copies};
    const functional::heap<L> back{test::small_origin<L>, std::vector<W>(right.size)};
    auto m = functional::gc(functional::before_gc<L>(from, back, roots));
    require(m.ok && m.unscanned == m.to.end(), "what is copied is well formed");
    m = functional::gc(functional::before_gc<L>(
        m.to, functional::heap<L>{test::other_origin<L>, std::vector<W>(right.size)}, m.roots));
    compare(right, m.to.words, check);
    require(test::same_prefix(m.roots, right.roots, 2), check_of_roots);
}

/// One order, with every size of to-space: all is copied, or nothing has changed. With room, the
/// roots lead to a graph of the same words, wherever its objects are.
template <class F>
void judge_order(const test::small_heap<L>& before, const roots_t& roots, const right_t& right,
                 const char* order, F collect)
{
    configuration = order;
    for (std::size_t room = 0; room <= right.size; ++room) {
        run_t run{before, roots, room};
        const bool ok = collect(run) == right.size;
        require(ok == (room == right.size), "a copy is made iff there is room for all");
        require(ok || (run.from == before.storage && run.roots == roots),
                "without room nothing changes");
        if (!ok) continue;
        compare_graphs(right, {run.to.begin(), run.to.begin() + room}, run.roots,
                       "in any order the copies are the same graph",
                       "in any order the roots lead to it");
    }
}

/// Breadth first, with a hint, and after all is scanned a write to the place `p` of the object that
/// starts at `start`.
void judge_replicas(const test::small_heap<L>& before, const roots_t& roots, std::size_t start,
                    std::size_t p)
{
    configuration = "replicas, and a write to word " + std::to_string(p);
    using memory = imperative::checked_memory<L>;
    auto from = before.storage;
    std::array<W, test::most_words> to{}, beside{};
    const memory originals{{from.data(), before.size}, test::small_origin<L>};
    imperative::replicating<L, memory, imperative::unaudited_replicas<L>> gc{
        originals,
        {{to.data(), before.size}, test::other_origin<L>},
        {{beside.data(), before.size}, static_cast<W>(test::other_origin<L> * 2)},
        {originals.end(), originals.end()}};
    gc.begin(std::array{roots[0]});
    gc.step(test::most_words);
    require(from == before.storage, "the mutator does not see that its objects are copied");
    const auto h = header_of<L>{static_cast<W>(before.origin() + start * L::mword)};
    gc.write(f_address<L>(h), static_cast<W>(p - start), roots[1]);
    auto after = before;
    after.storage[p] = roots[1];
    auto slots = roots;
    require(gc.finish(slots), "there is room for all replicas");
    const auto used = gc.memory().end() - gc.memory().begin();
    const std::vector<W> words{to.begin(), to.begin() + used / L::mword};
    compare_graphs(right_t{after, roots}, words, slots,
                   "the replicas are what the mutator has written", "the roots lead to replicas");
}
void judge_replicas(const test::small_heap<L>& before, const roots_t& roots)
{
    for (std::size_t p = 0, start = 0; p < before.size; ++p) {
        if ((before.starts & test::only(p)) != 0) start = p;
        if ((before.values & test::only(p)) != 0) judge_replicas(before, roots, start, p);
    }
}

void judge_heap(const test::small_heap<L>& before, const roots_t& roots)
{
    judge::next_trial();
    judge::scene_words = before.size;
    shown = {before.origin(), {before.words().begin(), before.words().end()}};
    shown_roots = {roots.begin(), roots.end()};
    const right_t right{before, roots};
    const imperative::unaudited_gc<L> audit;
    judge_layer_2(before, roots, right);
    judge_breadth_first(before, roots, right);
    judge_order(before, roots, right, "breadth first",
                [&](run_t& run) { return run.breadth_first(audit); });
    judge_order(before, roots, right, "depth first, a stack of 1",
                [&](run_t& run) { return run.depth_first(audit, 1); });
    judge_order(before, roots, right, "depth first, a stack of 9",
                [&](run_t& run) { return run.depth_first(audit, 9); });
    judge_order(before, roots, right, "preorder, a stack of 1",
                [&](run_t& run) { return run.preorder(audit, 1); });
    judge_order(before, roots, right, "preorder, a stack of 9",
                [&](run_t& run) { return run.preorder(audit, 9); });
    judge_order(before, roots, right, "eager forwarding, a stack of 1",
                [&](run_t& run) { return run.eager(audit, 1); });
    if (before.number % 3 == 0) judge_replicas(before, roots);
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge::scene = draw_shown;
    std::size_t heaps = 0;
    const auto most = judge::compiled_for::most_words;
    for (std::size_t words = 1; words <= most; ++words)
        test::for_each_rooted_heap<L>(words, [&](const auto& heap, const auto& roots) {
            if (words == 7 && heap.number % 7 != 0) return true;
            judge_heap(heap, roots);
            ++heaps;
            return true;
        });
    std::printf("accepted: %zu heaps of up to %zu words\n", heaps, most);
}
