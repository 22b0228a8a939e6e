// tools/prove/marks_sweep_conditions.cpp: every step of a sweep by marks keeps its invariant.
#include "groups.hpp"
#include "marks_sweeping.hpp"

namespace strata::prove {

namespace {

/// One step from any state that satisfies the invariant; `a` and `c` are arbitrary.
template <class L>
struct step {
    using W = word_of<L>;
    using state = typename marks_sweeping<L>::state;

    path& p;
    marks_sweeping<L> k{};
    z3::expr a = number("a"), c = number("c"), cover = words("cover");
    handed_over had{};
    symbolic_heap<L> now = any_heap<L>("now", "swept");
    reading<L> is{now};
    state s{{{now.first, now.last, words("memory")}, set("marks")},
            {},
            {W::named("sw")},
            W::named("free_words"),
            W::named("limit"),
            {}};
    std::vector<z3::expr> places{};

    explicit step(path& of)
        : p{of}
    {
        s.free.on_add = [this](symbolic_memory<L>& m, header_of<L> h, W n) { add(m, h, n); };
    }
    step(const step&) = delete;
    step& operator=(const step&) = delete;

    /// What the contract of `add` allows: first fields of free blocks change, nothing else does.
    void add(symbolic_memory<L>& memory, header_of<L> h, W n)
    {
        const symbolic_heap<L> then{memory, now.starts};
        const reading<L> at{then};
        oblige("what is added is blue and has a field for the link",
               at.is(color::blue, h.at.e) && n.e >= 1 && at.wosize(h.at.e) == n.e);
        oblige("blocks are added in the order of their addresses, each once",
               had.last < h.at.e && !z3::select(had.blocks, h.at.e));
        had = {z3::store(had.blocks, h.at.e, context().bool_val(true)), h.at.e};
        memory.words = words("linked");
        for (const auto& t : places) {
            const auto of = t - k.was.unit();
            const auto is_link =
                (now.is_start(of) && at.is(color::blue, of) && s.held.held(of) == 0) ||
                t == h.at.e + k.was.unit();
            fact(is_link || z3::select(memory.words, t) == z3::select(then.words, t));
        }
    }
    void given()
    {
        const auto unit = k.was.unit();
        places = {a,        c,          z3::select(cover, a), s.sw.at.e,
                  k.run(s), is.next(a), now.first.e,          s.held.first};
        const auto direct = places;
        for (const auto& t : direct) places.push_back(t - unit);
        s.held.places = s.memory.places = places;
        p.assume(s.limit.e <= context().int_val(static_cast<std::uint64_t>(L::max_wosize)));
        for (const auto& t : places) {
            s.held.use(t);
            p.assume(k.settles(s, t, is.header(t)));
            assume(p, k.at_free(s, now, had, t));
            assume(p, k.at_word(s, now, cover, t));
            for (const auto& u : {a, c, t, t - unit, direct[2], k.run(s), s.held.first})
                assume(p, k.at_both(now, u, t));
            know_apart(k.run(s), t, unit);
        }
        assume(p, k.everywhere(s, had));
    }
    /// The invariant after the step, where a run that ended is one more block.
    void keeps(const state& then)
    {
        const auto run = k.run(s), sw = s.sw.at.e;
        const auto ended = s.free_words.e > 0 && k.run(then) > run;
        symbolic_heap<L> done{{now.first, now.last, words("done")}, now.starts};
        for (const auto& t : places) fact(k.settles(then, t, done.peek(t)));
        done.starts =
            z3::ite(ended, z3::store(done.starts, run, context().bool_val(true)), done.starts);
        const auto covers = words("covers");
        fact(z3::select(covers, a) ==
             z3::ite(ended && run <= a && a < sw, run, z3::select(cover, a)));
        ensure(p, k.at_word(then, done, covers, a));
        ensure(p, k.at_both(done, a, c));
        ensure(p, k.at_free(then, done, had, a));
        ensure(p, k.everywhere(then, had));
    }
};

/// Where a run is cut within a dead object, whoever walks over the blocks comes to its end.
template <class L>
void ensure_cut(step<L>& k, const typename step<L>::state& then)
{
    const auto header = then.memory.peek(k.s.sw.at.e);
    const auto rest = rest_of_object<L>().e;
    k.p.ensure("where a run is cut, the rest of a dead object is a white block of its own",
               z3::implies(rest > 0, L::has_color(header, color::white).e &&
                                         L::wosize(header).e == rest - 1));
    k.p.ensure("a run is cut where it is as long as a block may be",
               k.s.free_words.e == k.s.limit.e + 1);
}

template <class L>
void body(path& p)
{
    step<L> k{p};
    k.given();
    if (!imperative::is_sweeping(k.s) || k.s.held.full()) throw cut{};
    auto then = k.s;
    imperative::sweep_body(then);
    k.keeps(then);
    p.ensure("measure: sw comes nearer to the end",
             then.sw.at.e > k.s.sw.at.e && then.sw.at.e <= k.k.marked.last.e);
    if (then.memory.walks > 0) ensure_cut(k, then);
}

template <class L>
void flushing(path& p)
{
    step<L> k{p};
    k.given();
    if (k.s.held.empty()) throw cut{};
    auto then = k.s;
    imperative::flush_body(then);
    k.keeps(then);
    p.ensure("measure: one run fewer is held", then.held.size < k.s.held.size);
}

/// `release`, from a state in which the loop of sweep_to_mark ends and nothing is held.
template <class L>
void releasing(path& p)
{
    step<L> k{p};
    k.given();
    p.assume(k.s.held.size == 0 && k.s.held.capacity >= 1);
    auto then = k.s;
    then.memory.runs_left = 0;
    imperative::release(then);
    k.keeps(then);
    p.ensure("nothing is held, no free words are left, and the allocator has them",
             then.free_words.e == 0 && then.held.size == 0 &&
                 z3::implies(k.s.free_words.e >= 2, z3::select(k.had.blocks, k.k.run(k.s))));
    const auto sw = then.sw.at.e;
    p.ensure("what is free ends at a mark, or at the end",
             k.s.free_words.e == 0 || sw == k.k.marked.last.e || k.k.survives(sw));
}

/// The whole of `sweep`, from a state in which its loop ends and nothing is held.
template <class L>
void rest(path& p)
{
    step<L> k{p};
    k.given();
    p.assume(k.s.held.size == 0 && k.s.held.capacity >= 1);
    if (imperative::is_sweeping(k.s)) throw cut{};
    const auto then = imperative::sweep(k.s);
    k.keeps(then);
    p.ensure("sweep ends at the end of the heap, with no free words and nothing held",
             then.sw.at.e == k.k.marked.last.e && then.free_words.e == 0 && then.held.size == 0);
    p.ensure("nothing is marked any more",
             z3::implies(then.memory.is_inside(k.a), !then.memory.marked_at(k.a)));
}

template <class L>
void initialisation(path& p)
{
    step<L> k{p};
    const std::vector<z3::expr> all{k.a, k.c};
    for (const auto& t : all) {
        p.assume(!k.now.is_start(t) && !z3::select(k.had.blocks, t));
        k.s.held.use(t);
    }
    p.assume(k.s.held.size == 0 && k.s.held.capacity >= 1 && k.had.last == 0);
    const marks_memory<L> memory{k.k.marked, k.k.was_marked};
    const auto begun =
        imperative::begin_sweep<L>(memory, k.s.free, functional::coalescing<L>, k.s.held);
    const auto most = context().int_val(static_cast<std::uint64_t>(L::max_wosize));
    p.ensure("what is joined fits in one block", begun.limit.e <= most);
    const symbolic_heap<L> none{memory, k.now.starts};
    ensure(p, k.k.at_word(begun, none, k.cover, k.a));
    ensure(p, k.k.at_both(none, k.a, k.c));
    ensure(p, k.k.at_free(begun, none, k.had, k.a));
    ensure(p, k.k.everywhere(begun, k.had));
}

/// What follows at the end, where all words of a survivor were marked and no others: survivors and
/// free blocks tile the memory. `around` is the block of the heap before in which a word was.
template <class L>
void tiling(path& p)
{
    step<L> k{p};
    auto& old = k.k.marked;
    const auto unit = k.k.was.unit(), first = old.first.e, last = old.last.e;
    const auto next_free = k.is.next(k.a), next_old = k.k.was.next(k.a);
    const auto cover = z3::select(k.cover, k.a);
    const auto around = [](const z3::expr& t) { return unknown("around", {t}); };
    p.assume(k.s.free_words.e == 0 && k.s.sw.at.e == last);
    const std::vector<z3::expr> all{k.a,
                                    k.c,
                                    first,
                                    next_free,
                                    next_old,
                                    cover,
                                    next_free - unit,
                                    next_old - unit,
                                    around(k.a),
                                    around(k.c),
                                    around(next_free),
                                    around(first)};
    for (const auto& t : all) {
        assume(p, k.k.at_word(k.s, k.now, k.cover, t));
        p.assume(k.k.was.block_tiles(t, last));
        const auto o = around(t);
        p.assume(
            z3::implies(first <= t && t < last, old.is_start(o) && o <= t && t < k.k.was.next(o)));
        for (const auto& u : {k.a, k.c, cover, o, around(next_free)}) {
            assume(p, k.k.at_both(k.now, u, t));
            p.assume(k.k.was.are_disjoint(u, t) && k.k.was.are_disjoint(t, u));
            p.assume(z3::implies(old.is_start(u) && u <= t && t < k.k.was.next(u),
                                 k.k.survives(u) == k.k.survives(t)));
            know_apart(u, t, unit);
        }
    }
    const auto lives = [&](const z3::expr& h) { return old.is_start(h) && k.k.survives(h); };
    const auto is_block = [&](const z3::expr& h) { return lives(h) || k.now.is_start(h); };
    p.ensure("a survivor's header is what it was, and so are its fields",
             z3::implies(lives(k.c) && k.c <= k.a && k.a < k.k.was.next(k.c),
                         z3::select(k.now.words, k.a) == z3::select(old.words, k.a)));
    p.ensure("survivors and free blocks tile the memory",
             z3::implies(is_block(k.a), first <= k.a && is_aligned(k.a) && next_free <= last &&
                                            (next_free == last || is_block(next_free))));
    p.ensure("the first of them is at the beginning", first == last || is_block(first));
    p.ensure("no two of them overlap",
             z3::implies(is_block(k.a) && is_block(k.c) && k.a < k.c, next_free <= k.c));
    p.ensure("every word is in one of them",
             z3::implies(first <= k.a && k.a < last,
                         (lives(around(k.a)) && k.a < k.k.was.next(around(k.a))) ||
                             (k.now.is_start(cover) && cover <= k.a && k.a < k.is.next(cover))));
}

}  // namespace

void prove_marks_sweep(report& r)
{
    run_each(r, "marks_sweep", "marks beside a heap: sweep_run, cut_run, release, tiling", codecs,
             []<class A>(group& g) {
                 prove_step(g, "begin_sweep", initialisation<A>);
                 prove_step(g, "sweep_run", body<A>);
                 prove_step(g, "flush_body", flushing<A>);
                 prove_step(g, "release", releasing<A>);
                 prove_step(g, "sweep's exit", rest<A>);
                 prove_step(g, "the blocks at the end", tiling<A>);
             });
}

}  // namespace strata::prove
