// tools/prove/format_conditions.cpp: format makes free blocks of any memory; adopt hands them over.
#include <strata/layer3_imperative/format.hpp>

#include "allocating.hpp"
#include "groups.hpp"
#include "sweeping.hpp"

namespace strata::prove {

namespace {

using blocks = std::vector<std::pair<z3::expr, z3::expr>>;

/// Remembers what it is handed and writes nothing.
template <class L>
any_allocator<L> listener(blocks& heard)
{
    any_allocator<L> free;
    free.on_add = [&heard](symbolic_memory<L>&, header_of<L> h, word_of<L> n) {
        heard.emplace_back(h.at.e, n.e);
    };
    return free;
}
/// Exactly the block of `n` fields at `h`, if `when`, and otherwise none.
z3::expr is_only(const blocks& heard, const z3::expr& when, const z3::expr& h, const z3::expr& n)
{
    if (heard.empty()) return !when;
    return context().bool_val(heard.size() == 1) && when && heard[0].first == h &&
           heard[0].second == n;
}

/// A memory that is formatted up to `h`.
template <class L>
struct formatting {
    path& p;
    symbolic_heap<L> now = any_heap<L>("now", "formatted");
    z3::expr a = number("a"), c = number("c");
    header_of<L> h{word_of<L>::named("h")};

    explicit formatting(path& of)
        : p{of}
    {
        for (const auto& t : {a, c}) assume(p, done(now, h.at.e, t));
        p.assume(reading<L>{now}.are_disjoint(c, a));
        const auto &to = now.last.e, &at = h.at.e, unit = reading<L>::unit();
        // the lemma "words are whole words apart"
        p.assume(
            z3::implies(is_aligned(at) && at <= to, unit * quotient(to - at, unit) == to - at));
    }
    [[nodiscard]] claims done(const symbolic_heap<L>& heap, const z3::expr& to,
                              const z3::expr& t) const
    {
        const reading<L> is{heap};
        return {{"the blocks so far tile the memory", is.block_tiles(t, to)},
                {"they are free, or the last is a white fragment",
                 z3::implies(heap.is_start(t), (is.is(color::blue, t) && is.wosize(t) >= 1) ||
                                                   (is.is(color::white, t) && is.wosize(t) == 0))},
                {"no two blocks overlap", is.are_disjoint(a, c)},
                {"the first block is the first word's, and the next starts on a word",
                 heap.first.e <= to && to <= heap.last.e && is_aligned(to) &&
                     (to == heap.first.e || heap.is_start(heap.first.e))}};
    }
};

template <class L>
void format_start(path& p)
{
    formatting<L> k{p};
    for (const auto& t : {k.a, k.c}) p.assume(!k.now.is_start(t));
    ensure(p, k.done(k.now, k.now.first.e, k.a));
}
template <class L>
void format_step(path& p)
{
    formatting<L> k{p};
    const auto& h = k.h.at.e;
    p.assume(h < k.now.last.e);
    symbolic_memory<L> memory{k.now};
    const auto next = imperative::format_body<L>(memory, k.h).at.e;
    ensure(p, k.done({memory, z3::store(k.now.starts, h, context().bool_val(true))}, next, k.a));
    p.ensure("measure: less memory is left", next > h);
}
template <class L>
void format_exit(path& p)
{
    formatting<L> k{p};
    p.assume(k.h.at.e >= k.now.last.e);
    p.ensure("every block is well formed, and none is an object",
             reading<L>{k.now}.block_is_well_formed(k.a) &&
                 z3::implies(k.now.is_start(k.a), !reading<L>{k.now}.is_allocated(k.a)));
}

template <class L>
void adopt_step(path& p)
{
    const auto heap = any_heap<L>("before", "starts");
    const reading<L> was{heap};
    const auto h = word_of<L>::named("h");
    p.assume(heap.is_start(h.e) && was.block_tiles(h.e, heap.last.e));
    symbolic_memory<L> memory{heap};
    blocks heard;
    auto free = listener<L>(heard);
    const auto next = imperative::adopt_body<L>(memory, free, {h}).at.e;
    p.ensure("the allocator is handed the block if it is blue, and only then",
             is_only(heard, was.is(color::blue, h.e), h.e, was.wosize(h.e)));
    p.ensure("nothing else changes a word", memory.words == heap.words);
    p.ensure("measure: the next block is further, or there is none",
             next > h.e && (next == heap.last.e || heap.is_start(next)));
}

}  // namespace

void prove_format(report& r)
{
    run_each(r, "format", "format and adopt", codecs, []<class A>(group& g) {
        prove_step(g, "format's first state", format_start<A>);
        prove_step(g, "format_body", format_step<A>);
        prove_step(g, "format's exit", format_exit<A>);
        prove_step(g, "adopt_body", adopt_step<A>);
    });
}

}  // namespace strata::prove
