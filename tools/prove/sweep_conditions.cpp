// tools/prove/sweep_conditions.cpp: every step of sweep keeps the invariant, on a heap of any size.
#include "groups.hpp"
#include "sweeping.hpp"

namespace strata::prove {

namespace {

/// One step of sweep from any state that satisfies the invariant; the places are arbitrary.
template <class L>
struct step {
    using W = word_of<L>;
    path& p;
    sweeping<L> k{};
    z3::expr a = number("a"), b = number("b"), c = number("c"), j = number("j");
    handed_over had{};
    symbolic_heap<L> now = any_heap<L>("now", "swept");
    reading<L> is{now};
    typename sweeping<L>::state s{{now.first, now.last, words("memory")},
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
        const auto run = k.run(s), f = k.was.field(b, j), next = is.next(a);
        places = {a,           b,           c, s.sw.at.e, run, f, next, k.was.next(s.sw.at.e),
                  now.first.e, s.held.first};
        const auto direct = places;
        for (const auto& t : direct) places.push_back(t - unit);
        s.held.places = places;
        p.assume(s.limit.e <= context().int_val(static_cast<std::uint64_t>(L::max_wosize)));
        for (const auto& t : places) {
            p.assume(k.was.block_tiles(t, k.marked.last.e));
            p.assume(z3::implies(k.marked.is_start(t), !k.was.is(color::gray, t)));
            s.held.use(t);
            p.assume(k.settles(s, t, is.header(t)));
            assume(p, k.at_free(s, now, had, t));
            assume(p, k.at_word(s, now, t));
            for (const auto& u : {run, s.sw.at.e, t - unit, a, b, c}) {
                p.assume(k.was.are_disjoint(u, t) && k.was.are_disjoint(t, u));
                p.assume(is.are_disjoint(u, t) && is.are_disjoint(t, u));
            }
        }
        p.assume(is.are_disjoint(b, f - unit) && k.was.are_disjoint(b, f));
        assume(p, k.at_field(s, now, b, j));
        assume(p, k.everywhere(s, now, had));
    }
    /// The invariant after the step, where the swept blocks are one or two more.
    void keeps(const typename sweeping<L>::state& then)
    {
        const auto run = k.run(s), next_run = k.run(then), sw = s.sw.at.e;
        symbolic_heap<L> done{{now.first, now.last, words("done")}, now.starts};
        for (const auto& t : places) fact(k.settles(then, t, done.peek(t)));
        const auto add = [&](const z3::expr& when, const z3::expr& h) {
            done.starts =
                z3::ite(when, z3::store(done.starts, h, context().bool_val(true)), done.starts);
        };
        add(s.free_words.e > 0 && next_run > run, run);
        add(k.survives(sw) && then.sw.at.e > sw, sw);
        const reading<L> at{done};
        ensure(p, k.at_word(then, done, a));
        ensure(p, k.at_field(then, done, b, j));
        ensure(p, k.everywhere(then, done, had));
        ensure(p, k.at_free(then, done, had, a));
        p.ensure("swept blocks do not overlap", at.are_disjoint(a, c));
    }
};

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

/// The whole of `sweep`, from a state in which its loop ends and nothing is held: what follows.
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
}

template <class L>
void initialisation(path& p)
{
    step<L> k{p};
    for (const auto& t : {k.a, k.b, k.c, k.k.marked.first.e})
        p.assume(!k.now.is_start(t) && k.k.was.block_tiles(t, k.k.marked.last.e));
    p.assume(k.k.marked.first.e == k.k.marked.last.e || k.k.marked.is_start(k.k.marked.first.e));
    symbolic_memory<L> memory{k.k.marked};
    auto held = k.s.held;
    p.assume(held.size == 0 && held.capacity >= 1 && k.had.last == 0 &&
             !z3::select(k.had.blocks, k.a));
    for (const auto& t : {k.a, k.b, k.c, k.k.marked.first.e}) held.use(t);
    const auto begun =
        imperative::begin_sweep<L>(memory, k.s.free, functional::coalescing<L>, held);
    const auto most = context().int_val(static_cast<std::uint64_t>(L::max_wosize));
    p.ensure("what is joined fits in one block", begun.limit.e <= most);
    const symbolic_heap<L> none{memory, k.now.starts};
    ensure(p, k.k.at_word(begun, none, k.a));
    ensure(p, k.k.at_field(begun, none, k.b, k.j));
    ensure(p, k.k.at_free(begun, none, k.had, k.a));
    ensure(p, k.k.everywhere(begun, none, k.had));
}

}  // namespace

void prove_sweep(report& r)
{
    run_each(r, "sweep", "sweep, sweep_body, coalescing and its cap, fragments", all_kinds,
             []<class A>(group& g) {
                 prove_step(g, "begin_sweep", initialisation<A>);
                 prove_step(g, "sweep_body", body<A>);
                 prove_step(g, "flush_body", flushing<A>);
                 prove_step(g, "sweep's exit", rest<A>);
             });
}

}  // namespace strata::prove
