// tests/mutants/short_circuits.cpp: the stage that collects heaps with forward blocks.
#include <array>
#include <cstdio>
#include <string>

#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer1_graph/definition_6.hpp>
#include <strata/layer2_functional/collect.hpp>
#include <strata/layer2_functional/copy.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>

#include "../three_copies.hpp"
#include "judge.hpp"

namespace {

using namespace test::lazy;
using judge::require;

std::size_t heaps = 0;

std::string draw(const three_objects& t)
{
    std::string text;
    for (std::size_t n = 0; n < objects; ++n)
        text += "  object " + std::to_string(n) + ": tag " + std::to_string(t.tags[n]) +
                ", holds " + std::to_string(t.holds[n]) + '\n';
    for (const auto r : t.roots) text += "  root " + std::to_string(r) + '\n';
    return text;
}

bool pure_is_right(const three_objects& t)
{
    const auto hp = functional::collect<L>(t.heap(), t.root_words()).hp;
    return is_right(t, hp, t.live(t.roots, false));
}
bool pure_cycle_is_right(const three_objects& t)
{
    auto c = functional::begin_cycle(t.heap(), t.root_words());
    c = functional::slice(std::move(c), 1000);
    return is_right(t, c.sweeping.swept.hp, t.live(t.roots, true));
}
/// Layer 2 copies as layer 3 does, which is judged by itself.
bool pure_copies_are_right(const three_objects& t)
{
    const functional::heap<L> to{other_origin, std::vector<W>(2 * objects)};
    const auto m = functional::gc(functional::before_gc<L>(t.heap(), to, t.root_words()));
    auto hp = t.heap();
    auto other = to;
    auto roots = t.root_words();
    const memory from{hp.words, origin}, copies{other.words, other_origin};
    const auto s =
        imperative::gc(imperative::begin_copy<L>(from, copies, imperative::all_of<L>(copies),
                                                 imperative::cheney_queue<L>{copies},
                                                 imperative::unaudited_gc<L>{}),
                       roots);
    return s.ok && m.ok && m.to == other && m.roots == roots;
}

/// What the definitions say of what the collectors do.
void judge_definitions(const three_objects& t)
{
    const auto before = t.heap();
    const auto roots = functional::rooted_objects<L>(before, t.root_words());
    const auto collected = functional::collect<L>(before, t.root_words()).hp;
    require(graph::definition_5(functional::observe<L>(before), roots,
                                functional::observe<L>(collected))
                .holds(),
            "Definition 5 lets a pointer become what it stands for");
    auto c = functional::slice(functional::begin_cycle(before, t.root_words()), 1000);
    require(graph::definition_6(functional::observe<L>(before), roots,
                                graph::change_summary<value_of<L>, W>{},
                                functional::observe<L>(c.sweeping.swept.hp))
                .holds(),
            "Definition 6 has forward blocks live to the end of a cycle");
}

}  // namespace

int main()
{
    judge::catch_crashes();
    std::array<value_of<L>, 1> storage{};
    judge::scene = [] {
        return std::string{"  three fields of an object that stands for a value\n"};
    };
    std::array<value_of<L>, 3> enough{};
    for (const bool is_root : {false, true})
        require(wide_copy_is_right<imperative::preorder<W>, imperative::unaudited_gc<L>>({enough},
                                                                                         is_root),
                "what lies in an object that stands for a value is not passed by");
    for_each_three([&](const three_objects& t) {
        using namespace imperative;
        judge::next_trial();
        judge::scene = [&t] { return draw(t); };
        judge::scene_words = 2 * objects;
        ++heaps;
        require(mark_sweep_is_right<next_fit<L>, 1, unaudited<L>>(t),
                "mark passes by forward blocks");
        require(mark_sweep_is_right<segregated_fit<L>, 4, unaudited<L>>(t),
                "mark with a window passes by forward blocks");
        require(pure_is_right(t), "pure mark passes by forward blocks");
        require(incremental_is_right<unaudited_cycle<L>>(t, 1),
                "a cycle passes by forward blocks and keeps them");
        require(pure_cycle_is_right(t), "a pure cycle passes by forward blocks and keeps them");
        require(copies_are_right<breadth_first, unaudited_gc<L>>(t, {}),
                "copying passes by forward blocks");
        require(copies_are_right<depth_first<W>, unaudited_gc<L>>(t, {storage}),
                "copying in another order passes by forward blocks");
        require(copies_are_right<preorder<W>, unaudited_gc<L>>(t, {storage}),
                "copying in preorder passes by forward blocks");
        require(pure_copies_are_right(t), "pure copying passes by forward blocks");
        require(replicas_are_right<unaudited_replicas<L>>(t),
                "a replicating collection passes by forward blocks");
        require(promotions_are_right<mark_sweep<L, memory, next_fit<L>, 1, unaudited<L>>,
                                     unaudited_minor<L>>(t),
                "a minor collection leaves forward blocks to the old space");
        if (heaps % 5 == 0) judge_definitions(t);
    });
    std::printf("accepted: %zu heaps\n", heaps);
}
