// tools/prove/segregated_fit_conditions.cpp: each free block is on the list of its class, once.
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "allocating.hpp"
#include "groups.hpp"

namespace strata::prove {

namespace {

/// The heads of the lists as an array of the solver. Beside them, for the proof alone: the block
/// whose link leads to a block, and its place on its list, which grows from the head on.
template <class L>
struct symbolic_heads {
    using W = word_of<L>;
    z3::expr first = words("heads"), leader = words("leader"), place = words("place");

    [[nodiscard]] W get(W c) const
    {
        in_table(c);
        return W::word_from(z3::select(first, c.e));
    }
    /// `x` comes before the old head, or after it if that one is taken off: then nobody asks for
    /// its leader again.
    void set(W c, W x)
    {
        in_table(c);
        const auto old = z3::select(first, c.e);
        leader = z3::store(z3::store(leader, x.e, context().int_val(0)), old, x.e);
        place = z3::store(place, x.e, z3::select(place, old) - 1);
        first = z3::store(first, c.e, x.e);
    }
    void clear() { first = z3::const_array(context().int_sort(), context().int_val(0)); }

    [[nodiscard]] static z3::expr is_class(const z3::expr& c)
    {
        return 1 <= c && c < context().int_val(imperative::size_classes<L>::count());
    }

private:
    static void in_table(const W& c) { oblige("a class is a place in the table", is_class(c.e)); }
};

template <class L>
struct opened : imperative::segregated_fit<L, symbolic_heads<L>> {
    using base = imperative::segregated_fit<L, symbolic_heads<L>>;
    using base::heads_, base::highest_, base::reserve_, base::take_within_body, base::take_within,
        base::cut, base::find_above_body, base::take_found, base::cut_found;
    using typename base::search_state;
};

template <class L>
opened<L> any_lists()
{
    opened<L> free;
    free.reserve_ = word_of<L>::named("reserve");
    free.highest_ = word_of<L>::named("highest");
    return free;
}

/// The lists of `free` in `heap`.
template <class L>
struct lists {
    const symbolic_heap<L>& heap;
    const opened<L>& free;

    z3::expr head(const z3::expr& c) const { return z3::select(free.heads_.first, c); }
    z3::expr leader(const z3::expr& x) const { return z3::select(free.heads_.leader, x); }
    z3::expr place(const z3::expr& x) const { return z3::select(free.heads_.place, x); }
    z3::expr size(const z3::expr& x) const { return reading<L>{heap}.wosize(header_at<L>(x)); }
    z3::expr class_at(const z3::expr& x) const { return L::class_of(word_of<L>{size(x)}).e; }
    /// Every free block but the reserve is on a list, that of class `c` if it is of that class.
    [[nodiscard]] z3::expr is_on(const z3::expr& x, const z3::expr& c) const
    {
        return is_free(heap, x) && x != free.reserve_.e && class_at(x) == c;
    }
    /// Of any free block at `x`. Places differ along a list, so no block is on one twice, and from
    /// each there is a way back to the head.
    [[nodiscard]] claims at(const z3::expr& x) const
    {
        const auto c = class_at(x), next = link(heap, x), from = leader(x);
        const auto on = is_free(heap, x) && x != free.reserve_.e;
        return {{"a link leads to a block of the same class, later on the list, or ends it",
                 z3::implies(on, next == 0 || (is_on(next, c) && leader(next) == x &&
                                               place(next) > place(x)))},
                {"every free block but the reserve is the head of its class, or a link leads to it",
                 z3::implies(on, z3::ite(from == 0, head(c) == x,
                                         is_on(from, c) && link(heap, from) == x))}};
    }
    /// Of any class, and of the reserve.
    [[nodiscard]] claims at_class(const z3::expr& c) const
    {
        const auto first = head(c), reserve = free.reserve_.e, highest = free.highest_.e;
        const auto in_table = symbolic_heads<L>::is_class(highest);
        return {{"no class above the highest has a block",
                 (highest == 0 || in_table) && z3::implies(c > highest, first == 0)},
                {"the head of a class is a free block of it, or nil",
                 z3::implies(symbolic_heads<L>::is_class(c),
                             first == 0 || (is_on(first, c) && leader(first) == 0))},
                {"the reserve is a free block, or nil", reserve == 0 || is_free(heap, reserve)}};
    }
    void ensure_at(path& p, const z3::expr& x, const z3::expr& c) const
    {
        ensure(p, at(x));
        ensure(p, at_class(c));
    }
};

template <class L>
void beginning(path& p)
{
    handing<L> k{p};
    const auto x = number("x");
    k.use({x});
    p.assume(!k.before.is_start(x - k.was.unit()));
    auto free = any_lists<L>();
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
    auto free = any_lists<L>();
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

/// A request, and lists that satisfy the invariant; `b` and `d` are any block and any class.
template <class L>
struct search : request<L> {
    using W = word_of<L>;
    using state = typename opened<L>::search_state;
    opened<L> free = any_lists<L>(), free_before = free;
    lists<L> old{this->before, free_before};
    z3::expr b = number("b"), d = number("d"), wanted = L::class_of(this->wosize).e;
    z3::expr above_exact = context().int_val(imperative::size_classes<L>::exact + 1);

    using request<L>::request;
    /// What is known when the block at `x`, if it is not nil, is to be taken from class `from`.
    void given(const z3::expr& x, const z3::expr& from, const z3::expr& prev = number("prev"))
    {
        const auto reserve = free.reserve_.e, unit = this->was.unit();
        const auto rest = L::class_of(W{old.size(x) - this->wosize.e - 1}).e;
        const std::vector<z3::expr> classes{d,           from, wanted,
                                            above_exact, rest, old.class_at(reserve)};
        std::vector<z3::expr> places{
            b, old.leader(b), link(this->before, b), x, prev, link(this->before, x), reserve};
        for (const auto& e : classes) {
            places.push_back(old.head(e));
            assume(this->p, old.at_class(e));
        }
        std::vector<z3::expr> blocks{this->a, this->c, this->h};
        for (const auto& t : places) assume(this->p, old.at(t));
        for (const auto& t : places) blocks.push_back(t - unit);
        use_blocks(this->p, this->before, blocks, {this->h, prev - unit, reserve - unit},
                   this->before.last.e);
        this->p.assume(z3::implies(x != 0, this->h == x - unit));
        for (const auto& t : {x, reserve})
            about_two_classes<L>(this->wosize, W{wanted}, W{old.size(t)}, W{old.class_at(t)},
                                 L::know);
    }
    /// The search is at the block to which `prev` leads, or the head.
    [[nodiscard]] z3::expr is_at(const state& s) const
    {
        const auto& prev = s.prev.e;
        return z3::ite(prev == 0, old.head(s.c.e) == s.x.e,
                       old.is_on(prev, s.c.e) && link(this->before, prev) == s.x.e);
    }
    [[nodiscard]] z3::expr is_found(const z3::expr& x) const
    {
        return x == 0 || old.size(x) >= this->wosize.e;
    }
    /// The lists after `got` has been cut off the block, and has its header.
    void ensure_taken(symbolic_memory<L>& memory, const std::optional<header_of<L>>& got)
    {
        if (!got) {
            this->p.ensure("when there is no room, nothing changes",
                           memory.words == this->before.words &&
                               free.heads_.first == free_before.heads_.first &&
                               free.reserve_.e == free_before.reserve_.e);
            return ensure(this->p, lists<L>{this->before, free}.at_class(d));
        }
        this->p.ensure("what is taken is the end of a free block that is large enough",
                       is_free(this->before, this->h + this->was.unit()) &&
                           this->was.wosize(this->h) >= this->wosize.e &&
                           got->at.e == this->taken());
        memory.store(got->at, L::make_header(this->wosize, color::white, this->tag));
        const auto heap = this->cut_off(memory, got->at.e);
        lists<L>{heap, free}.ensure_at(this->p, b, d);
        this->ensure_well_cut(memory, is_free(this->before, this->a));
    }
};

/// One look at a list.
template <class L>
void looking_within(path& p)
{
    using W = word_of<L>;
    search<L> k{p};
    typename search<L>::state s{W{k.wanted}, W::named("prev"), W::named("x")};
    const auto x = s.x.e;
    k.given(x, k.wanted, s.prev.e);
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
    k.given(s.x.e, k.wanted, s.prev.e);
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
    const auto in_table = [](const z3::expr& c) { return symbolic_heads<L>::is_class(c); };
    p.assume(in_table(from.e) && in_table(at.e) && from.e <= at.e && passed(at.e));
    auto c = at;
    const bool more = k.free.find_above_body(c);
    p.ensure("measure: one class fewer is left", c.e == at.e + 1);
    p.ensure("the search goes on past empty lists, up to the highest that may have a block",
             context().bool_val(more) == (c.e <= k.free.highest_.e && k.old.head(c.e) == 0));
    p.ensure("all that is passed is empty, and in the table",
             context().bool_val(!more) || (passed(c.e) && in_table(c.e)));
}

/// What is done when that search ends, at `c`.
template <class L>
void taking_above(path& p)
{
    search<L> k{p};
    const auto from = word_of<L>::named("from"), c = word_of<L>::named("at");
    const auto reserve = k.free.reserve_.e;
    const auto found = c.e <= k.free.highest_.e;
    const auto x = z3::ite(found, k.old.head(c.e), context().int_val(0));
    k.given(x, c.e);
    p.assume(reserve == 0 || k.old.size(reserve) < k.wosize.e);
    p.assume(k.wanted <= from.e && symbolic_heads<L>::is_class(from.e) && from.e < c.e &&
             z3::implies(found, x != 0));
    p.assume(z3::implies(from.e < k.d && k.d < c.e, k.old.head(k.d) == 0));
    symbolic_memory<L> memory{k.before};
    const auto y = k.free.take_found(memory, from, c);
    k.ensure_taken(memory, imperative::block_at<L>(k.free.cut_found(memory, y, k.wosize)));
}

/// A cut from the reserve by somebody who holds it, and what the allocator knows when it is told.
/// What is left is what it would tell, so that it makes no difference how often it is.
template <class L>
void cutting_reserve(path& p)
{
    search<L> k{p};
    k.given(k.free.reserve_.e, k.wanted);
    symbolic_memory<L> memory{k.before};
    const auto held = k.free.reserve_of(memory);
    auto left = held;
    if (!(k.wosize < left.words)) throw cut{};
    const auto got = imperative::cut(memory, left, k.wosize);
    k.free.reserve_cut(held, left);
    const auto known = k.free.reserve_of(memory);
    p.ensure("the allocator knows what is left, if an object fits there",
             z3::ite(left.words.e <= 1, known.words.e == 0,
                     known.words.e == left.words.e && known.h.at.e == left.h.at.e));
    k.ensure_taken(memory, got);
}

/// All of `take`, where its searches end at the first look: the order in which it asks.
template <class L>
void taking(path& p)
{
    search<L> k{p};
    const auto none = context().int_val(0);
    const auto first = k.old.head(k.wanted), reserve = k.free.reserve_.e;
    const auto fits = reserve != 0 && k.is_found(reserve);
    const auto head_above = [&](const z3::expr& c) {
        return z3::ite(c <= k.free.highest_.e, k.old.head(c), none);
    };
    const auto ends = [&](const z3::expr& c) {
        return z3::implies(c <= k.free.highest_.e, k.old.head(c) != 0);
    };
    const auto up = k.wanted + 1, above = head_above(up), beyond = head_above(k.above_exact);
    const auto small = z3::ite(fits, reserve, z3::ite(beyond != 0, beyond, first));
    const auto large = z3::ite(first != 0, first, z3::ite(fits, reserve, none));
    const auto x = z3::ite(k.wanted < k.above_exact, small, large);
    k.given(z3::ite(x != 0, x, above), up);
    p.assume(k.is_found(first) && ends(up) && ends(k.above_exact));
    symbolic_memory<L> memory{k.before};
    k.ensure_taken(memory, k.free.take(memory, k.wosize));
}

}  // namespace

void prove_segregated_fit(report& r)
{
    for_each_codec([&]<class S>() {
        using A = abstract_layout<S>;
        const std::string name = name_of<S>;
        r.run("segregated-" + name, "the lists by size, their building and searches: " + name,
              [=](group& g) {
                  prove_step(g, "begin_sweep", beginning<A>);
                  prove_step(g, "add", adding<A>);
                  prove_step(g, "take_within_body", looking_within<A>);
                  prove_step(g, "take_within and cut", taking_within<A>);
                  prove_step(g, "find_above_body", looking_above<A>);
                  prove_step(g, "take_found and cut_found", taking_above<A>);
                  prove_step(g, "cut and reserve_cut", cutting_reserve<A>);
                  prove_step(g, "take", taking<A>);
              });
    });
}

}  // namespace strata::prove
