// tools/tour/main.cpp: the tour that ./dev run gives: one collection, seen from all sides.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include <strata/instantiations/bitmap_record.hpp>
#include <strata/instantiations/ocaml_32.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer2_functional/collect.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

#include "checked.hpp"
#include "draw.hpp"
#include "example.hpp"
#include "faults.hpp"
#include "judge.hpp"
#include "large.hpp"
#include "ocaml.hpp"
#include "page.hpp"
#include "phases.hpp"

namespace {

using namespace strata;
using tour::page;

void introduce(const page& p)
{
    p.say("Strata is a framework of garbage collectors in three layers. Layer 1 says, on graphs, "
          "what a collection must do. Layer 2 is the collector as pure functions. Layer 3 is the "
          "same collector in place, on memory that you lend it. In this tour layer 3 collects, "
          "layer 2 is compared with it, and layer 1 judges. Everything below is computed now.");
}

template <layout L>
void show_heap(page& p, const tour::example<L>& e, const draw::names<L>& known)
{
    p.title("A heap of OCaml, 64 bits");
    p.say("Each box is a block: the address of its header, its name and colour, its kind and tag, "
          "its fields. Blue is free; white is an object that no marking has reached yet.");
    p.gap();
    p.show(draw::draw_heap<L>(p.terminal, e.hp, known));
    p.gap();
    p.show("  roots");
    const draw::reader<L, functional::heap<L>> read{p.terminal, e.hp, known};
    for (std::size_t i = 0; i < e.roots.size(); ++i)
        p.show("   " + std::to_string(i) + ": " + read.value(e.roots[i]));
    p.gap();
    p.gap();
    p.say(known(e.closure) +
          " holds two functions that call each other; root 2 is an infix "
          "pointer to the second, at field 4. " +
          known(e.bytes) +
          " is a string whose first word "
          "happens to be the address of " +
          known(e.dead) +
          ": bytes are not pointers. The block "
          "without fields is a fragment: too small for the free list.");
}

template <layout L>
void show_who_lives(page& p, const tour::example<L>& e, const draw::names<L>& known)
{
    p.title("Who lives, and why (layer 1)");
    p.say("A search gives every object it visits a path from a root; a checker of a few lines "
          "follows the path. So nobody has to trust the search.");
    p.gap();
    tour::show_reasons(p, e, known);
}

template <layout L>
functional::heap<L> show_phases(page& p, const tour::example<L>& e, const draw::names<L>& known)
{
    auto hp = e.hp;
    tour::events<L> seen;
    p.title("Marking, step by step (layer 3)");
    p.say("w white, g gray (to be scanned), b black (scanned), - free, . fragment");
    p.gap();
    tour::show_mark(p, hp, e.roots, known, seen);
    p.title("Sweeping, step by step (layer 3)");
    const auto free = tour::show_sweep(p, hp, known, seen);
    p.gap();
    std::string list = "  free list";
    free.each_free(hp, [&](header_of<L> h) {
        list += " " + draw::arrow(p.terminal) + " " + draw::hex(f_address<L>(h).at);
        return true;
    });
    p.show(list + " " + draw::arrow(p.terminal) + " end\n");
    p.show("  all in all " + std::to_string(seen.loads) + " loads and " +
           std::to_string(seen.total) + " stores\n");
    return hp;
}

template <layout L>
void show_result(page& p, const tour::example<L>& e, const functional::heap<L>& after,
                 const draw::names<L>& known)
{
    p.title("The heap after it, and the verdict");
    p.show(draw::draw_heap<L>(p.terminal, after, known));
    p.gap();
    const bool same = functional::collect(e.hp, e.roots).hp == after;
    p.promise(same);
    p.show("  layer 2's pure collect gives the same " + std::to_string(after.words.size()) +
           " words: " + (same ? p.good("yes") : p.bad("NO")) + "\n");
    const auto verdict = tour::judge<L>(e.hp, e.roots, after);
    p.promise(verdict.holds());
    p.show("  Definition 5, clause by clause:\n");
    tour::show_verdict<L>(p, verdict, known);
}

/// One line on a layout that has nothing in common with OCaml's.
void show_bitmap_record(page& p)
{
    using L = bitmap_record;
    functional::heap<L> hp{1, std::vector<std::uint64_t>(16)};
    std::vector<value_of<L>> stack(1);
    imperative::mark_sweep<L, imperative::checked_memory<L>> gc{{hp.words, hp.origin}, stack};
    const auto first = *gc.allocate(3, 0), second = *gc.allocate(2, 0);
    const auto dead = *gc.allocate(2, 0);
    gc.memory().store(first.at, 1);  // the bitmap: the second field is a pointer, the third is not
    gc.memory().store(first.at + 1, L::pointer_to(second));
    gc.memory().store(first.at + 2, L::pointer_to(dead));
    const auto before = hp;
    const std::vector roots{L::pointer_to(first)};
    gc.collect(roots);
    const auto verdict = tour::judge<L>(before, roots, hp);
    p.promise(verdict.holds());
    p.say("bitmap_record, whose objects carry a bitmap of their pointers and whose addresses count "
          "words: " +
          std::to_string(functional::h_allocs<L>(hp).size()) + " of " +
          std::to_string(functional::h_allocs<L>(before).size()) + " objects live, Definition 5 " +
          (verdict.holds() ? "holds." : "is BROKEN."));
}

void show_other_layouts(page& p)
{
    using L = ocaml_32;
    const auto e = tour::make_example<L>();
    const draw::names<L> known{e.hp};
    const auto after = functional::collect(e.hp, e.roots).hp;
    tour::lost_store<L> none;
    const auto in_place = tour::collect_losing(e, none);
    p.title("The same source with 32-bit words, and with another layout");
    p.say("ocaml_32 after the collection: half the bytes, other header fields, the same code.");
    p.gap();
    p.show(draw::draw_heap<L>(p.terminal, in_place, known));
    p.gap();
    p.promise(in_place == after);
    const auto verdict = tour::judge<L>(e.hp, e.roots, in_place);
    p.promise(verdict.holds());
    tour::show_verdict<L>(p, verdict, known);
    p.gap();
    show_bitmap_record(p);
}

template <layout L>
void show_bugs(page& p, const tour::example<L>& e, const functional::heap<L>& after,
               const draw::names<L>& known)
{
    p.title("Now with bugs: the verdict names the clause and a witness");
    const auto field = [](value_of<L> x, word_of<L> i) {
        return field_addr<L>(hd_address<L>(x), i);
    };
    const auto recolor = [](functional::heap<L>& hp, value_of<L> x, color c) {
        const auto h = hd_address<L>(x).at;
        hp.store(h, L::color_header(hp.load(h), c));
    };
    const auto free = L::pointer_to(f_address<L>(functional::blues<L>(after).front()));
    const auto a = known(e.pair), f = known(e.cell);
    tour::show_faults<L>(
        p, e, after,
        {{a + " points to a free block", [&](auto& hp) { hp.store(field(e.pair, 2), free); }},
         {f + " was freed, and the pointer to it cleared",
          [&](auto& hp) {
              hp.store(field(e.closure, 6), tour::integer<L>(0));
              recolor(hp, e.cell, color::blue);
          }},
         {a + " points to " + f + " instead of its neighbour",
          [&](auto& hp) { hp.store(field(e.pair, 2), L::pointer_to(e.cell)); }},
         {f + " was left black by the sweep", [&](auto& hp) { recolor(hp, e.cell, color::black); }},
         {f + " holds 43 instead of 42",
          [&](auto& hp) { hp.store(e.cell.at, tour::integer<L>(43)); }}},
        known);
    p.gap();
    tour::show_lost_stores(p, e, known);
}

template <layout L>
void show_broken_heaps(page& p, const tour::example<L>& e, const draw::names<L>& known)
{
    p.title("A heap that is broken before the collection");
    p.say("A collector that starts on it would make things worse. find_defect says what and "
          "where, for any words at all:");
    p.gap();
    const auto a = known(e.pair), c = known(e.closure);
    const auto free = functional::blues<L>(e.hp);
    tour::show_defects<L>(
        p, e.hp,
        {{a + " points into the middle of " + c,
          [&](auto& hp) { hp.store(e.pair.at, L::pointer_to({e.closure.at + mword<L>()})); }},
         {a + " points to a free block",
          [&](auto& hp) { hp.store(e.pair.at, L::pointer_to(f_address<L>(free.front()))); }},
         {"the header of " + c + " says 1000 fields",
          [&](auto& hp) {
              hp.store(hd_address<L>(e.closure).at,
                       L::make_header(1000, color::white, functional::closure_tag));
          }},
         {"the environment of " + c + " starts behind its end",
          [&](auto& hp) { hp.store(e.closure.at + mword<L>(), L::make_closure_info(1, 9)); }},
         {"the last free block leads back to the first", [&](auto& hp) {
              hp.store(f_address<L>(free.back()).at, f_address<L>(free.front()).at);
          }}});
}

void show_what_next(page& p)
{
    p.title("What to try next");
    p.show("  ./dev test --quick    the tests, whose names are the specification\n"
           "  ./dev test            the same with clang, 32-bit and big-endian\n"
           "  ./dev bench           how fast it is on this machine\n"
           "  ./dev bench ocaml     how fast OCaml programs are on it\n"
           "  README.md             a program of 25 lines that you can start from\n"
           "  layer2_functional/mark.hpp and layer3_imperative/mark.hpp, side by side\n"
           "  tools/tour/example.hpp: change the heap, and ./dev run again\n");
}

}  // namespace

int main()
{
    using L = ocaml_64;
    page p{draw::detect(1)};
    introduce(p);
    const auto e = tour::make_example<L>();
    const draw::names<L> known{e.hp};
    show_heap(p, e, known);
    show_who_lives(p, e, known);
    const auto after = show_phases(p, e, known);
    show_result(p, e, after, known);
    show_other_layouts(p);
    show_bugs(p, e, after, known);
    show_broken_heaps(p, e, known);
    tour::show_large_heap(p);
    tour::show_ocaml(p);
    tour::show_checked(p);
    show_what_next(p);
    if (!p.as_promised) std::cerr << "strata_tour: something came out differently than it says\n";
    return p.as_promised ? 0 : 1;
}
