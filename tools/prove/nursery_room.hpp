// tools/prove/nursery_room.hpp: where promoted objects go, and the list of what is to be followed.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "copy_space.hpp"

namespace strata::prove {

/// Fields that wait to be followed, each some number of times. A pop gives `candidate`, of which it
/// is only known that it was pushed. It models `worklist`.
template <class L>
struct slot_list {
    using value_type = value_of<L>;
    static constexpr bool follows_fields = true;
    z3::expr times = words("waiting_slots"), size = number("waiting_size"),
             capacity = number("waiting_capacity");
    z3::expr candidate = word_of<L>::named("next_slot").e;

    [[nodiscard]] bool empty() const { return bool(symbolic_condition{size == 0}); }
    [[nodiscard]] bool full() const { return bool(symbolic_condition{size == capacity}); }
    void push(value_type x)
    {
        oblige("a push finds room", size < capacity);
        add(x.at.e, 1);
    }
    value_type pop()
    {
        oblige("a pop finds an entry", size > 0);
        fact(z3::implies(size > 0, held(candidate) >= 1));
        add(candidate, -1);
        return {word_of<L>{candidate}};
    }
    [[nodiscard]] z3::expr held(const z3::expr& at) const { return z3::select(times, at); }
    void use(const z3::expr& at) const { fact(0 <= held(at) && held(at) <= size); }

private:
    void add(const z3::expr& at, int n)
    {
        times = z3::store(times, at, held(at) + n);
        size = size + n;
    }
};

/// The free blocks of an old space whose blocks start at `starts`: what is taken lies in none of
/// its objects, and no word of those changes. That is proved of both allocators. It models `room`.
template <class L>
struct any_room {
    using W = word_of<L>;
    z3::expr starts = set("old_starts");
    std::vector<z3::expr> objects{};                      ///< where the contract is used
    std::vector<std::pair<z3::expr, z3::expr>> fields{};  ///< of which block, and which
    z3::expr taken_end = context().int_val(0);            ///< 0 if nothing was

    /// The block in which a word is: blocks tile the memory, so there is one.
    [[nodiscard]] z3::expr around(const z3::expr& at) const
    {
        const auto taken = W::named("taken").e;
        return z3::ite(taken <= at && at < taken_end, taken, unknown("around", {at}));
    }
    std::optional<header_of<L>> take(symbolic_space<L>& memory, W wosize)
    {
        if (!bool(symbolic_condition{context().bool_const("has_room")})) return std::nullopt;
        const auto taken = W::named("taken");
        const symbolic_heap<L> was{memory, starts};
        const reading<L> at{was};
        const auto end = taken.e + (wosize.e + 1) * at.unit();
        fact(memory.first.e <= taken.e && end <= memory.last.e && is_aligned(taken.e));
        memory.words = words("taken_from");
        starts = z3::store(starts, taken.e, context().bool_val(true));
        taken_end = end;
        fact(end == memory.last.e || z3::select(starts, end));
        const auto is_object = [&](const z3::expr& h) {
            return was.is_start(h) && at.is_allocated(h);
        };
        for (const auto& h : objects) {
            fact(z3::implies(was.is_start(h), h <= taken.e || end <= h));
            fact(z3::implies(is_object(h), at.next(h) <= taken.e || end <= h));
            fact(z3::implies(is_object(h), memory.peek(h).e == was.peek(h).e));
            const symbolic_heap<L> now{memory, starts};
            fact(z3::implies(now.is_start(h) && reading<L>{now}.is_allocated(h),
                             h == taken.e || is_object(h)));
        }
        for (const auto& [h, i] : fields)
            fact(z3::implies(is_object(h) && 1 <= i && i <= at.wosize(h),
                             memory.peek(at.field(h, i)).e == was.peek(at.field(h, i)).e));
        return header_of<L>{taken};
    }
    template <class M>
    std::optional<header_of<L>> take(M&, W)
    {
        return std::nullopt;
    }
    /// That of an old space which is marking; any other but blue would do.
    [[nodiscard]] color color_at(header_of<L>) const { return color::black; }
};

}  // namespace strata::prove
