// layer3_imperative/driven.hpp: an incremental collector that a runtime drives phase by phase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <strata/layer3_imperative/compact_cycle.hpp>
#include <strata/layer3_imperative/grow.hpp>
#include <strata/layer3_imperative/incremental.hpp>

namespace strata::imperative {

/// `incremental` for a runtime that hands over its roots one by one, has work of its own between
/// two phases (weak pointers, finalisers), and has memory that grows. It models `old_space`.
template <layout L, growing_memory<word_of<L>> M, allocator<L, M> A = segregated_fit<L>,
          std::size_t Window = 32, class Audit = default_cycle_audit<L>, class Held = held_runs<L>>
class driven : public incremental<L, M, A, Window, Audit, Held> {
    using base = incremental<L, M, A, Window, Audit, Held>;

protected:
    using base::audit_, base::cycle_;

public:
    using word = word_of<L>;
    using base::base;

    /// Steps of the phase under way only. What is left of the budget: something if the phase is
    /// over, and `advance` is next.
    constexpr std::uint64_t run_phase(std::uint64_t budget)
    {
        return imperative::run_phase(cycle_, budget);
    }
    constexpr void advance() { imperative::advance(cycle_, audit_); }

    /// What a root leads to survives the cycle.
    ///
    /// Expects  the cycle is marking, and the object is older than it.
    constexpr void darken(word v)
    {
        darken_value<darkening::eager>(cycle_.marking, v);
        audit_.darkened(cycle_, v);
    }

    /// Other storage for the mark stack.
    ///
    /// Expects  the cycle is idle; room for one object.
    constexpr void lend_stack(std::span<value_of<L>> stack)
    {
        expects(base::at() == phase::idle, "the mark stack changes when nothing is on it");
        cycle_.marking.stack = mark_stack<word>{stack};
    }

    /// All before this address is swept.
    ///
    /// Expects  the cycle is sweeping.
    [[nodiscard]] constexpr word swept_to() const { return cycle_.sweeping.sw.at; }

    /// See grow.hpp.
    constexpr void grow(word end)
    {
        imperative::grow(cycle_, end);
        audit_.grown(cycle_);
    }
    [[nodiscard]] constexpr word trailing_free_words() const
    {
        return imperative::trailing_free_words(cycle_);
    }
    constexpr void shrink(word words) { imperative::shrink(cycle_, words); }

    /// See compact_cycle.hpp.
    template <class Redirect, class Spare>
    constexpr void compact(std::span<freed_entry> storage, Redirect redirect, Spare spare)
    {
        expects(base::at() == phase::idle, "objects move when no cycle is under way");
        imperative::compact(cycle_, storage, redirect, spare, compact_audit_for<L, Audit>{});
    }
};

}  // namespace strata::imperative
