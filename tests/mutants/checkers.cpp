// tests/mutants/checkers.cpp: the stage that gives the checkers of layer 2 good and bad heaps.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer2_functional/free_list.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>
#include <strata/layer2_functional/objects.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

#include "../small_heaps.hpp"
#include "drawing.hpp"
#include "judged_layout.hpp"
#include "oracle.hpp"
#include "plain_well_formed.hpp"

namespace {

using namespace strata;
using judge::image;
using judge::require;
using judge::compiled_for::f, judge::compiled_for::L, judge::compiled_for::W;
constexpr std::uint64_t origin = 4096;
using words_t = std::vector<std::uint64_t>;

image shown, also_shown;

[[nodiscard]] std::string draw_shown()
{
    if (also_shown.words.empty()) return judge::draw(f, {{"heap", &shown}});
    return judge::draw(f, {{"before", &shown}, {"after", &also_shown}});
}
[[nodiscard]] functional::heap<L> heap_of(const image& hp)
{
    return {static_cast<W>(hp.origin), {hp.words.begin(), hp.words.end()}};
}
[[nodiscard]] std::uint64_t address(std::size_t word) { return origin + word * f.unit; }

void judge_words()
{
    judge::next_trial();
    judge::scene_words = shown.words.size();
    const judge::plain_heap plain{f, shown};
    const auto hp = heap_of(shown);
    const bool good = plain.well_formed();
    require(functional::well_formed_heap<L>(hp) == good, "find_defect finds a defect where one is");
    if (!good) return;
    for (std::size_t p = 0; p <= shown.words.size(); ++p)
        for (const auto root : {address(p), address(p) + 2, std::uint64_t{1}})
            require(!functional::find_root_defect<L>(hp, std::vector{static_cast<W>(root)}) ==
                        plain.leads_well(root),
                    "find_root_defect finds a root that leads to no object");
}

/// Every heap that has one of the words `choices[p]` in place p.
void judge_products(const std::vector<words_t>& choices, std::size_t place = 0)
{
    if (place == choices.size()) return judge_words();
    for (const auto w : choices[place]) {
        shown.words[place] = w;
        judge_products(choices, place + 1);
    }
}

/// Words that mean something, for a heap of n words, and that mean nothing.
[[nodiscard]] words_t alphabet(std::size_t n)
{
    words_t words{0, 1, f.info(0, 2), f.info(0, 3)};
    for (std::uint64_t wosize = 0; wosize < n; ++wosize)
        for (const auto color : {f.white, f.blue})
            for (const std::uint64_t tag : {0, 247, 249, 251})
                if (tag == 0 || !f.has_bitmaps) words.push_back(f.header(wosize, color, tag));
    words.push_back(f.header(n, f.white, 0));
    words.push_back(f.header(1, f.gray, 0));
    if (f.has_bitmaps) words.insert(words.end(), {2, 3});
    for (std::size_t p = 0; p <= n; ++p) words.push_back(address(p));
    if (f.unit > 2) words.push_back(address(1) + 2);
    return words;
}

void judge_alphabet(std::size_t n)
{
    shown = {origin, words_t(n)};
    auto choices = std::vector<words_t>(n, alphabet(n));
    // The first word is a header, or there is no first block.
    std::erase_if(choices[0], [&](std::uint64_t w) { return f.wosize(w) > n; });
    judge_products(choices);
}

/// A block of four fields, perhaps a closure with an infix header, and an object that points.
void judge_closures()
{
    words_t first, infos{f.info(0, 4) - 1}, inner{1}, pointers;
    for (const auto color : {f.white, f.blue})
        for (const std::uint64_t tag : {0, 247, 251}) first.push_back(f.header(4, color, tag));
    for (std::uint64_t start = 0; start <= 5; ++start) infos.push_back(f.info(3, start));
    for (std::uint64_t wosize = 1; wosize <= 5; ++wosize)
        inner.push_back(f.header(wosize, f.white, 249));
    inner.push_back(f.header(2, f.white, 247));
    for (std::size_t p = 0; p <= 7; ++p) pointers.push_back(address(p));
    shown = {origin, words_t(7)};
    judge_products({first, {origin + 2}, infos, inner, inner, {f.header(1, f.white, 0)}, pointers});
}

/// Three blocks of one field, free or not, with every link.
void judge_free_lists()
{
    words_t links;
    for (std::size_t p = 0; p <= 6; ++p) links.push_back(address(p));
    links.push_back(0);
    for (unsigned blues = 0; blues < 8; ++blues)
        for (const auto x : links)
            for (const auto y : links)
                for (const auto z : links) {
                    const auto header = [&](unsigned b) {
                        return f.header(1, (blues >> b & 1U) != 0 ? f.blue : f.white,
                                        f.has_no_scan ? 251 : 0);
                    };
                    shown = {origin, {header(0), x, header(1), y, header(2), z}};
                    judge::scene_words = 6;
                    judge::next_trial();
                    const judge::plain_heap plain{f, shown};
                    if (!plain.well_formed()) continue;
                    for (const auto fp : links)
                        require(!functional::find_free_list_defect<L>(
                                    heap_of(shown), {static_cast<W>(fp)}) == plain.is_free_list(fp),
                                "find_free_list_defect finds a defect where one is");
                }
}

void judge_tiling_lists()
{
    judge::scene_words = 5;
    shown = {origin,
             {f.header(1, f.blue, 0), 0, f.header(0, f.white, 0), f.header(1, f.blue, 0), 0}};
    const auto hp = heap_of(shown);
    for (unsigned places = 0; places < 64; ++places) {
        std::vector<header_of<L>> list;
        for (std::size_t p = 0; p < 6; ++p)
            if ((places >> p & 1U) != 0) list.push_back({static_cast<W>(address(p))});
        require(!functional::find_tiling_defect<L>(hp, list) == (places == 0b001101),
                "find_tiling_defect finds a defect where one is");
    }
}

[[nodiscard]] std::vector<std::uint64_t> places_of(const std::vector<header_of<L>>& headers, W from)
{
    std::vector<std::uint64_t> places;
    for (const auto h : headers) places.push_back((h.at - from) / f.unit);
    return places;
}

/// The graph and the colours of a heap, as the specification sees them.
void judge_view(const judge::oracle& right)
{
    const auto hp = heap_of(shown);
    const auto g = functional::graph_from_heap<L>(hp);
    std::vector<std::uint64_t> blues, allocated;
    for (std::size_t p = 0; p < shown.words.size(); ++p) {
        if ((right.blocks() >> p & 1) == 0) continue;
        const auto header = shown.words[p];
        if (f.color(header) == f.blue) blues.push_back(p);
        else if (f.wosize(header) != 0) allocated.push_back(p);
    }
    require(places_of(functional::blues<L>(hp), hp.origin) == blues,
            "the blue blocks are the free ones");
    require(places_of(functional::h_allocs<L>(hp), hp.origin) == allocated &&
                g.vertices().size() == allocated.size(),
            "the allocated objects are those with fields that are not free");
    for (const auto p : allocated)
        for (const auto q : allocated) {
            const auto at = [&](std::uint64_t place) {
                return value_of<L>{static_cast<W>(hp.origin + (place + 1) * f.unit)};
            };
            require(graph::is_edge(g, at(p), at(q)) == ((right.targets(p) >> q & 1) != 0),
                    "the edges of the graph are the pointers of the heap");
        }
}

[[nodiscard]] int clause_of(const image& before, const words_t& roots, const image& after)
{
    also_shown = after;
    const auto hp = heap_of(before);
    const std::vector<W> narrow(roots.begin(), roots.end());
    const auto clause =
        graph::definition_5(functional::observe<L>(hp), functional::rooted_objects<L>(hp, narrow),
                            functional::observe<L>(heap_of(after)))
            .clause;
    return clause;
}

/// A right collection, and the same with one fault for each clause.
void judge_collections(std::size_t words)
{
    judge::scene_words = words;
    test::for_each_rooted_heap<L>(words, [&](const auto& heap, const auto& r) {
        judge::next_trial();
        const words_t roots{r.begin(), r.end()};
        shown = {heap.origin(), {heap.words().begin(), heap.words().end()}};
        also_shown = {};
        const judge::oracle right{f, shown, roots};
        judge_view(right);
        const auto after = right.swept(f.max_wosize());
        require(clause_of(shown, roots, after) == 0, "Definition 5 accepts a right collection");
        for (std::size_t p = 0; p < words; ++p) {
            if ((right.live() >> p & 1) == 0) continue;
            const auto lone = right.live() == (judge::word_set{1} << p);
            auto bad = after;
            bad.words[p] = f.recolored(bad.words[p], f.black);
            require(clause_of(shown, roots, bad) == 4,
                    "Definition 5 rejects a survivor that is black");
            bad.words[p] = f.recolored(bad.words[p], f.gray);
            require(clause_of(shown, roots, bad) == 4,
                    "Definition 5 rejects a survivor that is gray");
            bad.words[p] = f.recolored(bad.words[p], f.blue);
            const auto lost = clause_of(shown, roots, bad);
            require(lost == 1 || lost == 2,
                    "Definition 5 rejects a collection that loses a survivor");
            require(!lone || (right.targets(p) != 0 ? lost <= 2 : lost == 2),
                    "Definition 5 says that a survivor is lost");
            bad = after;
            auto& field = bad.words[p + static_cast<std::size_t>(f.wosize(bad.words[p]))];
            if (f.is_pointer(field) || f.has_bitmaps || field == 1) continue;
            field =
                1;  // not a closure's info, which is odd too: that may only break another clause
            const auto changed = clause_of(shown, roots, bad);
            require(changed == 5 || changed == 1, "Definition 5 rejects a field that has changed");
        }
        for (std::size_t p = 0; p < words; ++p) {
            const bool dead = (right.blocks() >> p & 1) != 0 && (right.live() >> p & 1) == 0 &&
                              f.wosize(shown.words[p]) != 0 && f.color(shown.words[p]) != f.blue;
            if (!dead || after.words[p] != f.recolored(shown.words[p], f.blue)) continue;
            auto bad = after;
            for (std::size_t i = p; i <= p + f.wosize(shown.words[p]); ++i)
                bad.words[i] = shown.words[i];
            const auto kept = clause_of(shown, roots, bad);
            require(kept == 1 || kept == 2,
                    "Definition 5 rejects a collection that keeps the dead");
        }
        return true;
    });
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge::scene = draw_shown;
    for (std::size_t words = 1; words <= 3; ++words) judge_alphabet(words);
    judge_tiling_lists();
    judge_free_lists();
    if (f.has_closures) judge_closures();
    for (std::size_t words = 1; words + 2 <= judge::compiled_for::most_words; ++words)
        judge_collections(words);
    also_shown = {};
    judge_alphabet(4);
    std::printf("accepted: good and bad heaps\n");
}
