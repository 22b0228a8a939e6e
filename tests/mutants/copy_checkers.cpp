// tests/mutants/copy_checkers.cpp: the stage that shows good and bad copies to the checkers.
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/semispace.hpp>

#include "../larch_memories.hpp"
#include "../one_copy.hpp"
#include "judge.hpp"

namespace {

using namespace strata;
using namespace test::larch_memories;
namespace larch = graph::larch;
using judge::require;
using L = ocaml_64;
using W = word_of<L>;
using heap = functional::heap<L>;

bool is_valid(auto change) { return larch::is_valid_memory(changed(one_scanned, change)); }

void judge_memories()
{
    for (const auto& m : {initial, one_copied, one_root, both_roots, one_scanned, final_memory})
        require(larch::is_valid_memory(m), "Larch: the memories of a collection are valid");
    const char* check = "Larch: a memory with one fault is not valid";
    require(!is_valid([](mem& m) { m.mem.bind(4, {1, {}, {}}); }), check);
    require(
        !is_valid([](mem& m) { m.forwarded.bind(3, 102), m.unscanned = {102}, m.mem.unbind(103); }),
        check);
    require(!is_valid([](mem& m) { m.roots = {101, 5}; }), check);
    require(!is_valid([](mem& m) { m.scanned = {101, 102}; }), check);
    require(!is_valid([](mem& m) { m.forwarded.bind(4, 102), m.forwarded.unbind(2); }), check);
    require(!is_valid([](mem& m) { m.forwarded.unbind(2); }), check);
    require(!is_valid([](mem& m) { m.uncopied = {}; }), check);
}

void judge_steps()
{
    require(larch::copy_addr::ensures(initial, one_copied, 1), "Larch: copyAddr copies");
    require(!larch::copy_addr::ensures(initial, one_root, 1), "Larch: copyAddr changes no root");
    require(!larch::copy_addr::ensures(one_copied, one_copied, 1), "Larch: copyAddr copies once");
    require(larch::forward_addr::ensures(one_copied, one_copied, 1, 101) &&
                larch::forward_addr::ensures(one_copied, one_copied, 101, 101),
            "Larch: forwardAddr looks up");
    require(!larch::forward_addr::ensures(one_copied, one_copied, 1, 1),
            "Larch: forwardAddr gives the copy");
    require(larch::forward_root_addr::ensures(one_root, both_roots, 1, 101),
            "Larch: forwardRootAddr forwards one root");
    require(!larch::forward_root_addr::ensures(initial, one_copied, 1, 101) &&
                !larch::forward_root_addr::ensures(initial, both_roots, 1, 101),
            "Larch: forwardRootAddr writes that root");
    require(larch::forward_roots::ensures(initial, both_roots) &&
                !larch::forward_roots::ensures(initial, one_root),
            "Larch: forwardRoots forwards them all");
    require(larch::scan_addr::ensures(both_roots, one_scanned, 101), "Larch: scanAddr scans");
    require(!larch::scan_addr::ensures(one_scanned,
                                       changed(two_scanned,
                                               [](mem& m) {
                                                   m.mem.bind(102, {2, {1}, {}});
                                               }),
                                       102),
            "Larch: scanAddr forwards what it scans");
    require(larch::next_unscanned_node::ensures(final_memory) &&
                !larch::next_unscanned_node::ensures(one_scanned) &&
                !larch::next_unforwarded_root::ensures(one_root),
            "Larch: there is no next only at the end");
    require(larch::gc::ensures(initial, final_memory), "Larch: gc copies what is reachable");
    require(!larch::gc::ensures(initial, more_copied), "Larch: gc copies no garbage");
    require(!larch::gc::ensures(initial, two_scanned), "Larch: gc scans every copy");
    require(!larch::gc::ensures(initial, changed(final_memory,
                                                 [](mem& m) {
                                                     m.roots = {101, 1};
                                                 })),
            "Larch: gc forwards every root");
    require(!larch::gc::ensures(initial, changed(final_memory,
                                                 [](mem& m) {
                                                     m.mem.bind(103, {3, {}, {8}});
                                                 })),
            "Larch: gc changes no value");
    require(!larch::gc::ensures(initial, changed(final_memory,
                                                 [](mem& m) {
                                                     m.mem.bind(102, {2, {103}, {}});
                                                 })),
            "Larch: gc changes no reference");
    require(larch::finalize_gc::ensures(final_memory, flipped) &&
                !larch::finalize_gc::ensures(final_memory, initial),
            "Larch: finalizeGC keeps what was scanned");
}

/// What Definition 7 says of to-space with `words`, in which object p is at place moved[p].
int clause_of(const test::small_heap<L>& before, const std::array<W, 2>& roots,
              const std::vector<W>& words, const std::array<std::size_t, test::most_words>& moved,
              test::places copied)
{
    const heap from{before.origin(), {before.words().begin(), before.words().end()}};
    const heap to{test::other_origin<L>, words};
    graph::moved_to<value_of<L>> f;
    for (std::size_t p = 0; p < before.size; ++p)
        if ((copied & test::only(p)) != 0)
            f.bind({before.origin() + 8 * (p + 1)}, {to.origin + 8 * (moved[p] + 1)});
    return graph::definition_7(functional::observe_copy<L>(from),
                               functional::rooted_objects<L>(from, roots),
                               functional::observe_copy<L>(to), f)
        .clause;
}

/// A right copy, and the same with one fault.
void judge_copy(const test::small_heap<L>& before, const std::array<W, 2>& roots)
{
    judge::next_trial();
    const test::copy_prediction<L> right{before, roots};
    const std::vector<W> words(right.words.begin(), right.words.begin() + right.size);
    const auto clause = [&](const std::vector<W>& found, const auto& moved) {
        return clause_of(before, roots, found, moved, right.copied);
    };
    require(clause(words, right.moved) == 0, "Definition 7 accepts a right copy");
    auto more = words;
    more.insert(more.end(), {L::make_header(1, color::white, 0), 1});
    require(clause(more, right.moved) == 2, "Definition 7 rejects a copy of garbage");
    for (std::size_t p = 0; p < before.size; ++p) {
        if ((right.copied & test::only(p)) == 0) continue;
        auto elsewhere = right.moved;
        elsewhere[p] = 11;
        require(clause(words, elsewhere) == 2, "Definition 7 rejects an object without a copy");
        for (std::size_t q = 0; q < p; ++q) {
            elsewhere[p] = right.moved[q];
            if ((right.copied & test::only(q)) != 0)
                require(clause(words, elsewhere) == 2, "Definition 7 rejects one copy for two");
        }
        for (auto i = p + 1; i < before.size && (before.starts & test::only(i)) == 0; ++i) {
            auto bad = words;
            auto& w = bad[right.moved[p] + i - p];
            if ((before.values & test::only(i)) == 0) continue;
            w = w % 2 == 1 ? 5 : 1;
            const auto said = clause(bad, right.moved);
            require(said == 2 || said == 3, "Definition 7 rejects a field that is lost");
            if (before.storage[i] % 2 == 1)
                require(said == 3, "Definition 7 says that data have changed");
        }
    }
}

/// A memory that loses what is written to one address.
struct forgetful {
    imperative::checked_memory<L> memory;
    W forgets;

    [[nodiscard]] W begin() const { return memory.begin(); }
    [[nodiscard]] W end() const { return memory.end(); }
    [[nodiscard]] W load(W a) const { return memory.load(a); }
    void store(W a, W w)
    {
        if (a != forgets) memory.store(a, w);
    }
};

/// Two objects that look alike, and one copy for both.
void judge_shared_copy()
{
    const auto header = L::make_header(1, color::white, 0);
    const heap from{0x1000, {header, 1, header, 1}}, to{0x2000, {header, 1}};
    graph::moved_to<value_of<L>> f;
    f.bind({0x1008}, {0x2008});
    f.bind({0x1018}, {0x2008});
    const std::array<value_of<L>, 2> roots{{{0x1008}, {0x1018}}};
    const auto verdict = graph::definition_7(functional::observe_copy<L>(from), roots,
                                             functional::observe_copy<L>(to), f);
    require(verdict.clause == 2,
            "Definition 7 rejects one copy for two, also if there is no other");
}

/// A list of `cells`, copied in memories that lose the write to one address. What the audit thinks
/// of it is what this returns, or does not.
template <class Order>
bool survives(Order order, std::size_t cells, W forgets)
{
    std::vector<W> one(4 * cells), other(4 * cells);
    const forgetful from{{one, 0x1000}, forgets}, to{{other, 0x2000}, forgets};
    for (W n = 0; n < cells; ++n) {
        one[4 * n] = L::make_header(3, color::white, 0);
        one[4 * n + 1] = 2 * n + 1;
        one[4 * n + 2] = n == 0 ? 1 : 0x1008 + 32 * (n - 1);
        one[4 * n + 3] = 1;
    }
    std::array<W, 1> roots{0x1008 + 32 * (cells - 1)};
    const auto s = imperative::gc(imperative::begin_copy<L>(from, to, imperative::all_of<L>(to),
                                                            order.template worklist_for<L>(to),
                                                            imperative::audited_gc<L>{}),
                                  roots);
    return s.ok;
}

void judge_audit()
{
    std::array<value_of<L>, 1> storage{};
    const imperative::breadth_first order;
    const imperative::depth_first<W> deep{storage};
    require(survives(order, 3, 0) && survives(deep, 40, 0), "the audit accepts a right collection");
    for (W p = 0; p < 12; ++p) {
        require(judge::dies([&] { (void)survives(order, 3, 0x2000 + 8 * p); }),
                "the audit sees a write to to-space that is lost");
        if (p % 4 < 2)  // a header or a first field: nothing else is written there
            require(judge::dies([&] { (void)survives(order, 3, 0x1000 + 8 * p); }),
                    "the audit sees a write to from-space that is lost");
        require(judge::dies([&] { (void)survives(deep, 40, 0x2000 + 8 * p); }),
                "the audit sees a lost write in a large heap, in any order");
    }
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge_memories();
    judge_steps();
    for (std::size_t words = 1; words <= 5; ++words)
        test::for_each_rooted_heap<L>(words, [&](const auto& before, const auto& roots) {
            judge_copy(before, roots);
            return true;
        });
    judge_shared_copy();
    judge_audit();
    std::printf("accepted: good and bad copies\n");
}
