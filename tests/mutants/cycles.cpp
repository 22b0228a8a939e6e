// tests/mutants/cycles.cpp: the stage that collects in slices, with every action between them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer1_graph/definition_6.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/driven.hpp>
#include <strata/layer3_imperative/marked.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/recorded_memory.hpp>

#include "../growing_memory.hpp"
#include "../small_cycles.hpp"
#include "../wide_chain.hpp"
#include "judge.hpp"

namespace {

using namespace strata;
using judge::require;
using L = ocaml_64;
using imperative::checked_memory, imperative::next_fit, imperative::phase;
using imperative::segregated_fit, imperative::unaudited_cycle;

// --- all interleavings ---------------------------------------------------------------------------

template <class A, std::size_t Window, std::size_t Held = 64>
using collector_of = imperative::incremental<L, checked_memory<L>, A, Window, unaudited_cycle<L>,
                                             imperative::held_runs<L, Held>>;

/// A layout in which every free run of more than three words is several blocks.
struct short_blocks : L {
    static constexpr std::uint64_t max_wosize = 2;
};
/// Marks beside the heap.
template <layout Judged, class A, std::size_t Window, std::size_t Held = 64>
using marking_beside =
    imperative::incremental<Judged, imperative::marked<Judged, checked_memory<Judged>>, A, Window,
                            unaudited_cycle<Judged>, imperative::held_runs<Judged, Held>>;

std::size_t cycles = 0;

template <class GC>
void judge_interleavings(std::size_t stack, unsigned actions)
{
    test::small_cycles<GC> s;
    s.stack_size = stack;
    const auto heap = [&](const auto& to, unsigned rooted) {
        judge::start_clock();
        if (actions > 1 && (to[2] != 0 || to[3] != 0)) return true;
        judge::scene = [&s, to, rooted] {
            std::string text = "  fields of a, b and c to " + std::to_string(to[0]) +
                               std::to_string(to[1]) + " " + std::to_string(to[2]) + " " +
                               std::to_string(to[3]) + ", roots " + std::to_string(rooted) + ":";
            for (const auto& what : s.path) text += " | " + what;
            return text + "\n";
        };
        judge::scene_words = test::small_cycles<GC>::heap_type::word_count;
        const char* const wrong = s.find_wrong(to, rooted, actions);
        require(wrong == nullptr, wrong);
        return true;
    };
    if (actions > 1) test::for_each_smaller_cycle(heap);
    else test::for_each_small_cycle(heap);
    cycles += s.cycles;
}

// --- the steps -----------------------------------------------------------------------------------

using memory = imperative::recorded_memory<std::uint64_t, checked_memory<L>>;

/// An object of one field, which is the root, under a collector that counts its accesses.
void judge_budget()
{
    judge::scene = [] { return std::string{"  one object, one root\n"}; };
    judge::scene_words = 2;
    std::uint64_t accesses = 0;
    std::vector<std::uint64_t> words{L::make_header(1, color::white, 0), 1};
    std::array<value_of<L>, 1> stack{};
    std::array<value_of<L>, 1> ring{};
    imperative::incremental<L, memory, next_fit<L>, 1, unaudited_cycle<L>> gc{
        memory{{words, 0x1000}, [&](auto...) { ++accesses; }}, stack, ring,
        imperative::contents::existing};
    const std::array<std::uint64_t, 1> roots{0x1008};
    gc.start(roots);
    accesses = 0;
    int slices = 0;
    for (; gc.at() != phase::idle; ++slices) {
        gc.slice(0);
        require(accesses == 0, "a slice without a budget does nothing");
        gc.slice(1);
        accesses = 0;
    }
    // The root; marking begins; the object, its field; sweeping begins; it; the end.
    require(slices == 7, "a slice makes as many steps as its budget");
}

/// A dead block before the free one: when both are swept, a new object has a field where the free
/// block was, and data there that looks like its header.
void judge_ahead()
{
    judge::scene = [] { return std::string{"  dead, free, live; data where the free one was\n"}; };
    judge::scene_words = 6;
    const auto header = L::make_header(1, color::white, 0);
    std::vector<std::uint64_t> words{header, 1, L::make_header(1, color::blue, 0), 0, header, 1};
    std::array<value_of<L>, 1> stack{}, ring{};
    collector_of<next_fit<L>, 1> gc{{words, 0x1000}, stack, ring, imperative::contents::existing};
    const std::array<std::uint64_t, 1> roots{0x1028};
    gc.start(roots);
    while (gc.at() != phase::sweeping) gc.slice(1);
    gc.slice(2);
    const auto x = gc.allocate(2, 0);
    require(x == value_of<L>{0x1010}, "what the sweep has passed can be allocated at once");
    gc.write(*x, 1, L::make_header(1, color::blue, 1));
    require(!gc.allocate(1, 0), "the block ahead is given up when the sweep has come to it");
}

/// A dead block before a live one: when both are swept, the dead one is held, and in the next cycle
/// the free one that it has become.
void judge_held()
{
    judge::scene = [] { return std::string{"  dead, live\n"}; };
    judge::scene_words = 4;
    const auto header = L::make_header(1, color::white, 0);
    std::vector<std::uint64_t> words{header, 1, header, 1};
    std::array<value_of<L>, 1> stack{}, ring{};
    collector_of<next_fit<L>, 1> gc{{words, 0x1000}, stack, ring, imperative::contents::existing};
    const std::array<std::uint64_t, 1> roots{0x1018};
    const auto sweep_both = [&] {
        gc.start(roots);
        while (gc.at() != phase::sweeping) gc.slice(1);
        gc.slice(2);
    };
    sweep_both();
    require(!gc.allocate(2, 0), "what is too large for all blocks is given up");
    sweep_both();
    require(gc.allocate(1, 0) == value_of<L>{0x1008} && gc.at() == phase::sweeping,
            "what the sweep holds can be allocated at once");
}

/// Two dead blocks before the place where the allocator was: both are held when they are swept, and
/// a search that begins at the second goes past the end of the list.
void judge_resumed()
{
    judge::scene = [] { return std::string{"  dead, live, dead, live, free, live, free\n"}; };
    judge::scene_words = 17;
    const auto header = L::make_header(1, color::white, 0),
               free = L::make_header(1, color::blue, 0);
    std::vector<std::uint64_t> words{L::make_header(3, color::white, 0),
                                     1,
                                     1,
                                     1,
                                     header,
                                     1,
                                     header,
                                     1,
                                     header,
                                     1,
                                     free,
                                     0,
                                     header,
                                     1,
                                     L::make_header(2, color::blue, 0),
                                     0,
                                     0};
    std::array<value_of<L>, 3> stack{};
    std::array<value_of<L>, 1> ring{};
    collector_of<next_fit<L>, 1> gc{{words, 0x1000}, stack, ring, imperative::contents::existing};
    require(gc.allocate(2, 0) == value_of<L>{0x1078}, "a free block is allocated");
    const std::array<std::uint64_t, 3> roots{0x1028, 0x1048, 0x1068};
    gc.start(roots);
    while (gc.at() != phase::sweeping) gc.slice(1);
    gc.slice(4);
    require(gc.allocate(3, 0) == value_of<L>{0x1008} && gc.at() == phase::sweeping,
            "what the sweep holds can be allocated at once");
}

/// Two lists of pointers to all of a row of objects: every pointer is pushed, few find it white.
/// The window has room for all, so that each goes into it in a step of its own.
void judge_pacing()
{
    judge::scene = [] { return std::string{"  two lists of pointers to the same objects\n"}; };
    constexpr std::uint64_t n = 100;
    std::vector<std::uint64_t> words;
    for (std::uint64_t i = 0; i < n; ++i)
        words.insert(words.end(), {L::make_header(1, color::white, 0), 1});
    std::vector<std::uint64_t> roots;
    for (int list = 0; list < 2; ++list) {
        roots.push_back(0x1000 + 8 * words.size() + 8);
        words.push_back(L::make_header(n, color::white, 0));
        for (std::uint64_t i = 0; i < n; ++i) words.push_back(0x1000 + 16 * i + 8);
    }
    judge::scene_words = words.size();
    std::vector<value_of<L>> stack(words.size());
    std::array<value_of<L>, 256> ring{};
    collector_of<segregated_fit<L>, 256> gc{
        {words, 0x1000}, stack, ring, imperative::contents::existing};
    gc.start(roots);
    const auto steps = gc.slice(1'000'000);
    require(steps <= imperative::most_steps(words.size(), roots.size()),
            "no cycle makes more steps than are paid for");
    for (std::uint64_t free = 2; free < 200; ++free)
        require(imperative::pacing::rate(1'000, free) * (free / 2) >= 1'000,
                "what is paid for half of the free words is a whole cycle");
}

// --- layers 1 and 2 ------------------------------------------------------------------------------

using graph::change_summary, graph::definition_6;
using heap = graph::observation<int, int>;

heap heap_of(graph::graph<int> g)
{
    heap h{std::move(g), {}};
    for (const int x : h.objects.vertices()) h.fields.append(std::array{-x});
    return h;
}

void judge_definition()
{
    judge::scene = [] { return std::string{"  1 -> 2 -> 3, then 1 -> 9 -> 3\n"}; };
    judge::scene_words = std::nullopt;
    const auto before = heap_of({{1, 2, 3, 4}, {{1, 2}, {2, 3}, {4, 1}}});
    change_summary<int, int> changes{{9}, {}, {}, {{{9, 0}, -9}}};
    record_added(changes, {1, 2});
    record_deleted(changes, {1, 2});
    record_added(changes, {1, 9});
    record_deleted(changes, {9, 3});
    record_added(changes, {9, 3});
    const std::array roots{1};
    const auto clause = [&](graph::graph<int> after) {
        return definition_6(before, roots, changes, heap_of(std::move(after))).clause;
    };
    require(clause({{1, 2, 3, 9}, {{1, 9}, {2, 3}, {9, 3}}}) == 0,
            "Definition 6 accepts a right cycle");
    require(clause({{1, 3, 9}, {{1, 9}, {9, 3}}}) == 2 && clause({{1, 2, 3}, {{2, 3}}}) == 2,
            "Definition 6 finds what is lost");
    require(clause({{1, 2, 3, 4, 9}, {{1, 9}, {2, 3}, {9, 3}}}) == 2,
            "Definition 6 finds what is kept");
    require(clause({{1, 2, 3, 9}, {{1, 2}, {1, 9}, {2, 3}, {9, 3}}}) == 3 &&
                clause({{1, 2, 3, 9}, {{1, 9}, {2, 3}}}) == 3,
            "Definition 6 finds an edge too many or too few");
    changes.written[0].second = 7;
    require(clause({{1, 2, 3, 9}, {{1, 9}, {2, 3}, {9, 3}}}) == 5,
            "Definition 6 finds a field that does not hold what was written");
}

/// The root points to a leaf; at any moment the pointer moves to its other field, and goes.
void judge_pure()
{
    judge::scene = [] { return std::string{"  pure slices: a.1 := b, a.2 := 1\n"}; };
    judge::scene_words = 5;
    const functional::heap<L> before{
        0x1000,
        {L::make_header(2, color::white, 0), 1, 0x1020, L::make_header(1, color::white, 0), 1}};
    const header_of<L> a{0x1000};
    for (std::uint64_t steps = 0; steps < 8; ++steps) {
        auto c = functional::begin_cycle(before, std::array<std::uint64_t, 1>{0x1008});
        c = functional::slice(std::move(c), steps);
        if (!functional::is_marking(c.at)) break;
        c.marking = functional::write(std::move(c.marking), a, std::uint64_t{1}, 0x1020);
        c.marking = functional::write(std::move(c.marking), a, std::uint64_t{2}, 1);
        c.marking = functional::write(std::move(c.marking), a, std::uint64_t{1}, 1);
        c = functional::slice(std::move(c), 100);
        require(c.sweeping.swept.hp.words[3] == L::make_header(1, color::white, 0),
                "pure slices keep what is overwritten");
    }
}

/// A free block, a dead and a live one, and six words more after any step of a cycle.
template <class A>
void judge_growth(std::uint64_t steps, bool at_once)
{
    judge::scene = [steps] {
        return "  free, dead, live; after " + std::to_string(steps) + " steps six words more\n";
    };
    judge::scene_words = 12;
    const auto header = L::make_header(1, color::white, 0);
    std::vector<std::uint64_t> words{
        L::make_header(1, color::blue, 0), 0, header, 1, header, 1, 0, 0, 0, 0, 0, 0};
    std::array<value_of<L>, 1> stack{}, ring{};
    imperative::driven<L, test::growing_memory<L>, A, 1, unaudited_cycle<L>> gc{
        {words, 0x1000, 6}, stack, ring, imperative::contents::existing};
    const std::array<std::uint64_t, 1> roots{0x1028};
    gc.start(roots);
    gc.slice(steps);
    const auto swept = gc.swept_to();
    gc.grow(gc.memory().end() + 48);
    if (!at_once) gc.finish();
    require(gc.allocate(5, 0) == value_of<L>{0x1038} && (!at_once || gc.swept_to() == swept),
            "what the heap has grown by can be allocated at once");
    gc.finish();
    require(gc.allocate(3, 0) == value_of<L>{0x1008}, "what is dead is free after the cycle");
    require(!gc.allocate(1, 0), "what the heap has grown by is free once");
}

/// Live, dead; when both are swept the words of the dead one are given back.
void judge_shrinking()
{
    judge::scene = [] { return std::string{"  live, dead, which is given back\n"}; };
    judge::scene_words = 4;
    const auto header = L::make_header(1, color::white, 0);
    std::vector<std::uint64_t> words{header, 1, header, 1};
    std::array<value_of<L>, 1> stack{}, ring{};
    imperative::driven<L, test::growing_memory<L>, segregated_fit<L>, 1, unaudited_cycle<L>> gc{
        {words, 0x1000, 4}, stack, ring, imperative::contents::existing};
    gc.start({});
    gc.advance();
    gc.darken(0x1008);
    require(gc.run_phase(100) > 0, "a phase that is over leaves a part of the budget");
    gc.advance();
    require(gc.run_phase(100) > 0 && gc.trailing_free_words() == 2,
            "what is free at the end is known when it is swept");
    gc.shrink(2);
    gc.advance();
    require(gc.memory().end() == 0x1010, "what is given back is no more in the heap");
    require(!gc.allocate(1, 0), "what is given back is not allocated");
}

/// An object is cut off the only free block, and another one while the sweep has not come to it.
void judge_rest_ahead()
{
    judge::scene = [] { return std::string{"  a free block, from which two objects are cut\n"}; };
    judge::scene_words = 12;
    std::vector<std::uint64_t> words(12);
    std::array<value_of<L>, 1> stack{}, ring{};
    collector_of<segregated_fit<L>, 1> gc{{words, 0x1000}, stack, ring};
    const auto x = gc.allocate(2, 0);
    const std::array<std::uint64_t, 1> roots{L::pointer_to(*x)};
    gc.start(roots);
    while (gc.at() != phase::sweeping) gc.slice(1);
    require(gc.allocate(3, 0) && gc.at() == phase::sweeping,
            "what is left of the largest block can be allocated at once");
}

/// One large object leads to 70 small ones, by turns on either side of a long string, and each of
/// those to another on the other side: in a row none is near the last, so they pass the window.
/// Among them is a large one, with a leaf of its own.
void judge_far(std::uint64_t budget)
{
    judge::scene = [] { return std::string{"  70 objects on either side of a string\n"}; };
    constexpr std::uint64_t count = 70, far = 3 * imperative::near_words, origin = 0x1000;
    constexpr std::uint64_t side = count / 2 * 4;  // each has objects of one field, and leaves
    constexpr std::uint64_t large_wosize = imperative::small_wosize + 1;
    judge::scene_words = count + 3 + 2 * side + far + 1 + large_wosize + 3;
    const auto root = origin + 8, first = root + (count + 3) * 8;
    const auto string = first + side * 8, second = string + (far + 1) * 8;
    const auto large = second + side * 8;
    const auto object = [&](std::uint64_t i) { return (i % 2 == 0 ? first : second) + i / 2 * 32; };
    std::vector<std::uint64_t> words{L::make_header(count + 2, color::white, 0), large};
    for (std::uint64_t i = 0; i < count; ++i) words.push_back(object(i));
    words.push_back(string);
    const auto add_side = [&](std::uint64_t from) {
        for (auto i = from; i < count; i += 2)  // object i, and the leaf of its neighbour
            words.insert(words.end(), {L::make_header(1, color::white, 0), object(i ^ 1) + 16,
                                       L::make_header(1, color::white, 0), 1});
    };
    add_side(0);
    words.push_back(L::make_header(far, color::white, 252));
    words.insert(words.end(), far, 1);
    add_side(1);
    words.push_back(L::make_header(large_wosize, color::white, 0));
    words.insert(words.end(), large_wosize - 1, 1);
    words.insert(words.end(),
                 {large + (large_wosize + 1) * 8, L::make_header(1, color::white, 0), 1});
    const auto before = words;
    std::vector<value_of<L>> stack(5000);
    std::array<value_of<L>, 2> ring{};
    imperative::incremental<L, checked_memory<L>, segregated_fit<L>, 2, unaudited_cycle<L>> gc{
        {words, origin}, stack, ring, imperative::contents::existing};
    const std::array<std::uint64_t, 1> roots{root};
    gc.start(roots);
    while (gc.at() != phase::idle)
        require(gc.slice(budget) <= budget, "no slice makes more steps than its budget");
    require(words == before, "what lies apart survives together");
}

/// A chain of objects that lie together, so many that they are marked in a row; the second field
/// of each leads to a string. The stack has room for the fields of one, or of many.
void judge_near(std::size_t room, std::uint64_t budget)
{
    judge::scene = [] { return std::string{"  a chain of 70 objects, each with a string\n"}; };
    constexpr std::size_t count = 70;
    judge::scene_words = 5 * count;
    std::vector<std::uint64_t> words;
    for (std::uint64_t i = 0, at = 0x1008; i < count; ++i, at += 40) {
        const auto next = i + 1 < count ? at + 40 : 1;
        words.insert(words.end(), {L::make_header(2, color::white, 0), next, at + 24,
                                   L::make_header(1, color::white, 252), 1});
    }
    const auto before = words;
    std::vector<value_of<L>> stack(room);
    std::array<value_of<L>, 2> ring{};
    imperative::incremental<L, checked_memory<L>, segregated_fit<L>, 2, unaudited_cycle<L>> gc{
        {words, 0x1000}, stack, ring, imperative::contents::existing};
    const std::array<std::uint64_t, 1> roots{0x1008};
    gc.start(roots);
    while (gc.at() != phase::idle)
        require(gc.slice(budget) <= budget, "no slice makes more steps than its budget");
    require(words == before, "what lies together survives together");
}

/// A chain of wide objects that lie together, so that the stack fills, up to so many objects.
template <class M>
void judge_chain(test::wide_chain<L>& chain, M memory, std::size_t room, std::size_t most,
                 std::uint64_t budget)
{
    judge::scene = [] { return std::string{"  a chain of objects of 60 fields\n"}; };
    judge::scene_words = chain.words.size();
    const auto before = chain.words;
    const value_of<L> nobody{7};
    std::vector<value_of<L>> stack(room + 2000, nobody);  // nobody lends all of it
    std::array<value_of<L>, 2> ring{};
    imperative::incremental<L, M, segregated_fit<L>, 2, unaudited_cycle<L>> gc{
        std::move(memory), std::span{stack}.first(room), ring, imperative::contents::existing};
    const std::array<std::uint64_t, 1> roots{chain.root};
    gc.start(roots);
    while (gc.at() != phase::idle) {
        require(gc.slice(budget) <= budget, "no slice makes more steps than its budget");
        require(std::all_of(stack.begin() + std::ptrdiff_t(most), stack.end(),
                            [&](auto x) { return x == nobody; }),
                most == room ? "nothing is pushed beyond the stack"
                             : "where many wait, what is black is not pushed");
    }
    require(chain.words == before, "what is wide survives together");
}
void judge_room(std::size_t room)
{
    test::wide_chain<L> chain{20, 20};
    judge_chain(chain, checked_memory<L>{chain.words, chain.origin}, room, room, 1000);
}
/// So long that many wait when the first row ends, which looks at no mark. What lies behind that
/// leads back: none of it waits, but the next object.
void judge_waiting()
{
    const auto room = static_cast<std::size_t>(4 * imperative::many_waiting);
    test::wide_chain<L> chain{room / 16, room / 64, 2 * imperative::near_words};
    std::vector<imperative::mark_entry> marks(imperative::lent_entries::count(chain.words.size()));
    judge_chain(chain,
                imperative::with_marks<L>(checked_memory<L>{chain.words, chain.origin}, marks),
                room, room - room / 32, 100 * room);
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge_interleavings<collector_of<next_fit<L>, 1, 1>>(1, 1);
    judge_interleavings<test::in_parts<collector_of<segregated_fit<L>, 2>>>(4, 1);
    judge_interleavings<collector_of<next_fit<L>, 1, 1>>(1, 2);
    judge_budget();
    judge_ahead();
    judge_rest_ahead();
    judge_held();
    judge_resumed();
    for (std::uint64_t steps = 0; steps < 12; ++steps)
        for (const bool at_once : {false, true}) {
            judge_growth<next_fit<L>>(steps, at_once);
            judge_growth<segregated_fit<L>>(steps, at_once);
        }
    judge_shrinking();
    for (const std::size_t room : {64U, 1000U})
        for (const std::uint64_t budget : {100U, 1000U}) judge_near(room, budget);
    for (const std::uint64_t budget : {100U, 1000U}) judge_far(budget);
    for (const std::size_t room : {64U, 130U, 2000U}) judge_room(room);
    judge_waiting();
    judge_pacing();
    judge_definition();
    judge_pure();
    judge_interleavings<marking_beside<L, segregated_fit<L>, 2>>(1, 1);
    judge_interleavings<marking_beside<short_blocks, next_fit<short_blocks>, 1, 1>>(4, 1);
    std::printf("accepted: %zu cycles\n", cycles);
}
