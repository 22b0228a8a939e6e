// tests/mutants/compactions.cpp: the stage that compacts every small heap, in layers 2 and 3.
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "../one_compaction.hpp"
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
using right_t = test::compact_prediction<L>;

judge::image shown, found;
std::vector<std::uint64_t> shown_roots;
std::string configuration;

[[nodiscard]] std::string draw_shown()
{
    std::vector<judge::column> columns{{"before", &shown}};
    if (!found.words.empty()) columns.push_back({"found", &found});
    return "  " + configuration + "\n" + judge::draw_roots(f, shown, shown_roots) +
           judge::draw(f, columns);
}
void show(const functional::heap<L>& hp)
{
    found = {hp.origin, {hp.words.begin(), hp.words.end()}};
}

void judge_layer_2(const functional::heap<L>& hp, const roots_t& roots, const right_t& right)
{
    configuration = "layer 2";
    const auto c = functional::compact(functional::heap<L>{hp}, roots);
    show(c.after.hp);
    require(right.is_met_by(c.after.hp.words), "layer 2: the objects slide down in their order");
    require(std::equal(right.roots.begin(), right.roots.end(), c.roots.begin()),
            "layer 2: the roots lead to where the objects are");
}

void judge_layer_3(const functional::heap<L>& hp, const roots_t& roots, const right_t& right,
                   std::size_t entries)
{
    configuration = "layer 3, storage for " + std::to_string(64 * entries) + " words";
    auto after = hp;
    auto slots = roots;
    std::array<imperative::freed_entry, 2> storage{{{7, 7}, {7, 7}}};
    imperative::checked_memory<L> memory{after.words, after.origin};
    imperative::next_fit<L> free;
    imperative::compact<L>(memory, free, std::span{storage}.first(entries), slots,
                           imperative::unaudited_compaction<L>{});
    show(after);
    if (64 * entries >= hp.words.size()) {
        require(right.is_met_by(after.words), "the objects slide down in their order");
        require(slots == right.roots, "the roots lead to where the objects are");
    }
    const auto pure = functional::compact(functional::heap<L>{hp}, roots, 64 * entries);
    require(after == pure.after.hp, "compact is functional::compact");
    require(std::equal(slots.begin(), slots.end(), pure.roots.begin()),
            "the roots are those of functional::compact");
    require(free.fp().at == pure.after.fp.at, "what is free is on the list");
}

void judge_heap(const test::small_heap<L>& before, const roots_t& roots, test::front front)
{
    judge::next_trial();
    judge::scene_words = before.size;
    const auto hp = test::behind(before, front);
    shown = {hp.origin, {hp.words.begin(), hp.words.end()}};
    shown_roots = {roots.begin(), roots.end()};
    const right_t right{before, roots, front};
    judge_layer_2(hp, roots, right);
    for (std::size_t entries = 0; entries <= 2; ++entries) judge_layer_3(hp, roots, right, entries);
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
            judge_heap(heap, roots, test::front::nothing);
            ++heaps;
            if (test::leads_to_front(heap, roots) || heap.number % 3 != 0) return true;
            judge_heap(heap, roots, test::front::free_block);
            judge_heap(heap, roots, test::front::object);
            return true;
        });
    std::printf("accepted: %zu heaps of up to %zu words\n", heaps, most);
}
