// tools/prove/segregated_fit_conditions.cpp: each free block is on the list of its class, once.
#include "groups.hpp"
#include "segregated_lists.hpp"

namespace strata::prove {

namespace {

template <class L>
void beginning(path& p)
{
    handing<L> k{p};
    const auto x = number("x");
    k.use({x});
    p.assume(!k.before.is_start(x - k.was.unit()));
    opened<L> free;
    free.begin_sweep();
    lists<L>{k.before, free}.ensure_at(p, x, number("d"));
    p.ensure("there is no reserve", free.reserve_.e == 0);
}

/// One block more, as sweep and adopt hand them over.
template <class L>
void adding(path& p)
{
    handing<L> k{p};
    const auto x = number("x"), d = number("d");
    opened<L> free;
    const auto was = free;
    const lists<L> old{k.before, was};
    const auto c = L::class_of(k.n).e;
    k.use({x, link(k.before, x), old.leader(x), old.head(d), old.head(c)});
    p.assume(free.reserve_.e == 0);
    for (const auto& t : {x, link(k.before, x), old.leader(x), old.head(c)}) assume(p, old.at(t));
    for (const auto& e : {c, d}) assume(p, old.at_class(e));
    symbolic_memory<L> memory{k.before};
    free.add(memory, {k.h}, k.n);
    free.end_sweep(memory);
    const auto heap = k.handed(memory);
    lists<L>{heap, free}.ensure_at(p, x, d);
    k.ensure_contract(memory);
}

/// One look at a list.
template <class L>
void looking_within(path& p)
{
    using W = word_of<L>;
    search<L> k{p};
    typename search<L>::state s{W{k.wanted}, W::named("prev"), W::named("x")};
    const auto x = s.x.e;
    k.given(x, {k.wanted}, s.prev.e);
    p.assume(k.is_at(s));
    symbolic_memory<L> memory{k.before};
    const bool more = k.free.take_within_body(memory, k.wosize, s);
    p.ensure("the search stays on its list", k.is_at(s) && s.c.e == k.wanted);
    p.ensure("the search ends at a block that is large enough, or at the end",
             context().bool_val(more) || k.is_found(s.x.e));
    p.ensure("measure: the search moves on along its list",
             context().bool_val(!more) || s.x.e == 0 || k.old.place(s.x.e) > k.old.place(x));
}

/// `take_within` and `cut`, from where the search ends, at a block that is large enough or not.
template <class L>
void taking_within(path& p)
{
    using W = word_of<L>;
    search<L> k{p};
    const typename search<L>::state s{W{k.wanted}, W::named("prev"), W::named("x")};
    k.given(s.x.e, {k.wanted}, s.prev.e);
    p.assume(k.is_at(s));
    symbolic_memory<L> memory{k.before};
    const auto x = k.free.take_within(memory, k.wosize, s, 0);
    const auto none = context().int_val(0);
    p.ensure("the block found is taken, or none", x.e == z3::ite(k.is_found(s.x.e), s.x.e, none));
    if (x == W(0)) return k.ensure_taken(memory, std::nullopt);
    auto& leader = k.free.heads_.leader;
    leader = z3::ite(s.prev.e == 0, leader, z3::store(leader, link(k.before, x.e), s.prev.e));
    k.ensure_taken(memory, k.free.cut(memory, x, k.wosize));
}

/// A look at the next class, in a search that began above `from` and has come to `at`. All that it
/// has passed is empty: `d` is any class.
template <class L>
void looking_above(path& p)
{
    search<L> k{p};
    const auto from = word_of<L>::named("from"), at = word_of<L>::named("at");
    const auto passed = [&](const z3::expr& c) {
        return z3::implies(from.e < k.d && k.d <= c, k.old.head(k.d) == 0);
    };
    assume(p, k.old.at_class(k.d));
    const auto in_table = symbolic_heads<L>::is_class;
    p.assume(in_table(from.e) && in_table(at.e) && from.e <= at.e && passed(at.e));
    auto c = at;
    const bool more = k.free.find_above_body(c);
    const auto is_empty = c.e <= k.free.highest_.e && k.old.head(c.e) == 0;
    p.ensure("measure: one class fewer is left", c.e == at.e + 1);
    p.ensure("the search goes on past empty lists", context().bool_val(more) == is_empty);
    p.ensure("all that is passed is empty, and in the table",
             context().bool_val(!more) || (passed(c.e) && in_table(c.e)));
}

/// What is done when that search ends, at `c`.
template <class L>
void taking_above(path& p)
{
    search<L> k{p};
    const auto from = word_of<L>::named("from"), c = word_of<L>::named("at");
    const auto reserve = k.free.reserve_.e, found = c.e <= k.free.highest_.e;
    const auto x = z3::ite(found, k.old.head(c.e), context().int_val(0));
    k.given(x, {c.e});
    p.assume(reserve == 0 || k.old.size(reserve) < k.wosize.e);
    p.assume(k.wanted <= from.e && symbolic_heads<L>::is_class(from.e) && from.e < c.e &&
             z3::implies(found, x != 0));
    p.assume(z3::implies(from.e < k.d && k.d < c.e, k.old.head(k.d) == 0));
    symbolic_memory<L> memory{k.before};
    const auto y = k.free.take_found(memory, from, c);
    k.ensure_taken(memory, imperative::block_at<L>(k.free.cut_found(memory, y, k.wosize)));
}

/// All of `take`, where its searches end at the first look: the order in which it asks.
template <class L>
void taking(path& p)
{
    search<L> k{p};
    const auto none = context().int_val(0), up = k.wanted + 1;
    const auto exact = context().int_val(imperative::size_classes<L>::exact);
    const auto is_small = k.wanted <= exact;
    const auto &reserve = k.free.reserve_.e, &highest = k.free.highest_.e;
    const auto head = [&](const z3::expr& c) { return z3::ite(c <= highest, k.old.head(c), none); };
    const auto first = head(k.wanted), above = head(up), beyond = head(exact + 1);
    const auto fits = z3::ite(k.is_found(reserve), reserve, none);
    const auto one = z3::ite(is_small, fits, first), two = z3::ite(is_small, beyond, fits);
    const auto x =
        z3::ite(one != 0, one, z3::ite(two != 0, two, z3::ite(first != 0, first, above)));
    k.given(x, {k.wanted, up, exact + 1});
    p.assume(k.is_found(first) && (up > highest || above != 0) &&
             (exact + 1 > highest || beyond != 0));
    symbolic_memory<L> memory{k.before};
    k.ensure_taken(memory, k.free.take(memory, k.wosize));
}

}  // namespace

void prove_segregated_fit(report& r)
{
    run_each(r, "segregated", "the lists by size, their building and searches", codecs,
             []<class A>(group& g) {
                 prove_step(g, "begin_sweep", beginning<A>);
                 prove_step(g, "add", adding<A>);
                 prove_step(g, "take_within_body", looking_within<A>);
                 prove_step(g, "take_within and cut", taking_within<A>);
                 prove_step(g, "find_above_body", looking_above<A>);
                 prove_step(g, "take_found and cut_found", taking_above<A>);
                 prove_step(g, "take", taking<A>);
             });
}

}  // namespace strata::prove
