// tools/prove/allocate_conditions.cpp: split, allocate and initialise, on a heap of any size.
#include <strata/layer3_imperative/allocate.hpp>

#include "groups.hpp"
#include "snapshot_cycle.hpp"

namespace strata::prove {

namespace {

/// `allocate` up to the first field that it clears, with an allocator that takes either end.
template <class L>
void allocation(path& p)
{
    request<L> k{p};
    k.has_free_block();
    symbolic_memory<L> memory{k.before};
    one_block<L> free;
    p.assume(free.has_room);
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
             (k.taken() < k.a && k.a < k.end()) ||
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

/// The steps together, where the loop over the fields is two of them.
template <class L>
void small_object(path& p)
{
    request<L> k{p};
    p.assume(k.wosize.e == 2 && k.before.is_start(k.h) && k.was.wosize(k.h) == 2);
    symbolic_heap<L> memory = k.before;
    imperative::make_object<L>(memory, {word_of<L>{k.h}}, k.wosize, k.tag, color::white);
    p.ensure("an object of two fields is well formed when it is made",
             reading<L>{memory}.block_is_well_formed(k.h));
}

}  // namespace

void prove_allocation(report& r)
{
    run_each(r, "allocate", "split, allocate, initialise", all_kinds, []<class A>(group& g) {
        prove_step(g, "allocate", allocation<A>);
        prove_step(g, "clear_body", clearing<A>);
        prove_step(g, "initialise", initialisation<A>);
        prove_step(g, "make_object", small_object<A>);
    });
}

}  // namespace strata::prove
