// tools/prove/symbolic_runs.hpp: sweep's held runs, any number of them, as what their laws promise.
#pragma once

#include <strata/layer3_imperative/held_runs.hpp>

#include "world.hpp"

namespace strata::prove {

/// For each address how many words the run that starts there has, if it is held, otherwise 0;
/// `size` runs in all. Runs are pushed in the order of their addresses, and so the first one, which
/// a pop gives, is the lowest: `first`.
template <class L>
struct symbolic_runs {
    z3::expr length = words("runs");
    z3::expr size = number("runs_size"), capacity = number("runs_capacity");
    z3::expr first = number("first_run");
    std::vector<z3::expr> places{};  ///< where the laws are used

    [[nodiscard]] bool empty() const { return bool(symbolic_condition{size == 0}); }
    [[nodiscard]] bool full() const { return bool(symbolic_condition{size == capacity}); }
    void push(imperative::free_run<L> run)
    {
        oblige("a push finds room to hold a run", size < capacity);
        if (run.words == word_of<L>{0}) return;
        const auto start = start_of(run);
        for (const auto& t : places)
            oblige("runs are held in the order of their addresses",
                   z3::implies(held(t) > 0, t < start));
        length = z3::store(length, start, run.words.e);
        size = size + 1;
    }
    imperative::free_run<L> pop()
    {
        oblige("a pop finds a run", size > 0);
        const auto start = first;
        const auto n = word_of<L>::word_from(held(start));
        fact(z3::implies(size > 0, n.e > 0));
        for (const auto& t : places) fact(z3::implies(held(t) > 0, start <= t));
        length = z3::store(length, start, context().int_val(0));
        size = size - 1;
        return {{word_of<L>::word_from(start + n.e * reading<L>::unit())}, n};
    }
    [[nodiscard]] z3::expr held(const z3::expr& h) const { return z3::select(length, h); }
    /// No address has a run of its own if none is held.
    void use(const z3::expr& h) const
    {
        fact(held(h) >= 0 && z3::implies(size == 0, held(h) == 0));
    }
    [[nodiscard]] static z3::expr start_of(const imperative::free_run<L>& run)
    {
        return run.end.at.e - run.words.e * reading<L>::unit();
    }
};

}  // namespace strata::prove
