// tests/mutants/generations.cpp: the stage that runs CakeML's collectors on every small heap.
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <strata/layer2_functional/to_gen.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/generational.hpp>

#include "../cakeml_words.hpp"
#include "judge.hpp"

namespace {

using namespace test;
using namespace strata::functional;
using namespace strata::imperative;
using judge::require;
using L = strata::cakeml_64;
using W = strata::word_of<L>;
using words_t = std::vector<W>;

const elements* shown = nullptr;
const addresses* shown_roots = nullptr;

std::string draw_shown()
{
    if (shown == nullptr) return {};
    std::string text;
    num a = 0;
    const auto draw = [&](const addresses& xs) {
        for (const auto& x : xs)
            text += x.is_pointer ? " -> " + std::to_string(x.ptr) : std::string{" data"};
        text += '\n';
    };
    for (const auto& x : *shown) {
        text += "  " + std::to_string(a) + ": ";
        text += !x.is_data_element()  ? "unused"
                : x.tag == tag::datum ? "data element"
                                      : "reference";
        draw(x.xs);
        a += el_length(x);
    }
    text += "  roots:";
    draw(*shown_roots);
    return text;
}

void show(const elements& heap, const addresses& roots)
{
    judge::next_trial();
    judge::scene_words = heap_length(heap);
    shown = &heap;
    shown_roots = &roots;
}

void require_verdict(const char* what, const strata::graph::verdict<num>& verdict)
{
    if (!verdict.holds()) judge::reject(std::string{what} + verdict.sentence);
}

// --- layer 2

void judge_full(const elements& heap, const addresses& roots)
{
    show(heap, roots);
    const auto after = gen_gc_full(full_conf{heap_length(heap), {}}, roots, heap);
    require_verdict("full: ", full_collection(is_reference{}, roots, heap, after));
    require(after.state.ok, "full: a collection of a heap that is ok is ok");
}

void judge_partial(const elements& heap, const addresses& roots, num gen_start)
{
    const partial_conf conf{heap_length(heap), {}, gen_start, division_of(heap).refs_start};
    const auto after = gen_gc_partial(conf, roots, heap);
    require_verdict("partial: ", partial_collection(conf, roots, heap, after));
    require(after.state.ok, "partial: a collection of a heap that is ok is ok");
    require(gen_state_ok(heap_after(after.state), after.state.a, conf.refs_start, {after.state.a}),
            "partial: no old element points to new data afterwards");
    const auto extra =
        append(to_gen_roots(conf, roots),
               to_gen_roots(conf, refs_to_roots(heap_split(conf.refs_start, heap)->second)));
    const auto full = gen_gc_full(to_gen_conf(conf), extra, to_gen_heap(conf, heap));
    require(full.state == to_gen_state(conf, after.state),
            "partial: it is the full collection of the generation");
}

void judge_ok()
{
    const auto datum = [](address x) { return element::data_element({x}, 1, tag::datum); };
    const elements heap{datum(address::data(1)), element::unused(1)};
    const auto full = [&](const address& x, num limit) {
        return gen_gc_full(full_conf{limit, {}}, {x}, heap).state.ok;
    };
    const auto partial = [&](const address& x, num gen_start) {
        return gen_gc_partial(partial_conf{4, {}, gen_start, 4}, {x}, heap).state.ok;
    };
    const auto ptr = [](num to) { return address::pointer(to, 0); };
    require(full(ptr(0), 4) && partial(ptr(0), 0), "ok: what is right is ok");
    require(!full(ptr(1), 4) && !partial(ptr(1), 0), "ok: not into an element");
    require(!full(ptr(2), 4) && !partial(ptr(2), 0), "ok: not to unused space");
    require(!full(ptr(9), 4) && !partial(ptr(9), 2), "ok: not out of the heap");
    require(!full(ptr(0), 5) && !partial(ptr(0), 1), "ok: not where there is no such heap");
    auto state = gen_gc_full_begin(full_conf{4, {}}, heap);
    state.n = 1;
    require(!gen_gc_full_move(full_conf{4, {}}, state, ptr(0)).state.ok, "ok: not without room");
    const elements refs{element::data_element({ptr(0)}, 1, tag::reference)};
    require(!gen_gc_partial(partial_conf{2, {}, 0, 2}, {ptr(0)}, refs).state.ok,
            "ok: no reference in a generation");
}

void judge_checkers()
{
    const auto ptr = [](num to) { return address::pointer(to, 0); };
    const auto datum = [](address x) { return element::data_element({x}, 1, tag::datum); };
    const elements heap{datum(ptr(2)), datum(address::data(2)), element::unused(1)};
    const auto clause = [&](std::vector<std::pair<num, num>> pairs) {
        address_map f;
        for (const auto& [i, to] : pairs) f.bind(i, to);
        return gc_related(f, heap, heap).clause;
    };
    require(clause({{0, 0}, {2, 2}}) == 0, "gc_related accepts what is right");
    require(clause({{2, 0}, {0, 0}}) == 1 && clause({{2, 4}}) == 1, "gc_related sees clause 1");
    require(clause({{1, 0}}) == 2, "gc_related sees clause 2");
    require(clause({{0, 2}, {2, 0}}) == 3, "gc_related sees clause 3");
    require(clause({{0, 0}}) == 4, "gc_related sees clause 4");
    require(!gen_state_ok(heap, 4, 6, {2}) && gen_state_ok(heap, 4, 6, {4}) &&
                !gen_state_ok(heap, 4, 6, {3}) && !gen_state_ok(heap, 4, 6, {6}),
            "gen_state_ok sees a pointer from old data to new");
    const auto after = gen_gc_full(full_conf{6, {}}, {ptr(0)}, heap);
    auto kept = after;
    kept.state.h1.push_back(datum(address::data(9)));
    kept.state.n -= 2;
    kept.state.a += 2;
    require(full_collection(is_reference{}, {ptr(0)}, heap, kept).clause == 6,
            "full_collection sees what is kept without need");
}

// --- layer 3

struct run_t {
    words_t curr, other, roots;
    checked_memory<L> from, to;

    run_t(const elements& heap, const addresses& r, num room)
        : curr{words_for<L>(heap)}
        , other(room, W{3})
        , roots{words_for<L>(r)}
        , from{curr, 0}
        , to{other, 1000}
    {}
};

/// The words in use are those of the elements.
bool has_words(const words_t& words, const elements& heap, num skip_from, num skip_to)
{
    const auto right = words_for<L>(heap);
    for (num n = 0; n < right.size(); ++n)
        if ((n < skip_from || n >= skip_to) && words[n] != right[n]) return false;
    return true;
}

template <class Begin>
void judge_room(const elements& heap, const addresses& roots, num needed, num most, Begin begin)
{
    for (num room = 0; room <= most; ++room) {
        run_t run{heap, roots, room};
        const auto before = run.curr, old_roots = run.roots;
        auto s = gen_gc(begin(run), run.roots);
        require(s.ok == (room >= needed), "layer 3: it is done iff there is room");
        if (s.ok) gen_gc_put_back(s, run.roots);
        require(run.curr == before && run.roots == old_roots,
                "layer 3: what is not done, or undone, changes nothing");
    }
}

void judge_full_words(const elements& heap, const addresses& roots, bool rooms)
{
    const auto limit = heap_length(heap);
    const auto judge_view = [&](auto view, auto is_ref, const char* check) {
        const auto right = gen_gc_full(gen_gc_conf<decltype(is_ref)>{limit, {}}, roots, heap);
        const auto begin = [&](const run_t& run) {
            return begin_full<L>(run.from, run.to, used_in<L>(heap), view);
        };
        run_t run{heap, roots, limit};
        const auto s = gen_gc(begin(run), run.roots);
        const auto refs = right.state.a + right.state.n;
        require(s.ok && s.a == right.state.a && s.b == refs &&
                    has_words(run.other, heap_after(right.state), right.state.a, refs),
                check);
        require(run.roots == words_for<L>(right.addresses), "layer 3: the roots are layer 2's");
        if (rooms) judge_room(heap, roots, limit - right.state.n, limit, begin);
    };
    judge_view(whole_heap<L>{}, is_reference{}, "layer 3: a full collection is layer 2's");
    judge_view(one_kind<L>{}, no_refs{}, "layer 3: a simple collection is layer 2's");
}

void judge_partial_words(const elements& heap, const addresses& roots, num gen_start, bool rooms)
{
    const auto [a, refs_start] = division_of(heap);
    const partial_conf conf{heap_length(heap), {}, gen_start, refs_start};
    const auto right = gen_gc_partial(conf, roots, heap);
    const auto begin = [&](const run_t& run) {
        return begin_partial<L>(run.from, run.to, used_in<L>(heap), W{gen_start});
    };
    run_t run{heap, roots, refs_start - gen_start};
    auto s = gen_gc(begin(run), run.roots);
    copy_back(s);
    require(s.ok && s.a == right.state.a &&
                has_words(run.curr, heap_after(right.state), right.state.a, refs_start),
            "layer 3: a partial collection is layer 2's");
    require(run.roots == words_for<L>(right.addresses), "layer 3: the roots are layer 2's");
    if (rooms) judge_room(heap, roots, right.state.a - gen_start, refs_start - gen_start, begin);
}

/// A reference of two fields, of which the first is moved and the second is not.
void judge_half_updated()
{
    const auto datum = element::data_element({}, 0, tag::datum);
    const auto ref =
        element::data_element({address::pointer(1, 0), address::pointer(2, 0)}, 2, tag::reference);
    judge_partial_words({datum, datum, datum, ref}, {address::data(1)}, 0, true);
}

void judge_bad_pointers()
{
    const elements heap{element::data_element({address::data(1)}, 1, tag::datum),
                        element::unused(1)};
    for (const num to : {num{2}, num{3}, num{4}, num{99}}) {
        run_t run{heap, {address::pointer(to, 0)}, 4};
        const auto s =
            gen_gc(begin_full<L>(run.from, run.to, used_in<L>(heap), whole_heap<L>{}), run.roots);
        require(!s.ok, "layer 3: a pointer to no object is not ok");
    }
}

// --- the collector

struct program_t {
    words_t one, other;
    generational<L, checked_memory<L>, unaudited_generations<L>> gc;

    program_t(std::size_t words, const gc_config& config)
        : one(words, 7)
        , other(words, 7)
        , gc{{one, 0}, {other, 0}, config}
    {}
    [[nodiscard]] W make(W wosize, W tag, W first)
    {
        const auto x = gc.allocate(wosize, tag);
        require(x.has_value(), "an object fits up to the trigger");
        gc.store(*x, 1, first);
        return L::pointer_to(*x);
    }
};

void judge_triggers()
{
    judge::next_trial();
    words_t none;
    for (W words = 1; words <= 40; ++words) {
        program_t p{30, gc_config::gen({10})};
        require(p.gc.heap().trigger == 10, "the trigger is a nursery away");
        require((p.gc.alloc(words, none) == alloc_result::done) == (words <= 30),
                "there is enough space iff it fits");
        const auto [partial, full] = p.gc.collections();
        require(partial == (words > 10 && words <= 20 ? 1U : 0U) &&
                    full == (words > 20 && words <= 30 ? 1U : 0U),
                "a full collection is due iff the space after the trigger is too small");
        if (words <= 30)
            require(p.gc.heap().trigger == (words < 10 ? 10 : words),
                    "the trigger is a nursery away, or the allocation");
    }
    program_t p{30, gc_config::gen({10})};
    (void)p.make(9, 0, 0);
    require(!p.gc.allocate(1, 0), "nothing passes the trigger");
    program_t q{30, gc_config::gen({10})};
    (void)q.make(1, L::ref_tag, 0);
    require(q.gc.heap().trigger == 8 && q.gc.heap().end == 28, "a reference moves the trigger");
    program_t r{30, gc_config::simple()};
    require(r.gc.heap().trigger == 30, "without generations the trigger is at the end");
}

void judge_generations()
{
    judge::next_trial();
    program_t p{100, gc_config::gen({10, 20})};
    words_t roots{0};
    const std::array<W, 6> starts{0, 8, 16, 8, 16, 24}, older{0, 0, 0, 8, 8, 8};
    for (std::size_t k = 0; k < starts.size(); ++k) {
        require(p.gc.alloc(8, roots) == alloc_result::done, "there is enough space iff it fits");
        require(p.gc.heap().gen_starts[0] == starts[k] && p.gc.heap().gen_starts[1] == older[k],
                "the outer generation is collected once it has outgrown its size");
        roots[0] = p.make(7, 0, 4 + 2 * k);
        require(p.gc.load(L::target(roots[0]), 1) == 4 + 2 * k, "an object is where it was put");
    }
}

void judge_space()
{
    judge::next_trial();
    for (const auto& config : {gc_config::simple(), gc_config::gen({9}), gc_config::gen({30})}) {
        program_t p{30, config};
        words_t roots{0};
        while (p.gc.alloc(3, roots) == alloc_result::done) {
            const auto x = p.gc.allocate(2, 0);
            p.gc.store(*x, 1, roots[0]);
            p.gc.store(*x, 2, 8);
            roots[0] = L::pointer_to(*x);
        }
        const auto words = [&] {
            words_t all = roots;
            for (W n = 0; n < 30; ++n) all.push_back(p.gc.memory().load(n));
            return all;
        };
        const auto before = words();
        require(p.gc.heap().next == 30, "the heap is full");
        require(p.gc.alloc(3, roots) == alloc_result::not_enough_space && words() == before,
                "not enough space, and nothing changes");
        roots[0] = p.gc.load(L::target(roots[0]), 1);
        require(p.gc.alloc(3, roots) == alloc_result::done, "what has died is space");
    }
}

void judge_switches()
{
    judge::next_trial();
    program_t p{60, gc_config::simple()};
    words_t roots{p.make(1, 0, 6), p.make(1, L::ref_tag, 0)};
    p.gc.store(L::target(roots[1]), 1, roots[0]);
    require(p.gc.collect(roots) && p.gc.heap().end == 60, "a simple collection moves all down");
    require(p.gc.switch_to(gc_config::gen({20}), roots), "it can be switched");
    require(p.gc.heap().end == 58 && p.gc.heap().gen_starts[0] == 2 && p.gc.heap().trigger == 22,
            "switching to generations brings the references to their end");
    p.gc.store(L::target(roots[1]), 1, p.make(1, 0, 10));
    require(p.gc.collect_partial(roots) &&
                p.gc.load(L::target(p.gc.load(L::target(roots[1]), 1)), 1) == 10,
            "a reference keeps new data alive");
    require(p.gc.switch_to(gc_config::simple(), roots) && p.gc.heap().trigger == 58,
            "switching back needs no collection");
}

void judge_names()
{
    require(parse_gc_config("none").config == gc_config::none() &&
                parse_gc_config("simple").config == gc_config::simple() &&
                parse_gc_config("gen120").config == gc_config::gen({120}) &&
                parse_gc_config("gen5,60").config == gc_config::gen({5, 60}),
            "a collector has its name");
    for (const auto* wrong : {"", "gen", "gen1x", "gen1,", "gen0", "gen5,5", "mark", "simple ",
                              "gen18446744073709551616"})
        require(!parse_gc_config(wrong).config && parse_gc_config(wrong).error != nullptr,
                "a wrong name is an error");
    require(find_config_error(gc_config::gen({30}), 30) == nullptr &&
                find_config_error(gc_config::gen({31}), 30) != nullptr,
            "a generation is no larger than the heap");
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge::scene = draw_shown;
    std::size_t heaps = 0;
    judge_ok();
    require((L::update_addr(W{0x1ff}, 5) & 0xfff) == 0x1ff, "a pointer keeps its pointer bits");
    for (num words = 1; words <= 4; ++words) {
        for_each_element_heap(
            words, [](const auto&) { return true; },
            [&](const elements& heap, const addresses& roots) {
                judge_full(heap, roots);
                ++heaps;
            });
        for (const bool rooms : {false, true})
            for_each_element_heap(words, is_generational,
                                  [&](const elements& heap, const addresses& roots) {
                                      show(heap, roots);
                                      judge_full_words(heap, roots, rooms);
                                      for_each_boundary(heap, [&](num start) {
                                          judge_partial(heap, roots, start);
                                          judge_partial_words(heap, roots, start, rooms);
                                      });
                                  });
    }
    shown = nullptr;
    judge_checkers();
    judge_half_updated();
    judge_bad_pointers();
    judge_triggers();
    judge_generations();
    judge_space();
    judge_switches();
    judge_names();
    std::printf("accepted: %zu heaps of up to 4 words\n", heaps);
}
