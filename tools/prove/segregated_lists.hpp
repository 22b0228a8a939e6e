// tools/prove/segregated_lists.hpp: the lists of the segregated allocator in any state.
#pragma once

#include <strata/layer3_imperative/segregated_fit.hpp>

#include "allocating.hpp"

namespace strata::prove {

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

    opened()
    {
        reserve_ = word_of<L>::named("reserve");
        highest_ = word_of<L>::named("highest");
    }
};

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

/// A request, and lists that satisfy the invariant; `b` and `d` are any block and any class.
template <class L>
struct search : request<L> {
    using W = word_of<L>;
    using state = typename opened<L>::search_state;
    opened<L> free{}, free_before = free;
    lists<L> old{this->before, free_before};
    z3::expr b = number("b"), d = number("d"), wanted = L::class_of(this->wosize).e;

    using request<L>::request;
    /// What is known when the block at `x`, if it is not nil, is to be taken from one of these.
    void given(const z3::expr& x, std::vector<z3::expr> classes,
               const z3::expr& prev = number("prev"))
    {
        const auto reserve = free.reserve_.e, unit = this->was.unit();
        const auto rest = L::class_of(W{old.size(x) - this->wosize.e - 1}).e;
        for (const auto& e : {d, rest, old.class_at(reserve)}) classes.push_back(e);
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
        this->p.assume(is_at_front() == (got->at.e == this->h));
        this->p.ensure("what is taken is either end of a free block that is large enough",
                       is_free(this->before, this->h + this->was.unit()) &&
                           this->was.wosize(this->h) >= this->wosize.e &&
                           got->at.e == this->taken());
        memory.store(got->at, L::make_header(this->wosize, color::white, this->tag));
        const auto heap = this->cut_off(memory);
        lists<L>{heap, free}.ensure_at(this->p, b, d);
        this->ensure_well_cut(memory, is_free(this->before, this->a));
    }
};

}  // namespace strata::prove
