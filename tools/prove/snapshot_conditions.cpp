// tools/prove/snapshot_conditions.cpp: writes and allocations between steps keep the snapshot.
#include "groups.hpp"
#include "snapshot_marking.hpp"

namespace strata::prove {

namespace {

using functional::phase;

/// Any step of marking, by what is proved of each: only colours change, and `from_to`.
template <class L, darkening D>
void marking_step(path& p)
{
    using W = word_of<L>;
    snapshot<L, D> k{p};
    auto& u = k.then;
    u.memory.words = words("then");
    u.stack.times = words("stack_then");
    u.window.times = words("window_then");
    u.h.at = W::named("then_h");
    u.i = W::named("then_i");
    u.wosize = W::named("then_wosize");
    u.rest = {{W::named("then_rest_h")}, W::named("then_rest_i"), W::named("then_rest_wosize")};
    k.given();
    for (const auto& t : k.places) {
        const auto all = k.m.at_word(u, t);
        p.assume(all[0].second && all[1].second);  // headers, and all other words
        assume(p, k.m.from_to(k.m.s, u, t));
        // R, where marking is proved, is any set that no edge leaves, such as this one
        const auto shaded = k.m.is(color::gray, u, t) || k.m.is(color::black, u, t);
        p.assume(z3::implies(k.now.is_start(t) && shaded, k.is_ours(k.now, t)));
        p.assume(z3::implies(k.m.held_times(u, t) >= 1, k.is_ours(k.now, t)));
    }
    assume(p, k.m.from_to(k.m.s, u, k.b, k.j));
    k.after = {u.memory, k.now.starts};
    k.keeps();
}

/// The snapshot is taken.
template <class L, darkening D>
void beginning(path& p)
{
    using W = word_of<L>;
    snapshot<L, D> k{p};
    if (k.on == aspect::new_edge) {
        k.touch(k.b, k.j);
        p.assume(z3::implies(k.is_object(k.b) && k.in_R(k.b) && k.was.is_edge(k.b, k.j),
                             k.in_R(k.was.successor(k.b, k.j))));
    }
    k.given();
    for (const auto& o : k.objects) {
        p.assume(z3::implies(k.before.is_start(o),
                             k.was.is(color::white, o) || k.was.is(color::blue, o)));
        p.assume(k.m.held_times(k.m.s, o) == 0);
    }
    auto c = cycle_at<L, D>(phase::idle, k.m.s, k.before);
    const std::vector<W> roots{W::named("root")};
    imperative::begin_cycle(c, std::span<const W>{roots});
    k.then = c.marking;
    k.after = {c.marking.memory, k.before.starts};
    k.keeps();
    p.ensure("every root is still to be darkened, and the heap is that of the snapshot",
             context().bool_val(c.at == phase::darkening && c.roots.size() == 1) &&
                 c.marking.memory.words == k.before.words);
}

template <class State>
[[nodiscard]] z3::expr are_same(const State& s, const State& t)
{
    return s.stack.times == t.stack.times && s.stack.size == t.stack.size &&
           s.window.times == t.window.times && s.window.size == t.window.size &&
           s.dropped.cursor.e == t.dropped.cursor.e && s.dropped.stop.e == t.dropped.stop.e &&
           s.dropped.low.e == t.dropped.low.e && s.dropped.high.e == t.dropped.high.e &&
           s.h.at.e == t.h.at.e && s.i.e == t.i.e && s.wosize.e == t.wosize.e &&
           s.rest.h.at.e == t.rest.h.at.e && s.rest.i.e == t.rest.i.e &&
           s.rest.wosize.e == t.rest.wosize.e;
}

/// One root of the snapshot, as `darken_roots` does it; that is proved with marking.
template <class L, darkening D>
void one_root(path& p)
{
    using W = word_of<L>;
    snapshot<L, D> k{p};
    p.proves_obligations = false;  // proved of darken_roots
    const std::vector<W> roots{W::named("root")};
    auto c = cycle_at<L, D>(phase::darkening, k.m.s, k.now);
    c.roots = roots;
    imperative::darken_roots(k.then, roots);
    const auto left = imperative::run_roots(c, 1);
    p.ensure("a step of run_roots darkens one root, as darken_roots does",
             context().bool_val(left == 0 && c.roots.empty()) && are_same(k.then, c.marking) &&
                 k.then.memory.words == c.marking.memory.words);
}

/// `write` is the step of `darken_roots` for what the field holds, if it is scanned, and a store;
/// while nothing marks, it is a store.
template <class L, darkening D>
void barrier(path& p)
{
    using W = word_of<L>;
    snapshot<L, D> k{p};
    const auto h = W::named("h"), i = W::named("i"), v = W::named("v");
    const auto f = k.is.field(h.e, i.e), y = k.target(k.now, h.e, i.e), o = k.is.resolve(y);
    fact(is_aligned(h.e) == is_aligned(f));  // the lemma about whole words
    for (const auto& t : {h.e, o, header_at<L>(y)}) fact(k.is.block_is_well_formed(t));
    fact(k.is.are_disjoint(o, header_at<L>(y)));
    p.assume(k.is_ours(k.now, h.e) && k.now.is_start(h.e) && k.is.is_allocated(h.e));
    p.assume(1 <= i.e && i.e <= k.is.wosize(h.e));
    assume(p, k.at_new_edge(k.now, h.e, i.e));
    const bool marking = bool(symbolic_condition{context().bool_const("is_marking")});
    auto c = cycle_at<L, D>(marking ? phase::marking : phase::sweeping, k.m.s, k.now);
    const std::vector held{k.now.peek(f)};
    p.proves_obligations = false;  // they are those of write
    if (marking && functional::is_scanned<L>(k.now, {h}, i)) imperative::darken_roots(k.then, held);
    p.proves_obligations = true;
    imperative::write(c, {h}, i, v);
    p.ensure("write darkens what the field held, if it is scanned, and then stores the new value",
             are_same(k.then, c.marking) &&
                 c.memory().words == z3::store(k.then.memory.words, f, v.e));
}

/// The store, where what the field held is darkened. The mutator does what it may: it writes to
/// what it can come by, and pointers to such; pointers that were well formed stay so, and lead to
/// what they led to; and if the word says which fields are scanned, then nothing new of those that
/// hold a pointer.
template <class L, darkening D>
void store(path& p)
{
    using W = word_of<L>;
    snapshot<L, D> k{p};
    const auto h = W::named("h").e, i = W::named("i").e;
    const auto v = W::named("v");
    const auto f = k.is.field(h, i), g = k.is.field(k.b, k.j);
    const auto y = L::target(v).at.e;
    k.objects.push_back(h);
    k.places.push_back(f);
    if (k.on == aspect::edge) k.touch(h, i);
    if (k.on == aspect::new_edge) k.touch_pointer(y);
    k.given();
    p.assume(k.is_ours(k.now, h) && 1 <= i && i <= k.is.wosize(h));
    p.assume(z3::implies(k.is.is_inner(v), k.is_good(k.now, y)));
    k.then.memory.words = z3::store(k.now.words, f, v.e);
    k.after = {k.then.memory, k.now.starts};
    const reading<L> then{k.after};
    // a pointer to `q` leads where it led, unless it never led anywhere
    const auto leads = [&](const symbolic_heap<L>& heap, const z3::expr& q) {
        const auto led = k.is_inside(heap, q) && reading<L>{heap}.pointer_is_well_formed(q);
        p.assume(z3::implies(led && header_at<L>(q) == f, k.are_alike(v, k.now.peek(f))));
        return led;
    };
    if (k.on == aspect::pointer) leads(k.before, k.x);
    if (k.on == aspect::new_edge)
        for (const auto& q : {y, k.target(k.now, k.b, k.j)})
            p.assume(z3::implies(leads(k.now, q), then.pointer_is_well_formed(q)));
    if (k.on == aspect::edge || k.on == aspect::new_edge)
        p.assume(z3::implies(g != f && k.is.is_inner(k.now.peek(g)),
                             k.is_scanned(k.after, k.b, k.j) == k.is_scanned(k.now, k.b, k.j)));
    if (k.on == aspect::edge) {
        assume(p, k.at_edge(k.now, k.m.s, h, i));
        p.assume(
            z3::implies(k.is.is_edge(h, i), !k.m.is(color::white, k.m.s, k.is.successor(h, i))));
    }
    k.keeps();
}

/// `allocate` while marking goes on, by what is proved of it with the allocators: a block is cut
/// off a free one, links change, and the fields are cleared.
template <class L, darkening D>
void allocation(path& p)
{
    snapshot<L, D> k{p};
    request<L> asked{p, k.now};
    const auto h = asked.h, taken = asked.taken();
    k.objects.push_back(h);
    k.given();
    asked.has_free_block();
    std::vector<z3::expr> ahead;  // where a free block may start whose link is one of the places
    for (const auto& t : k.places) ahead.push_back(header_at<L>(t));
    use_blocks(p, k.now, ahead, k.objects, k.now.last.e);
    auto c = cycle_at<L, D>(phase::marking, k.m.s, k.now);
    p.assume(c.sweeping.free.has_room);
    c.marking.memory.stores_left = 2;
    try {
        (void)imperative::allocate(c, asked.wosize, asked.tag);
    } catch (const cut&) {
    }
    k.then = c.marking;
    k.then.memory.words = words("allocated");
    const auto made = [&](const z3::expr& t) { return taken < t && t < asked.end(); };
    k.places.push_back(taken);
    for (const auto& t : k.places)
        fact(made(t) || (is_free(k.now, t) && t != taken) ||
             z3::select(k.then.memory.words, t) == z3::select(c.marking.memory.words, t));
    k.after = asked.cut_off(k.then.memory);
    if (k.on == aspect::new_edge) p.assume(!reading<L>{k.after}.is_edge(taken, k.j));  // all filler
    k.keeps();
    p.ensure("the new object is black, of the size and tag asked for",
             k.m.is(color::black, k.then, taken) &&
                 k.are_alike(k.after.peek(taken),
                             L::make_header(asked.wosize, color::white, asked.tag)));
}

/// Marking is over: nothing is held, and no object is gray.
template <class L, darkening D>
void exit(path& p)
{
    snapshot<L, D> k{p};
    const auto& s = k.m.s;
    const auto y = k.target(k.now, k.b, k.j);
    if (k.on == aspect::edge || k.on == aspect::new_edge) k.touch_pointer(y);
    k.given();
    const auto to = k.was.successor(k.b, k.j), now_to = k.is.resolve(y);
    const auto black = [&](const z3::expr& h) { return k.m.is(color::black, s, h); };
    for (const auto& o : k.objects)
        p.assume(k.m.held_times(s, o) == 0 &&
                 z3::implies(k.now.is_start(o), !k.m.is(color::gray, s, o)));
    if (imperative::is_scanning(s) || imperative::is_waiting(s)) throw cut{};
    const auto root = k.was.resolve(k.x);
    if (k.on == aspect::pointer)
        p.ensure("no edge: what a root of the snapshot pointed to is black",
                 z3::implies(k.is_object(root) && !k.m.is(color::white, s, root), black(root)));
    if (k.on == aspect::word) {
        p.ensure("an object that is neither in R nor new is white",
                 z3::implies(k.is_object(k.a) && !k.in_R(k.a), k.m.is(color::white, s, k.a)));
        p.ensure("new objects are black", z3::implies(k.is_new(k.now, k.a), black(k.a)));
    }
    if (k.on == aspect::edge)
        p.ensure("one edge more: what a black object pointed to in the snapshot is black",
                 z3::implies(k.is_object(k.b) && black(k.b) && k.was.is_edge(k.b, k.j), black(to)));
    if (k.on != aspect::new_edge) return;
    // and so, if R is what the roots reached
    p.ensure("what a black object points to now is black",
             z3::implies(k.now.is_start(k.b) && black(k.b) && k.is.is_edge(k.b, k.j) &&
                             z3::implies(k.is_object(now_to) && k.in_R(now_to), black(now_to)),
                         black(now_to)));
}

struct nobody {
    void after_mark(const auto&) {}
    void after_sweep(const auto&, const auto&) {}
};

/// One phase is over, and the next begins.
template <class L, darkening D>
void next_phase(path& p)
{
    snapshot<L, D> k{p};
    auto c = cycle_at<L, D>(phase::darkening, k.m.s, k.now);
    nobody audit;
    imperative::advance(c, audit);
    p.ensure("marking goes on where the roots are darkened",
             context().bool_val(c.at == phase::marking) && are_same(k.m.s, c.marking) &&
                 c.marking.memory.words == k.now.words);
    imperative::advance(c, audit);
    const auto& s = c.sweeping;
    p.ensure("sweep begins with the first block of the heap that marking has left",
             context().bool_val(c.at == phase::sweeping) && s.memory.words == k.now.words &&
                 s.sw.at.e == k.now.first.e && s.free_words.e == 0);
}

/// `allocate` while a sweep is under way: what the allocator has lies behind it.
template <class L, darkening D>
void late_allocation(path& p)
{
    request<L> k{p};
    snapshot<L, D> unused{p};
    auto c = cycle_at<L, D>(phase::sweeping, unused.m.s, k.before);
    const auto sw = c.sweeping.sw.at.e, ahead = c.ahead.at.e;
    const bool behind = bool(symbolic_condition{c.sweeping.free.has_room});
    p.assume(sw <= k.before.last.e && c.sweeping.held.size == 0);
    if (behind) {
        k.has_free_block();
        p.assume(k.was.next(k.h) <= sw);
    } else {
        // a run that ends here because that helps ends as proved with sweep
        p.assume(c.sweeping.free_words.e <= k.wosize.e && !is_at_front());
        p.assume(z3::implies(sw <= ahead && ahead < k.before.last.e,
                             ahead == k.h && k.before.is_start(k.h)));
    }
    c.sweeping.memory.stores_left = 2;
    bool made = true;
    try {
        made = imperative::allocate(c, k.wosize, k.tag).has_value();
    } catch (const cut&) {
    }
    const auto& then = c.sweeping;
    const auto same = z3::select(then.memory.words, k.a) == z3::select(k.before.words, k.a);
    p.ensure("the sweep is where it was", then.sw.at.e == sw);
    if (!made) return p.ensure("without room nothing changes", same);
    const auto heap = k.cut_off(then.memory);
    const reading<L> is{heap};
    p.ensure(
        "a new object is black where sweep is still to come, and white behind it",
        z3::ite(sw <= k.taken(), is.is(color::black, k.taken()), is.is(color::white, k.taken())));
    p.ensure("no word of the other part of the heap changes",
             same || (k.a < sw) == context().bool_val(behind));
    p.ensure("the blocks tile the memory as before", is.block_tiles(k.a, k.before.last.e));
    p.ensure("no two blocks overlap", is.are_disjoint(k.a, k.c));
    p.ensure("no object is gray that was not",
             z3::implies(heap.is_start(k.a) && is.is(color::gray, k.a),
                         k.before.is_start(k.a) && k.was.is(color::gray, k.a)));
}

/// What depends on when a field is darkened.
template <class L, darkening D>
void all_steps(group& g, const std::string& name, std::initializer_list<aspect> all)
{
    prove_aspects(g, name + ", begin_cycle", beginning<L, D>, all);
    prove_aspects(g, name + ", a step of marking", marking_step<L, D>, all);
    prove_aspects(g, name + ", write's store", store<L, D>, all);
    prove_aspects(g, name + ", allocate", allocation<L, D>, all);
    prove_aspects(g, name + ", marking's exit", exit<L, D>, all);
}

}  // namespace

void prove_snapshot(report& r)
{
    for_each_different([&]<class S>() {
        using A = abstract_layout<S>;
        // As for copying; and ocaml_32 differs from ocaml_64 in the sizes of words and fields only.
        if (!std::same_as<S, ocaml_64> && !std::same_as<S, bitmap_record>) return;
        const std::string name = name_of<S>;
        r.run("snapshot-" + name, "write and allocate while a cycle marks, the snapshot: " + name,
              [=](group& g) {
                  constexpr auto lazy = darkening::lazy;
                  all_steps<A, lazy>(
                      g, "lazy", {aspect::word, aspect::pointer, aspect::edge, aspect::new_edge});
                  all_steps<A, darkening::eager>(g, "eager", {aspect::edge});
                  prove_step(g, "run_roots", one_root<A, lazy>);
                  prove_step(g, "write's barrier", barrier<A, lazy>);
                  prove_step(g, "advance", next_phase<A, lazy>);
                  prove_step(g, "allocate while sweeping", late_allocation<A, lazy>);
              });
    });
}

}  // namespace strata::prove
