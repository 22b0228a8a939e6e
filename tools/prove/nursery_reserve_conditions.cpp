// tools/prove/nursery_reserve_conditions.cpp: a promotion cuts from the reserve that it holds.
#include "groups.hpp"
#include "segregated_lists.hpp"

namespace strata::prove {

namespace {

/// A cut from the reserve by somebody who holds it, and what the allocator knows when it is told.
/// What is left is what it would tell, so that it makes no difference how often it is.
template <class L>
void cutting_reserve(path& p)
{
    search<L> k{p};
    k.given(k.free.reserve_.e, {});
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

}  // namespace

void prove_reserve(report& r)
{
    run_each(r, "reserve", "cuts from the reserve by who holds it", codecs,
             []<class A>(group& g) { prove_step(g, "cut and reserve_cut", cutting_reserve<A>); });
}

}  // namespace strata::prove
