// tools/prove/allocate_conditions.cpp: split, allocate and next_fit, on a heap of any size.
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "groups.hpp"
#include "sweeping.hpp"

namespace strata::prove {

namespace {

/// A well-formed heap, a free block at `h` in it, and a request that it can serve.
template <class L>
struct request {
    using W = word_of<L>;
    path& p;
    symbolic_heap<L> before;
    reading<L> was;
    z3::expr a, c, h;
    W wosize, tag;

    explicit request(path& of)
        : p{of}
        , before(any_heap<L>("before", "starts"))
        , was{before}
        , a{number("a")}
        , c{number("c")}
        , h{number("free_block")}
        , wosize{W::named("n")}
        , tag{W::named("tg")}
    {
        const auto most = context().int_val(static_cast<std::uint64_t>(L::max_wosize));
        const auto most_tag = context().int_val(static_cast<std::uint64_t>(L::max_tag));
        p.assume(1 <= wosize.e && wosize.e <= most && tag.e <= most_tag);
        const auto header = L::make_header(wosize, color::white, tag);
        p.assume(holds([&] { return functional::may_exist<L>(header); }));
        for (const auto& t : {a, c, h}) {
            p.assume(was.block_tiles(t, before.last.e));
            p.assume(z3::implies(before.is_start(t) && was.is(color::blue, t), was.wosize(t) >= 1));
            for (const auto& u : {a, c, h}) p.assume(was.are_disjoint(t, u));
        }
    }
    void has_free_block()
    {
        p.assume(before.is_start(h) && was.is(color::blue, h) && was.wosize(h) >= wosize.e);
    }
    /// The blocks after a block of `wosize` fields has been cut off the end of the one at `h`.
    [[nodiscard]] symbolic_heap<L> cut_off(const symbolic_memory<L>& memory,
                                           const z3::expr& taken) const
    {
        return {memory, z3::store(before.starts, taken, context().bool_val(true))};
    }
    [[nodiscard]] z3::expr taken() const { return h + (was.wosize(h) - wosize.e) * was.unit(); }
    void ensure_well_cut(const symbolic_memory<L>& memory)
    {
        const auto then = cut_off(memory, taken());
        const reading<L> is{then};
        const auto inside = h <= a && a < was.next(h);
        p.ensure("no word outside the free block changes",
                 inside || z3::select(memory.words, a) == z3::select(before.words, a));
        p.ensure("the blocks tile the memory as before", is.block_tiles(a, before.last.e));
        p.ensure("no two blocks overlap", is.are_disjoint(a, c));
        p.ensure("what is allocated is white, of the size and tag asked for",
                 is.is(color::white, taken()) && is.wosize(taken()) == wosize.e &&
                     is.tag(taken()) == tag.e);
        p.ensure("what is left of the block is free, or a white fragment",
                 taken() == h || is.is(color::blue, h) ||
                     (is.is(color::white, h) && is.wosize(h) == 0));
    }
};

/// Takes from the one block that a request has.
template <class L>
struct one_block : any_allocator<L> {
    z3::expr h = number("free_block");
    template <class M>
    std::optional<header_of<L>> take(M& memory, word_of<L> n)
    {
        if constexpr (std::same_as<M, symbolic_memory<L>>)
            return imperative::split<L>(memory, {word_of<L>{h}}, n).taken;
        else return std::nullopt;
    }
};

/// `allocate` up to the first field that it clears.
template <class L>
void allocation(path& p)
{
    request<L> k{p};
    k.has_free_block();
    symbolic_memory<L> memory{k.before};
    one_block<L> free;
    memory.stores_left = 3;
    const auto first = k.was.field(k.taken(), context().int_val(1));
    try {
        const auto x = imperative::allocate<L>(memory, free, k.wosize, k.tag);
        p.ensure("what is returned is the object's first field", x->at.e == first);
    } catch (const cut&) {
    }
    k.ensure_well_cut(memory);
}

/// One field of a new object: nothing outside the object changes.
template <class L>
void clearing(path& p)
{
    request<L> k{p};
    k.has_free_block();
    const auto i = word_of<L>::named("i");
    p.assume(1 <= i.e && i.e <= k.wosize.e);
    imperative::clear_state<L> s{{word_of<L>{k.taken()}}, i, k.wosize};
    fact(is_aligned(k.h) == is_aligned(k.taken()));
    symbolic_memory<L> memory{k.before};
    imperative::clear_body<L>(memory, s);
    p.ensure("only fields of the new object change",
             (k.taken() < k.a && k.a < k.was.next(k.h)) ||
                 z3::select(memory.words, k.a) == z3::select(k.before.words, k.a));
    p.ensure("the field holds the filler",
             memory.peek(k.was.field(k.taken(), i.e)).e == L::filler().e);
    p.ensure("measure: one field fewer is left to clear",
             s.i.e == i.e + 1 && s.wosize.e == k.wosize.e);
}

/// A new object, all fields the filler, is well formed once its kind has initialised it.
template <class L>
void initialisation(path& p)
{
    request<L> k{p};
    const auto j = number("j");
    const auto h = k.h;
    p.assume(k.before.is_start(h) && k.was.wosize(h) == k.wosize.e && k.was.tag(h) == k.tag.e &&
             k.was.is(color::white, h));
    p.assume(holds([&] { return functional::may_exist<L>(k.before.peek(h)); }));
    for (const auto& i : {context().int_val(1), context().int_val(2), j})
        p.assume(z3::implies(1 <= i && i <= k.wosize.e,
                             k.before.peek(k.was.field(h, i)).e == L::filler().e));
    symbolic_heap<L> memory = k.before;
    functional::initialise<L>(memory, {word_of<L>{h}});
    const reading<L> is{memory};
    p.ensure("the new object is well formed", is.block_is_well_formed(h));
    p.ensure("no field of the new object points anywhere", !is.is_edge(h, j));
    p.ensure("only fields of the new object change",
             (h < k.a && k.a < k.was.next(h)) ||
                 z3::select(memory.words, k.a) == z3::select(k.before.words, k.a));
}

template <class L>
struct opened : imperative::next_fit<L> {
    using base = imperative::next_fit<L>;
    using base::fp_, base::tail_, base::cursor_, base::resume_;
};

/// The free list of next_fit: every link leads to the next free block, in the order of addresses.
template <class L>
struct free_list {
    static z3::expr is_free(const symbolic_heap<L>& heap, const z3::expr& x)
    {
        const auto h = x - reading<L>::unit();
        fact(is_aligned(h) == is_aligned(x));  // the lemma about whole words
        return heap.is_start(h) && reading<L>{heap}.is(color::blue, h);
    }
    /// `to` is the first free block after `x`, or nil; `other` is any address.
    static z3::expr leads(const symbolic_heap<L>& heap, const z3::expr& x, const z3::expr& to,
                          const z3::expr& other)
    {
        const auto between = is_free(heap, other) && other > x && (to == 0 || other < to);
        return (to == 0 || (is_free(heap, to) && to > x)) && !between;
    }
    static z3::expr link(const symbolic_heap<L>& heap, const z3::expr& x)
    {
        return z3::select(heap.words, x);
    }
};

template <class L>
opened<L> any_next_fit()
{
    using W = word_of<L>;
    opened<L> free;
    free.fp_ = W::named("fp");
    free.cursor_ = W::named("prev");
    return free;
}

/// What is known of a free list at `x`, against `other`.
template <class L>
void use_list(path& p, const symbolic_heap<L>& heap, const opened<L>& free, const z3::expr& x,
              const z3::expr& other)
{
    using list = free_list<L>;
    p.assume(list::leads(heap, context().int_val(0), free.fp_.e, other));
    p.assume(z3::implies(list::is_free(heap, x), list::leads(heap, x, list::link(heap, x), other)));
}

/// One look at the list: the search stays on it, and comes nearer to its end.
template <class L>
void looking(path& p)
{
    using list = free_list<L>;
    request<L> k{p};
    auto free = any_next_fit<L>();
    const auto prev = free.cursor_;
    const bool wrapped = bool(symbolic_condition{context().bool_const("wrapped")});
    p.assume(prev.e == 0 || list::is_free(k.before, prev.e));
    const auto unit = k.was.unit();
    for (const auto& x : {prev.e, free.fp_.e, list::link(k.before, prev.e)})
        p.assume(k.was.block_tiles(x - unit, k.before.last.e) &&
                 z3::implies(list::is_free(k.before, x), k.was.wosize(x - unit) >= 1));
    use_list(p, k.before, free, prev.e, k.a);
    typename imperative::next_fit<L>::search_state s{prev, wrapped};
    symbolic_memory<L> memory{k.before};
    const bool more = free.take_body(memory, k.wosize, s);
    p.ensure("the search stays on the list", s.prev.e == 0 || list::is_free(k.before, s.prev.e));
    p.ensure("measure: the search wraps once, or moves up",
             context().bool_val(!more) || context().bool_val(!wrapped && s.wrapped) ||
                 s.prev.e > prev.e);
}

/// `take` from where its search ends: at a block that is large enough, or with none left.
template <class L>
void taking(path& p)
{
    using list = free_list<L>;
    request<L> k{p};
    auto free = any_next_fit<L>();
    const auto unit = k.was.unit(), prev = free.cursor_.e;
    const auto x = z3::ite(prev == 0, free.fp_.e, list::link(k.before, prev));
    p.assume(prev == 0 || list::is_free(k.before, prev));
    p.assume((x == 0 && prev == 0) || (x != 0 && k.was.wosize(x - unit) >= k.wosize.e));
    p.assume(z3::implies(x != 0, k.h == x - unit));
    const auto other = number("other");
    const auto after = list::link(k.before, k.h + unit), next = list::link(k.before, k.a);
    for (const auto& t : {prev - unit, k.a - unit, other - unit, k.h, after - unit, next - unit,
                          free.fp_.e - unit}) {
        p.assume(k.was.block_tiles(t, k.before.last.e));
        p.assume(
            z3::implies(k.before.is_start(t) && k.was.is(color::blue, t), k.was.wosize(t) >= 1));
        for (const auto& u : {prev - unit, k.a - unit, other - unit, k.a, k.h})
            p.assume(k.was.are_disjoint(t, u) && k.was.are_disjoint(u, t));
    }
    for (const auto& t : {prev, k.a, k.h + unit}) {
        use_list(p, k.before, free, t, other);
        use_list(p, k.before, free, t, k.h + unit);
        use_list(p, k.before, free, t, k.a);
        use_list(p, k.before, free, t, prev);
    }
    symbolic_memory<L> memory{k.before};
    auto then = free;
    const auto got = then.take(memory, k.wosize);
    if (!got) {
        p.ensure("when there is no room, nothing changes",
                 memory.words == k.before.words && then.fp_.e == free.fp_.e);
        return;
    }
    p.ensure("what is taken is the end of a free block", got->at.e == k.taken());
    memory.store(got->at, L::make_header(k.wosize, color::white, k.tag));
    const auto heap = k.cut_off(memory, got->at.e);
    p.ensure("the list leads to every free block, in order: the first",
             list::leads(heap, context().int_val(0), then.fp_.e, other));
    p.ensure("the list leads to every free block, in order: the next",
             z3::implies(list::is_free(heap, k.a),
                         list::leads(heap, k.a, list::link(heap, k.a), other)));
    p.ensure("the next search starts on the list",
             then.cursor_.e == 0 || list::is_free(heap, then.cursor_.e));
    p.ensure("no word outside the free block changes, but a link",
             (k.h <= k.a && k.a < k.was.next(k.h)) || k.a == prev ||
                 z3::select(memory.words, k.a) == z3::select(k.before.words, k.a));
}

}  // namespace

void prove_allocation(report& r)
{
    for_each_different([&]<class S>() {
        using A = abstract_layout<S>;
        const std::string name = name_of<S>;
        r.run("allocate-" + name, "split, allocate, initialise: " + name, [=](group& g) {
            prove_step(g, "allocate", allocation<A>);
            prove_step(g, "clear_body", clearing<A>);
            prove_step(g, "initialise", initialisation<A>);
        });
        r.run("next_fit-" + name, "the free list and its search: " + name, [=](group& g) {
            prove_step(g, "take_body", looking<A>);
            prove_step(g, "take", taking<A>);
        });
    });
}

}  // namespace strata::prove
