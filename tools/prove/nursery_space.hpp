// tools/prove/nursery_space.hpp: a nursery and an old space of any size, and any set of fields.
#pragma once

#include <span>
#include <vector>

#include <strata/layer3_imperative/with_nursery.hpp>

#include "allocating.hpp"
#include "world.hpp"

namespace strata::prove {

/// A memory by reference, as the ones in a program are: a copy of it is the same memory.
template <class L>
struct lent_memory {
    using W = word_of<L>;
    symbolic_memory<L>* of;

    [[nodiscard]] W begin() const { return of->begin(); }
    [[nodiscard]] W end() const { return of->end(); }
    [[nodiscard]] W load(W a) const { return of->load(a); }
    void store(W a, W w) { of->store(a, w); }
};

/// A remembered set of any capacity: which fields it has, and whether it had room for all. What
/// is said of `push` here is proved of the shipped table.
template <class W>
struct symbolic_set {
    using storage = std::span<W>;
    z3::expr fields = set("remembered");
    z3::expr is_full = context().bool_const("is_full");
    z3::expr lost = context().bool_const("is_incomplete");

    explicit symbolic_set(std::span<W>) {}
    void push(W at)
    {
        if (bool(symbolic_condition{is_full})) lost = context().bool_val(true);
        else fields = z3::store(fields, at.e, context().bool_val(true));
        is_full = context().bool_const("is_full_now");
    }
    void clear()
    {
        fields = z3::const_array(context().int_sort(), context().bool_val(false));
        is_full = lost = context().bool_val(false);
    }
    [[nodiscard]] z3::expr has(const z3::expr& at) const { return z3::select(fields, at) || lost; }
};

/// An old space of which only the contract is known: a write stores the value, and else changes no
/// more than colours of objects; an allocation changes no object, and a new one has no pointer. It
/// models `old_space`.
template <class L>
struct any_old_space {
    using layout_type = L;
    using W = word_of<L>;
    symbolic_heap<L>* heap;
    lent_memory<L> words_of_it{heap};
    std::vector<z3::expr> places{};                       ///< where the contract is used
    std::vector<std::pair<z3::expr, z3::expr>> fields{};  ///< of which block, and which

    [[nodiscard]] const lent_memory<L>& memory() const { return words_of_it; }
    void write(value_of<L> x, W i, W v) { modify(field_addr<L>(hd_address<L>(x), i), v); }
    void modify(W at, W v)
    {
        heap->store(at, v);
        const auto stored = *heap;
        heap->words = words("after_a_write");
        for (const auto& t : places) {
            const auto is = heap->peek(t), was = stored.peek(t);
            const auto same = (L::wosize(is) == L::wosize(was)).e && (L::tag(is) == L::tag(was)).e;
            const auto colour_only = same && !L::has_color(is, color::blue).e;
            const auto object = stored.is_start(t) && reading<L>{stored}.is_allocated(t);
            fact(z3::ite(object, colour_only, is.e == was.e));
        }
    }
    /// Fields of objects stay as they are; those of the new one at `taken` hold the filler, or are
    /// not scanned.
    std::optional<value_of<L>> allocate(W wosize, W tag)
    {
        const auto was = *heap;
        const auto taken = W::named("taken");
        heap->words = words("after_an_allocation");
        heap->starts = set("blocks_after_an_allocation");
        const reading<L> is{*heap}, before{was};
        const auto object = [](const symbolic_heap<L>& h, const z3::expr& a) {
            return h.is_start(a) && reading<L>{h}.is_allocated(a);
        };
        fact(heap->first.e <= taken.e && is.next(taken.e) <= heap->last.e);
        fact(object(*heap, taken.e) && is.wosize(taken.e) == wosize.e && is.tag(taken.e) == tag.e);
        for (const auto& [h, i] : fields) {
            const auto f = is.field(h, i);
            const auto same =
                is.wosize(h) == before.wosize(h) && is.tag(h) == before.tag(h) &&
                z3::implies(1 <= i && i <= before.wosize(h), heap->peek(f).e == was.peek(f).e);
            fact(z3::implies(object(*heap, h), h == taken.e || (object(was, h) && same)));
            const auto scanned =
                holds([&] { return functional::is_scanned<L>(*heap, {W{h}}, W{i}); });
            fact(z3::implies(h == taken.e && 1 <= i && i <= wosize.e && scanned,
                             heap->peek(f).e == L::filler().e));
        }
        return f_address<L>(header_of<L>{taken});
    }
    void collect(auto&&) {}
    struct no_room {
        template <class M>
        std::optional<header_of<L>> take(M&, W)
        {
            return std::nullopt;
        }
    };
    no_room room() { return {}; }
    void promoted(value_of<L>) {}
    void redirected(W) {}
};

}  // namespace strata::prove
