// tools/prove/symbolic_worklist.hpp: a stack or window of any capacity, as what its laws promise.
#pragma once

#include <strata/concepts/address.hpp>

#include "symbolic_memory.hpp"

namespace strata::prove {

/// Objects, each held some number of times; `size` of them in all, at most `capacity`. A pop gives
/// `candidate`, of which it is only known that it was pushed: that is the law "no invention". It
/// models `worklist`.
template <class L>
struct symbolic_worklist {
    using value_type = value_of<L>;

    const symbolic_heap<L>* heap;  ///< says which object a pointer leads to; colours do not matter
    z3::expr times, size, capacity;
    z3::expr candidate;
    z3::expr (*may_hold)(const symbolic_heap<L>&, const z3::expr& x);

    [[nodiscard]] bool empty() const { return bool(symbolic_condition{size == 0}); }
    [[nodiscard]] bool single() const { return bool(symbolic_condition{size == 1}); }
    [[nodiscard]] bool full() const { return bool(symbolic_condition{size == capacity}); }
    void push(value_type x)
    {
        oblige("a push finds room", size < capacity);
        oblige("what is pushed leads to an object in R", may_hold(*heap, x.at.e));
        add(x.at.e, 1);
    }
    value_type pop()
    {
        oblige("a pop finds an entry", size > 0);
        fact(z3::implies(size > 0, held(candidate) >= 1 && may_hold(*heap, candidate)));
        add(candidate, -1);
        return {word_of<L>::word_from(candidate)};
    }
    /// How often the object that `x` leads to is held.
    [[nodiscard]] z3::expr held(const z3::expr& x) const
    {
        return z3::select(times, reading<L>{*heap}.resolve(x));
    }

private:
    void add(const z3::expr& x, int n)
    {
        times = z3::store(times, reading<L>{*heap}.resolve(x), held(x) + n);
        size = size + n;
    }
};

}  // namespace strata::prove
