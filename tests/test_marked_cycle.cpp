// tests/test_marked_cycle.cpp: what is special where marks are beside the heap: runs, not objects.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/layer2_functional/collect.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"
#include "memories.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;

using L = ocaml_64;
using word = std::uint64_t;
using memory_type = test::own_marks<L>;
using paper = incremental<L, memory_type, next_fit<L>, 1, audited_cycle<L>>;
using fast = incremental<L, memory_type, segregated_fit<L>, 4, audited_cycle<L>>;

/// Whether the blocks lie end to end, from the first word to the last.
template <class M>
[[nodiscard]] bool is_tiled(const M& memory)
{
    auto a = memory.begin();
    while (a < memory.end()) {
        const auto words = L::wosize(memory.load(a)) + 1;
        if (words > (memory.end() - a) / L::mword) return false;
        a += words * L::mword;
    }
    return true;
}

// --- objects in many entries ---------------------------------------------------------------------

/// Objects of up to several hundred words, dead and alive, whose fields cannot pass for headers;
/// the heap begins within an entry.
struct large_objects {
    test::heap_builder<L> h{{0x10'0000 * 8 + 29 * 8, {}}};
    value_of<L> last = object(300, {0});
    value_of<L> dead = object(700, last);
    value_of<L> lost = object(1, last);
    value_of<L> middle = object(64, last);
    value_of<L> gone = object(130, middle);
    value_of<L> free = h.free(200);
    value_of<L> first = object(63, middle);
    std::array<value_of<L>, 1> stack{};
    std::array<word, 1> roots{L::pointer_to(first)};
    const functional::heap<L> before = h.hp;

    [[nodiscard]] value_of<L> object(std::size_t wosize, value_of<L> to)
    {
        std::vector<test::heap_builder<L>::field> fields(wosize, h.data(0x7FFF'FFFF'FFFF));
        fields[0] = to.at == 0 ? h.data(1) : h.to(to);
        return h.record(fields);
    }
    template <class GC>
    [[nodiscard]] GC collector(typename GC::ring_type& ring)
    {
        return GC{{h.hp.words, h.hp.origin}, stack, ring, contents::existing};
    }
};

TEST_CASE("objects in many entries of marks are marked and swept as a whole")
{
    large_objects d;
    const auto collected = functional::collect<L>(d.before, d.roots).hp;
    for (const word budget : {1U, 2U, 7U, 10'000U}) {
        CAPTURE(budget);
        large_objects e;
        paper::ring_type ring{};
        auto gc = e.collector<paper>(ring);
        gc.start(e.roots);
        while (gc.at() != phase::idle) {
            gc.slice(budget);
            REQUIRE(is_tiled(gc.memory()));
        }
        CHECK(e.h.hp == collected);
        CHECK(gc.memory().has_no_mark());
    }
}

TEST_CASE("while sweep is inside an object that survives, the object can be seen and written")
{
    large_objects d;
    paper::ring_type ring{};
    auto gc = d.collector<paper>(ring);
    gc.start(d.roots);
    while (gc.at() != phase::sweeping) gc.slice(1);
    gc.slice(2);  // the first object is in more than two entries
    CHECK_FALSE(gc.memory().is_marked(hd_address<L>(d.last).at));
    CHECK(gc.memory().is_marked(field_addr<L>(hd_address<L>(d.last), 300)));
    gc.write(d.last, 300, L::pointer_to(d.first));
    gc.finish();
    CHECK(functional::allocs<L>(d.h.hp) == std::vector{d.last, d.middle, d.first});
    CHECK(gc.memory().has_no_mark());
}

// --- a run that ends early -----------------------------------------------------------------------

TEST_CASE_TEMPLATE("an allocation may end a free run after any step, and no word is lost", GC,
                   paper, fast)
{
    for (const word wosize : {1U, 65U, 700U})
        for (word steps = 0;; ++steps) {
            CAPTURE(wosize);
            CAPTURE(steps);
            large_objects d;
            typename GC::ring_type ring{};
            auto gc = d.collector<GC>(ring);
            gc.start(d.roots);
            while (gc.at() != phase::sweeping) gc.slice(1);
            gc.slice(steps);
            const bool is_over = gc.at() == phase::idle;
            const auto x = gc.allocate(wosize, 0);
            REQUIRE(x.has_value());
            REQUIRE(is_tiled(gc.memory()));
            while (gc.at() != phase::idle) {
                gc.slice(1);
                REQUIRE(is_tiled(gc.memory()));
            }
            CHECK(gc.memory().has_no_mark());
            const auto live = functional::allocs<L>(d.h.hp);
            CHECK(live.size() == 4);
            CHECK(std::ranges::count(live, *x) == 1);
            if (is_over) break;
        }
}

// --- the limit -----------------------------------------------------------------------------------

/// Sweeps objects of `sizes` words, of which every fourth survives, step by step, so that no block
/// has more than `limit` fields.
void check_limit(const std::vector<word>& sizes, word limit)
{
    std::vector<word> words;
    std::vector<std::array<word, 2>> live;  // where it begins, and its words
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (i % 4 == 3) live.push_back({words.size(), sizes[i]});
        words.push_back(L::make_header(sizes[i] - 1, color::white, 0));
        words.insert(words.end(), static_cast<std::size_t>(sizes[i] - 1), ~word{0});
    }
    const word origin = 0x1000 + 8 * 50;
    memory_type memory{words, origin};
    for (const auto& [at, n] : live) memory.mark(origin + 8 * at, n);
    auto s = begin_sweep<L>(memory, next_fit<L>{}, limit, held_runs<L, 1>{});
    while (is_sweeping(s)) {
        sweep_body(s);
        REQUIRE(is_tiled(memory));
        if (s.held.full()) flush_body(s);
        REQUIRE(is_tiled(memory));
    }
    release(s);
    REQUIRE(is_tiled(memory));
    CHECK(memory.has_no_mark());
    std::size_t survivors = 0;
    for (word at = 0, next = 0; at < words.size(); at = next) {
        const auto header = words[static_cast<std::size_t>(at)];
        next = at + L::wosize(header) + 1;
        const bool survives = std::ranges::any_of(live, [&](const auto& o) { return o[0] == at; });
        survivors += survives;
        if (survives) continue;
        const bool at_end = next == words.size() ||
                            std::ranges::any_of(live, [&](const auto& o) { return o[0] == next; });
        CHECK(L::wosize(header) <= limit);
        CHECK((at_end || L::wosize(header) == limit));
        CHECK(L::has_color(header, next == at + 1 ? color::white : color::blue));
    }
    CHECK(survivors == live.size());
}

TEST_CASE("a free run longer than the limit is cut there, and the blocks tile after every step")
{
    const std::vector<word> small{2, 3, 2, 4, 1, 1, 2, 2, 5, 1, 1, 3, 2, 2, 2};
    const std::vector<word> large{70, 3, 200, 4, 1, 128, 64, 300, 63, 65, 2, 2, 130, 1, 500};
    for (const word limit : {1U, 2U, 3U, 4U, 5U, 9U, 62U, 63U, 64U, 65U, 200U}) {
        CAPTURE(limit);
        check_limit(small, limit);
        check_limit(large, limit);
    }
}

// --- promotion -----------------------------------------------------------------------------------

/// Promotes an object after `steps` steps of a cycle, into a heap where the `n`th block is free,
/// and two more, for which there is no room. The audits see that it is black ahead of the sweep,
/// and white behind it.
void check_promotion(word steps, std::size_t n)
{
    CAPTURE(steps);
    CAPTURE(n);
    using old = incremental<L, memory_type, segregated_fit<L>, 1, audited_cycle<L>>;
    test::heap_builder<L> h{{0x1000 + 8 * 57, {}}};
    std::array<word, 1> roots{L::filler()}, lent{};
    for (std::size_t i = 0; i < 6; ++i) {
        if (i == n) h.free(5);
        else if (i % 2 == 0) roots[0] = h.record({{roots[0], true}, h.data(i)}).at;
        else h.record({h.data(i), h.data(i)});
    }
    std::array<word, 16> nursery{}, table{};
    std::array<value_of<L>, 4> marks{}, stack{};
    old::ring_type ring{};
    with_nursery<old, audited_minor<L>> gc{
        old{{h.hp.words, h.hp.origin}, marks, ring, contents::existing},
        {nursery, 0x2000},
        table,
        stack};
    CHECK(gc.start(roots, lent));
    gc.old().slice(steps);
    const auto survivors = functional::h_allocs<L>(gc.old().memory()).size();
    const auto young = gc.allocate(2, 0)->at;
    gc.write({roots[0]}, 2, young);
    CHECK(gc.minor(roots));
    CHECK(gc.memory().load(roots[0] + 8) < 0x2000);
    CHECK(is_tiled(gc.old().memory()));
    // What is free may have room for the first of two, and never for both: the copy is given up.
    const auto small = gc.allocate(2, 0)->at, large = gc.allocate(12, 0)->at;
    gc.write({small}, 1, large);
    gc.write({roots[0]}, 2, small);
    CHECK_FALSE(gc.minor(roots));
    CHECK(gc.memory().load(roots[0] + 8) == small);
    CHECK(is_tiled(gc.old().memory()));
    gc.old().finish();
    CHECK(gc.old().memory().has_no_mark());
    CHECK(functional::h_allocs<L>(gc.old().memory()).size() <= survivors + 2);
    gc.modify(roots[0] + 8, L::filler());
    CHECK(gc.collect(roots));
    CHECK(functional::h_allocs<L>(gc.old().memory()).size() == (n % 2 == 0 && n < 6 ? 2 : 3));
    CHECK(gc.old().memory().has_no_mark());
}

TEST_CASE("a promotion at any step of a cycle has the marks that let it survive")
{
    for (word steps = 0; steps <= 40; ++steps)
        for (std::size_t n = 0; n < 6; ++n) check_promotion(steps, n);
}

// --- the compiler --------------------------------------------------------------------------------

constexpr bool collects_in_the_compiler()
{
    test::heap_builder<L> h{{0x1000 + 8 * 62, {}}};
    const auto dead = h.record({h.data(1), h.data(2)});
    const auto last = h.record({h.data(3)});
    const auto first = h.record({h.to(last)});
    const auto expected = functional::collect<L>(h.hp, std::array{first.at}).hp;
    std::array<mark_entry, 2> entries{};
    std::array<value_of<L>, 1> stack{}, ring{};
    using M = marked<L, checked_memory<L>>;
    incremental<L, M, next_fit<L>, 1, unaudited_cycle<L>> gc{
        with_marks<L>(checked_memory<L>{h.hp.words, h.hp.origin}, entries), stack, ring,
        contents::existing};
    const std::array roots{first.at};
    gc.start(roots);
    while (gc.at() != phase::idle) gc.slice(1);
    return h.hp == expected && entries == std::array<mark_entry, 2>{} && gc.allocate(2, 0) == dead;
}
static_assert(collects_in_the_compiler());

}  // namespace
