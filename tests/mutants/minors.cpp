// tests/mutants/minors.cpp: the stage that collects the nursery of every small heap, cut in two.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/marked.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "../one_minor.hpp"
#include "drawing.hpp"
#include "judge.hpp"
#include "judged_layout.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;
using judge::require;
using judge::compiled_for::f;
using judge::compiled_for::L;
using judge::compiled_for::W;
using roots_t = std::array<W, 2>;

judge::image shown;
std::vector<std::uint64_t> shown_roots;
std::string configuration;

[[nodiscard]] std::string draw_shown()
{
    if (shown.words.empty()) return "  " + configuration + "\n";
    return "  " + configuration + "\n" + judge::draw_roots(f, shown, shown_roots) +
           judge::draw(f, {{"before", &shown}});
}

// --- layer 2 -------------------------------------------------------------------------------------

/// A remembered set that lacks one field, each in turn.
void judge_remembered(const functional::minor_state<L>& before)
{
    const auto& [young, old] = before.g;
    require(functional::remembered_set_complete<L>(old, young, before.slots),
            "a remembered set that has every field is complete");
    for (std::size_t i = 0; i < before.slots.size(); ++i) {
        auto fewer = before.slots;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        const auto missing = functional::find_missing_slot<L>(old, young, fewer);
        const bool leads = functional::leads_into<L>(young, old.load(before.slots[i]));
        require(missing.has_value() == leads && (!leads || *missing == before.slots[i]),
                "a field that leads into the nursery and is not remembered is found");
    }
}

/// The definition accepts what is right, and rejects it when one word of a promoted object differs.
void judge_definition(const functional::minor_state<L>& before,
                      const functional::minor_state<L>& after,
                      const graph::moved_to<value_of<L>>& places)
{
    const auto holds = [&](const functional::heap<L>& old) {
        return functional::judge_minor(before.g, before.roots,
                                       {functional::heap<L>{before.g.young.end(), {}}, old}, places)
            .holds();
    };
    require(holds(after.g.old), "a minor collection satisfies Definition 7");
    for (const auto& pair : places.pairs()) {
        auto old = after.g.old;
        const auto h = hd_address<L>(pair.second);
        const auto last = field_addr<L>(h, functional::wosize<L>(h, old));
        old.store(last, static_cast<W>(old.load(last) ^ 0x100));
        require(!holds(old), "a promoted object with another field breaks Definition 7");
    }
}

/// Places the objects one after the other in the room that was added.
void judge_layer_2(test::small_generations<L> g)
{
    g.lay_out(g.live_words);
    functional::minor_state<L> before{
        {functional::snapshot<L>(g.young_space()), functional::snapshot<L>(g.old_space())},
        {g.roots.begin(), g.roots.end()},
        {},
        {}};
    for (auto p = g.cut; p < g.before.size; ++p) {
        before.g.old.store(g.address(p), g.before.storage[p]);
        if ((g.before.values & test::only(p)) != 0) before.slots.push_back(g.address(p));
    }
    graph::moved_to<value_of<L>> places;
    auto next = g.address(g.before.size);
    functional::for_each_block<L>(before.g.young, [&](header_of<L> h) {
        const auto words = functional::wosize<L>(h, before.g.young) + 1;
        if (next + words * L::mword > g.address(g.before.size + g.live_words)) return;
        if ((g.promoted & test::only((h.at - g.before.origin()) / L::mword)) == 0) return;
        places.bind(f_address<L>(h), {static_cast<W>(next + L::mword)});
        next = static_cast<W>(next + words * L::mword);
    });
    const auto place = [&](value_of<L> x) -> std::optional<functional::placement<L>> {
        const auto* to = places.find(x);
        if (to == nullptr) return std::nullopt;
        return functional::placement<L>{hd_address<L>(*to)};
    };
    judge_remembered(before);
    const auto after = functional::minor(before, place);
    require(after.ok, "layer 2: only what is reachable is promoted");
    judge_definition(before, after, places);
    for (std::size_t k = 0; k < g.old.size() && k < after.g.old.words.size(); ++k)
        g.old[k] = after.g.old.words[k];
    const auto* wrong = g.find_wrong({after.roots[0], after.roots[1]});
    require(wrong == nullptr, wrong == nullptr ? "" : (std::string{"layer 2: "} + wrong).c_str());
    const auto none =
        functional::minor(before, [](value_of<L>) -> std::optional<functional::placement<L>> {
            return std::nullopt;
        });
    require(none.ok == (g.promoted == 0), "layer 2: no place is a result");
    require(none.ok || (none.g == before.g && none.roots == before.roots),
            "layer 2: without room nothing changes");
}

// --- layer 3 -------------------------------------------------------------------------------------

template <class Allocator>
void judge_layer_3(const test::small_generations<L>& g, const char* allocator)
{
    const auto enough = g.live_words;
    for (const auto room : {std::size_t{0}, enough > 0 ? enough - 1 : 0, enough, enough + 1})
        for (const std::size_t entries : {std::size_t{1}, test::most_words}) {
            configuration = std::string{allocator} + ", cut at " + std::to_string(g.cut) +
                            ", room for " + std::to_string(room) + " words, " +
                            std::to_string(entries) + " entries";
            const auto* wrong =
                test::find_wrong_minor<L, Allocator, unaudited_minor<L>>(g, room, entries);
            require(wrong == nullptr, wrong);
        }
}

void judge_heap(const test::small_heap<L>& before, const roots_t& roots)
{
    judge::next_trial();
    judge::scene_words = before.size;
    shown = {before.origin(), {before.words().begin(), before.words().end()}};
    shown_roots = {roots.begin(), roots.end()};
    for (std::size_t cut = 2; cut <= before.size; ++cut) {
        if (!test::small_generations<L>::is_cut(before, cut)) continue;
        const test::small_generations<L> g{before, roots, cut};
        configuration = "layer 2, cut at " + std::to_string(cut);
        judge_layer_2(g);
        judge_layer_3<segregated_fit<L>>(g, "segregated_fit");
        judge_layer_3<next_fit<L>>(g, "next_fit");
    }
}

// --- programs ------------------------------------------------------------------------------------

/// A field of an object that holds a value: after the bitmap, if there is one.
constexpr W value_field = test::has_bitmap<L> ? 2 : 1;

using beside = marked<L, checked_memory<L>>;

template <class Old>
struct program {
    using M = std::remove_cvref_t<decltype(std::declval<const Old&>().memory())>;
    std::array<W, 64> heap{};
    std::array<W, 16> nursery{}, other{}, table{};
    std::array<value_of<L>, 8> marks{}, stack{};
    std::array<value_of<L>, 1> ring{};
    std::array<mark_entry, 3> entries{}, young_entries{};
    with_nursery<Old, unaudited_minor<L>> gc;

    template <class... Ring>
    explicit program(Ring&... r)
        : gc{Old{memory(heap, old_origin, entries), marks, r...},
             memory(nursery, 0x2000, young_entries), table, stack}
    {}
    // Marks are in two entries.
    static constexpr W old_origin =
        static_cast<W>(marked_memory<M, W> ? 0x1000 + 37 * L::mword : 0x1000);
    /// With the marks beside it, if it has any.
    [[nodiscard]] static M memory(std::span<W> words, W origin, std::span<mark_entry> beside_it)
    {
        const checked_memory<L> all{words, origin};
        if constexpr (marked_memory<M, W>) return with_marks<L>(all, beside_it);
        else return all;
    }
    [[nodiscard]] W make(W value = L::filler())
    {
        const auto x = gc.allocate(2, 0);
        require(x.has_value(), "there is room in the nursery");
        if (test::has_bitmap<L>) gc.write(*x, 1, 1);
        gc.write(*x, value_field, value);
        return L::pointer_to(*x);
    }
    void set(W x, W value) { gc.write(L::target(x), value_field, value); }
    [[nodiscard]] W get(W x) const
    {
        return gc.memory().load(field_addr<L>(hd_address<L>(L::target(x)), value_field));
    }
    [[nodiscard]] color color_at(W x) const
    {
        return color_of<L>(gc.memory().load(hd_address<L>(L::target(x)).at));
    }
};

/// A cycle that stops after `steps`; then an old object leads to a young one, which is promoted and
/// leads to an old one that only it leads to by then.
template <class M>
void judge_cycle(std::uint64_t steps)
{
    configuration = "a promotion after " + std::to_string(steps) + " steps of a cycle";
    using old = incremental<L, M, segregated_fit<L>, 1, unaudited_cycle<L>>;
    std::array<value_of<L>, 1> ring{};
    program<old> p{ring};
    std::array<W, 1> roots{p.make(p.make(p.make()))}, lent{};
    require(p.gc.start(roots, lent), "there is room in the old space");
    p.gc.old().slice(steps);
    const auto last = p.get(p.get(roots[0]));
    const auto young = p.make(last);
    if (steps % 2 == 0) p.set(roots[0], young);
    else p.gc.modify(field_addr<L>(hd_address<L>(L::target(roots[0])), value_field), young);
    require(p.gc.minor(roots), "there is room in the old space");
    const auto promoted = p.get(roots[0]);
    p.gc.old().finish();
    require(p.get(roots[0]) == promoted && p.get(promoted) == last, "a cycle changes no field");
    require(p.color_at(roots[0]) == color::white && p.color_at(promoted) == color::white &&
                p.color_at(last) == color::white,
            "what is promoted during a cycle survives it, and what it leads to");
    require(functional::h_allocs<L>(p.gc.old().memory()).size() == 4,
            "a cycle keeps its snapshot and what is promoted");
    require(p.entries == decltype(p.entries){}, "no word is marked when a cycle is over");
    std::vector<header_of<L>> free;
    p.gc.old().free_blocks().each_free(p.gc.old().memory(), [&](header_of<L> h) {
        free.push_back(h);
        return free.size() < p.heap.size();
    });
    std::sort(free.begin(), free.end());
    require(free == functional::blues<L>(p.gc.old().memory()),
            "the allocator has each free block once after a promotion");
    require(p.gc.collect(roots), "there is room in the old space");
    require(functional::h_allocs<L>(p.gc.old().memory()).size() == 3,
            "the next collection frees what has died");
}

using plain = mark_sweep<L, checked_memory<L>, segregated_fit<L>, 1, unaudited<L>>;

/// Large objects, the words that a runtime owns, another nursery, and a collection of all.
void judge_program()
{
    configuration = "a program";
    program<plain> p;
    const auto large = p.gc.allocate(20, 0);
    require(large && large->at < 0x2000, "an object too large for the nursery is old");
    if (test::has_bitmap<L>) p.gc.write(*large, 1, 1);
    require(p.gc.memory().load(large->at) == (test::has_bitmap<L> ? 1 : L::filler()),
            "a write to an old object is done");
    std::array<W, 1> roots{L::pointer_to(*large)};
    p.set(roots[0], p.make());
    p.set(roots[0], roots[0]);
    require(p.gc.minor(roots), "there is room in the old space");
    require(p.get(roots[0]) == roots[0], "a remembered field that leads to what is old stays");
    p.set(roots[0], p.make(p.make()));
    require(p.gc.young().next == 0x2000 + 10 * L::mword && p.gc.young().limit == 0x2000,
            "objects are made from the end of the nursery");
    require(p.gc.resize({p.other, 0x3000}, roots), "there is room in the old space");
    require(p.get(roots[0]) < 0x2000 && p.get(p.get(roots[0])) < 0x2000,
            "another nursery is empty, and what survives the last one is old");
    require(p.gc.young().limit == 0x3000, "another nursery takes the place of the last");
    require(p.make() > 0x3000, "another nursery is used");
    p.set(roots[0], L::filler());
    require(p.gc.collect(roots), "there is room in the old space");
    require(functional::h_allocs<L>(p.gc.old().memory()).size() == 1,
            "a collection frees what has died in either space");
    int made = 0;
    while (p.gc.allocate(1, 0)) ++made;
    require(made == 8, "a nursery is given out to its last word");
}

/// A field of an old object that holds nothing yet.
void judge_first_value()
{
    configuration = "the first value of an old field";
    program<plain> p;
    const auto large = p.gc.allocate(20, 0);
    require(large.has_value(), "there is room in the old space");
    if (test::has_bitmap<L>) p.gc.write(*large, 1, 1);
    p.gc.initialise(field_addr<L>(hd_address<L>(*large), value_field), p.make());
    std::array<W, 1> roots{L::pointer_to(*large)};
    require(p.gc.minor(roots), "there is room in the old space");
    require(p.get(roots[0]) < 0x2000 && p.color_at(p.get(roots[0])) == color::white,
            "the first value of an old field is remembered");
    require(p.gc.remembered().slots().empty(), "an empty nursery has no remembered fields");
}

/// The old space is full of what has died, and of what the nursery alone leads to.
void judge_full()
{
    configuration = "an old space that is full";
    program<plain> p;
    std::array<W, 2> roots{L::filler(), L::filler()};
    roots[0] = p.make();
    require(p.gc.minor(roots), "there is room in the old space");
    roots[1] = p.make(roots[0]);  // young, and leads to the old one
    const auto dead = p.gc.allocate(20, 0);
    require(dead.has_value(), "there is room in the old space");
    if (test::has_bitmap<L>) p.gc.write(*dead, 1, 1);
    p.set(L::pointer_to(*dead), p.make());  // a remembered field that will be free
    roots[0] = L::filler();
    while (p.gc.old().allocate(2, 0)) {
    }
    while (p.gc.old().allocate(1, 0)) {
    }
    require(p.gc.collect(roots), "what has died makes room for what is young");
    require(p.color_at(roots[1]) == color::white && p.color_at(p.get(roots[1])) == color::white &&
                p.get(p.get(roots[1])) == L::filler(),
            "what the nursery alone leads to survives a collection that makes room");
    require(functional::h_allocs<L>(p.gc.old().memory()).size() == 2,
            "nothing else survives a collection that makes room");
    require(!functional::find_defect<L>(p.gc.old().memory()), "the old space stays well formed");
}

/// No room for what is young, at any step of a cycle: it keeps its colour too.
template <class M>
void judge_full_cycle(std::uint64_t steps)
{
    configuration = "an old space that is full after " + std::to_string(steps) + " steps";
    using old = incremental<L, M, segregated_fit<L>, 1, unaudited_cycle<L>>;
    std::array<value_of<L>, 1> ring{};
    program<old> p{ring};
    std::array<W, 1> roots{L::filler()}, lent{};
    for (W n = 0; n < 20; ++n) {
        const auto x = p.gc.old().allocate(2, 0);
        if (!x) break;
        if (test::has_bitmap<L>) p.gc.old().write(*x, 1, 1);
        p.gc.old().write(*x, value_field, roots[0]);
        roots[0] = L::pointer_to(*x);
    }
    require(p.gc.start(roots, lent), "there is room in the old space");
    p.gc.old().slice(steps);
    roots[0] = p.make(p.make(p.make(roots[0])));
    const auto nursery = p.nursery;
    const auto before = roots;
    require(!p.gc.minor(roots), "a full old space has no room");
    require(p.nursery == nursery && roots == before,
            "without room nothing young changes, whatever a cycle is doing");
}

/// Room for one of two young objects, at any step of a cycle: the first is promoted and put back,
/// and what led to it leads to it again, whether the sweep has come there or not. The room is where
/// a sweep begins: otherwise all of it would be over when that is found.
template <class M>
void judge_put_back(std::uint64_t steps)
{
    configuration = "room for the first of two objects after " + std::to_string(steps) + " steps";
    using old = incremental<L, M, segregated_fit<L>, 1, unaudited_cycle<L>>;
    std::array<value_of<L>, 1> ring{};
    program<old> p{ring};
    std::array<W, 1> roots{L::filler()}, lent{};
    W last = L::filler();
    for (W n = 0; n <= 20; ++n) {
        const auto x = p.gc.old().allocate(2, 0);
        require(x.has_value(), "there is room in the old space");
        if (test::has_bitmap<L>) p.gc.old().write(*x, 1, 1);
        if (n == 0) continue;
        p.gc.old().write(*x, value_field, roots[0]);
        roots[0] = L::pointer_to(*x);
        if (n == 1) last = roots[0];
    }
    require(p.gc.collect(roots), "an empty nursery needs no room");
    require(p.gc.start(roots, lent), "an empty nursery needs no room");
    p.gc.old().slice(steps);
    const auto young = p.make(p.make());
    p.set(last, young);
    p.set(roots[0], young);
    require(!p.gc.minor(roots), "there is room for one, and not for two");
    require(p.get(last) == young && p.get(roots[0]) == young,
            "without room old fields lead to what is young again");
    p.gc.old().finish();
    require(p.entries == decltype(p.entries){}, "no word is marked when a cycle is over");
}

/// No room while a cycle sweeps: what is dead led to where a promoted object has come to lie.
template <class M>
void judge_dangling(std::uint64_t steps)
{
    configuration = "no room, and dead objects that lead to free ones, after " +
                    std::to_string(steps) + " steps";
    using old = incremental<L, M, segregated_fit<L>, 1, unaudited_cycle<L>>;
    std::array<value_of<L>, 1> ring{};
    program<old> p{ring};
    auto lower = L::filler();
    while (const auto x = p.gc.old().allocate(2, 0)) {
        if (test::has_bitmap<L>) p.gc.old().write(*x, 1, 1);
        p.gc.old().write(*x, value_field, lower);
        lower = L::pointer_to(*x);
    }
    std::array<W, 5> roots{}, lent{};
    roots.fill(L::filler());
    require(p.gc.start(roots, lent), "an empty nursery needs no room");
    p.gc.old().slice(steps);
    for (auto& root : roots) root = p.make();
    if (p.gc.minor(roots)) return;
    functional::for_each_slot<L>(p.gc.old().memory(), [&](header_of<L>, W at) {
        require(p.gc.old().memory().load(at) < 0x2000,
                "without room nothing that is dead comes to lead into the nursery");
    });
}

/// An old field that leads to the inside of a young closure, and to nothing else of it.
template <layout Judged = L>
void judge_infix()
{
    configuration = "an old field that leads to the inside of a young closure";
    if constexpr (test::has_kind<functional::infix, Judged>) {
        program<plain> p;
        std::array<W, 1> roots{p.make()};
        require(p.gc.minor(roots), "there is room in the old space");
        const auto closure = p.gc.allocate(5, 247);
        require(closure.has_value(), "there is room in the nursery");
        p.gc.write(*closure, 3, L::make_header(3, color::white, 249));
        p.gc.write(*closure, 5, Judged::make_closure_info(1, 2));
        p.set(roots[0], static_cast<W>(closure->at + 3 * L::mword));
        require(p.gc.minor(roots), "there is room in the old space");
        const auto entry = p.get(roots[0]);
        require(entry < 0x2000 && p.gc.memory().load(static_cast<W>(entry - L::mword)) ==
                                      L::make_header(3, color::white, 249),
                "an old field leads to the same entry of a promoted closure");
    }
}

/// What is free now is forgotten, and nothing else.
void judge_forget_dead()
{
    configuration = "a remembered set after a collection";
    std::array<W, 9> words{};
    std::array<W, 4> table{};
    checked_memory<L> memory{words, 0x1000};
    const auto at = [](std::size_t n) { return static_cast<W>(0x1000 + n * L::mword); };
    memory.store(at(0), L::make_header(2, color::white, 0));
    memory.store(at(3), L::make_header(2, color::blue, 0));
    memory.store(at(6), L::make_header(2, color::white, 0));
    remembered_set<W> remembered{table};
    for (const std::size_t n : {8U, 5U, 4U, 1U}) remembered.push(at(n));
    remembered.forget_dead<L>(memory);
    require(remembered.slots().size() == 2 && remembered.slots()[0] == at(1) &&
                remembered.slots()[1] == at(8) && remembered.is_complete(),
            "fields of objects that have died are forgotten");
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge::scene = draw_shown;
    std::size_t heaps = 0;
    const auto most = judge::compiled_for::most_words - 1;
    for (std::size_t words = 2; words <= most; ++words)
        test::for_each_rooted_heap<L>(words, [&](const auto& heap, const auto& roots) {
            if (words == 6 && heap.number % 7 != 0) return true;
            judge_heap(heap, roots);
            ++heaps;
            return true;
        });
    shown = {};
    judge::scene_words.reset();
    judge_program();
    judge_first_value();
    judge_full();
    judge_forget_dead();
    judge_infix();
    for (std::uint64_t steps = 0; steps < 40; ++steps) {
        judge_cycle<checked_memory<L>>(steps);
        judge_full_cycle<checked_memory<L>>(steps);
        judge_put_back<checked_memory<L>>(2 * steps);
        judge_dangling<checked_memory<L>>(steps);
        judge_cycle<beside>(steps);
        judge_full_cycle<beside>(steps);
        judge_put_back<beside>(2 * steps);
        judge_dangling<beside>(steps);
    }
    std::printf("accepted: %zu heaps of up to %zu words\n", heaps, most);
}
