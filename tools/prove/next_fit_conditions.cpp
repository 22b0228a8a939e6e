// tools/prove/next_fit_conditions.cpp: next_fit's list, from the first block handed over to take.
#include <strata/layer3_imperative/next_fit.hpp>

#include "allocating.hpp"
#include "groups.hpp"

namespace strata::prove {

namespace {

template <class L>
struct opened : imperative::next_fit<L> {
    using base = imperative::next_fit<L>;
    using base::fp_, base::tail_, base::cursor_, base::resume_;
};

/// Every link leads to the next free block, in the order of addresses: `to` is the first free block
/// after `x`, or nil; `other` is any address.
template <class L>
z3::expr leads(const symbolic_heap<L>& heap, const z3::expr& x, const z3::expr& to,
               const z3::expr& other)
{
    const auto between = is_free(heap, other) && other > x && (to == 0 || other < to);
    return (to == 0 || (is_free(heap, to) && to > x)) && !between;
}
/// The whole list, seen at `x` and `other`.
template <class L>
claims listed(const symbolic_heap<L>& heap, const opened<L>& free, const z3::expr& x,
              const z3::expr& other)
{
    return {{"the list leads to every free block, in order: the first",
             leads(heap, context().int_val(0), free.fp_.e, other)},
            {"the list leads to every free block, in order: the next",
             z3::implies(is_free(heap, x), leads(heap, x, link(heap, x), other))},
            {"the next search starts on the list",
             free.cursor_.e == 0 || is_free(heap, free.cursor_.e)}};
}
/// The same while the list grows: the link of its last block, `tail`, is not written yet.
template <class L>
claims growing(const symbolic_heap<L>& heap, const opened<L>& free, const z3::expr& x,
               const z3::expr& other)
{
    const auto& tail = free.tail_.e;
    auto all = listed(heap, free, x, other);
    const auto next = link(heap, x);
    all[1].second =
        z3::implies(is_free(heap, x) && x != tail, next != 0 && leads(heap, x, next, other));
    all.emplace_back("the tail is the last free block, or there is none",
                     z3::ite(tail == 0, free.fp_.e == 0, is_free(heap, tail)) &&
                         !(is_free(heap, other) && other > tail));
    return all;
}

template <class L>
opened<L> any_next_fit()
{
    using W = word_of<L>;
    opened<L> free;
    free.fp_ = W::named("fp");
    free.tail_ = W::named("tail");
    free.cursor_ = W::named("prev");
    free.resume_ = W::named("resume");
    return free;
}

/// A list to which blocks are being handed.
template <class L>
struct building : handing<L> {
    opened<L> free = any_next_fit<L>();
    z3::expr x = number("x"), other = number("other");

    explicit building(path& of)
        : handing<L>{of}
    {
        const auto &fp = free.fp_.e, &tail = free.tail_.e, &cursor = free.cursor_.e;
        this->use({x, other, fp, tail, cursor, link(this->before, x)});
        for (const auto& t : {x, tail})
            for (const auto& u : {other, tail, x}) assume(of, growing(this->before, free, t, u));
    }
};

template <class L>
void beginning(path& p)
{
    handing<L> k{p};
    const auto x = number("x"), other = number("other");
    k.use({x, other});
    for (const auto& t : {x, other}) p.assume(!k.before.is_start(t - k.was.unit()));
    auto free = any_next_fit<L>();
    free.begin_sweep();
    ensure(p, growing(k.before, free, x, other));
}

/// One block more, as sweep and adopt hand them over.
template <class L>
void adding(path& p)
{
    building<L> k{p};
    symbolic_memory<L> memory{k.before};
    k.free.add(memory, {k.h}, k.n);
    ensure(p, growing(k.handed(memory), k.free, k.x, k.other));
    k.ensure_contract(memory);
}

template <class L>
void ending(path& p)
{
    building<L> k{p};
    symbolic_memory<L> memory{k.before};
    k.free.end_sweep(memory);
    ensure(p, listed<L>({memory, k.before.starts}, k.free, k.x, k.other));
    k.ensure_contract(memory);
}

/// One look at the list: the search stays on it, and comes nearer to its end.
template <class L>
void looking(path& p)
{
    request<L> k{p};
    auto free = any_next_fit<L>();
    const auto prev = free.cursor_;
    const bool wrapped = bool(symbolic_condition{context().bool_const("wrapped")});
    p.assume(prev.e == 0 || is_free(k.before, prev.e));
    const auto unit = k.was.unit();
    for (const auto& x : {prev.e, free.fp_.e, link(k.before, prev.e)})
        p.assume(k.was.block_tiles(x - unit, k.before.last.e) &&
                 z3::implies(is_free(k.before, x), k.was.wosize(x - unit) >= 1));
    assume(p, listed(k.before, free, prev.e, k.a));
    typename imperative::next_fit<L>::search_state s{prev, wrapped};
    symbolic_memory<L> memory{k.before};
    const bool more = free.take_body(memory, k.wosize, s);
    p.ensure("the search stays on the list", s.prev.e == 0 || is_free(k.before, s.prev.e));
    p.ensure("measure: the search wraps once, or moves up",
             context().bool_val(!more) || context().bool_val(!wrapped && s.wrapped) ||
                 s.prev.e > prev.e);
}

/// `take` from where its search ends: at a block that is large enough, or with none left.
template <class L>
void taking(path& p)
{
    request<L> k{p};
    auto free = any_next_fit<L>();
    const auto unit = k.was.unit(), prev = free.cursor_.e;
    const auto x = z3::ite(prev == 0, free.fp_.e, link(k.before, prev));
    p.assume(prev == 0 || is_free(k.before, prev));
    p.assume((x == 0 && prev == 0) || (x != 0 && k.was.wosize(x - unit) >= k.wosize.e));
    p.assume(z3::implies(x != 0, k.h == x - unit));
    const auto other = number("other");
    const auto after = link(k.before, k.h + unit), next = link(k.before, k.a);
    use_blocks(p, k.before,
               {prev - unit, k.a - unit, other - unit, after - unit, next - unit, free.fp_.e - unit,
                k.h, k.a, k.c},
               {prev - unit, k.a - unit, other - unit, k.h}, k.before.last.e);
    for (const auto& t : {prev, k.a, k.h + unit})
        for (const auto& u : {prev, k.a, k.h + unit, other})
            assume(p, listed(k.before, free, t, u));
    symbolic_memory<L> memory{k.before};
    auto then = free;
    const auto got = then.take(memory, k.wosize);
    if (!got) {
        p.ensure("when there is no room, nothing changes",
                 memory.words == k.before.words && then.fp_.e == free.fp_.e);
        return;
    }
    p.assume(!is_at_front());
    p.ensure("what is taken is the end of a free block", got->at.e == k.taken());
    memory.store(got->at, L::make_header(k.wosize, color::white, k.tag));
    const auto heap = k.cut_off(memory);
    ensure(p, listed(heap, then, k.a, other));
    k.ensure_well_cut(memory, k.a == prev);
}

}  // namespace

void prove_next_fit(report& r)
{
    run_each(r, "next_fit", "the free list, its building and its search", codecs,
             []<class A>(group& g) {
                 prove_step(g, "begin_sweep", beginning<A>);
                 prove_step(g, "add", adding<A>);
                 prove_step(g, "end_sweep", ending<A>);
                 prove_step(g, "take_body", looking<A>);
                 prove_step(g, "take", taking<A>);
             });
}

}  // namespace strata::prove
