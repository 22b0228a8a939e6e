// layer3_imperative/incremental.hpp: the incremental mark-and-sweep collector, to embed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <strata/concepts/collector.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/layer3_imperative/cycle.hpp>
#include <strata/layer3_imperative/cycle_audit.hpp>
#include <strata/layer3_imperative/lent_room.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/metered.hpp>
#include <strata/layer3_imperative/mutator.hpp>
#include <strata/layer3_imperative/pacing.hpp>

namespace strata::imperative {

/// Collects in slices, from a snapshot at the beginning. It borrows the heap's words, the mark
/// stack's storage and the ring of the window, and allocates nothing, ever. It models `collector`
/// and `old_space`.
///
/// The mutator loads as it likes and stores with `write`. Its roots are read when a cycle starts.
template <layout L, word_memory<word_of<L>> M = raw_memory<L>,
          allocator<L, M> A = segregated_fit<L>, std::size_t Window = 32,
          class Audit = default_cycle_audit<L>, class Held = held_runs<L>>
class incremental {
public:
    using layout_type = L;
    using word = word_of<L>;
    using ring_type = std::array<value_of<L>, Window>;

    /// Expects  room for one object on the mark stack; `contents::existing` only for a well-formed
    ///          heap.
    constexpr incremental(M memory, std::span<value_of<L>> stack, ring_type& ring,
                          contents found = contents::fresh)
        : cycle_{begin(std::move(memory), mark_stack<word>{stack}, window{ring}, found)}
    {}

    /// An object whose fields hold the layout's filler. If there is no room, the cycle goes on
    /// until there is, or to its end; nothing is returned, and nothing changed, if it was idle
    /// before.
    ///
    /// Expects  an object of this size and tag may exist.
    [[nodiscard]] constexpr std::optional<value_of<L>> allocate(word wosize, word tag)
    {
        expects_object<L>(wosize, tag);
        auto x = imperative::allocate(cycle_, wosize, tag);
        // Marking frees nothing. The budget doubles, because a search that fails may be long.
        for (std::uint64_t budget = 64; !x && at() != phase::idle; budget += budget) {
            slice(budget);
            if (!is_marking(at())) x = imperative::allocate(cycle_, wosize, tag);
        }
        if (x) audit_.allocated(cycle_, *x);
        return x;
    }

    /// Field `i`, counted from 1, of the object at `x` becomes `v`.
    ///
    /// Expects  the mutator reaches the object, and what `v` points to.
    constexpr void write(value_of<L> x, word i, word v)
    {
        const auto h = hd_address<L>(x);
        expects(word{1} <= i && i <= L::wosize(memory().load(h.at)), "a write is to a field");
        audit_.before_write(cycle_, h);
        imperative::write(cycle_, h, i, v);
        audit_.after_write(cycle_, h, i, v);
    }

    /// For a nursery in front of it: see `old_space`.
    constexpr void modify(word field, word v)
    {
        audit_.before_modify(cycle_, field);
        const auto held = memory().load(field);
        cycle_.memory().store(field, v);
        if (is_marking(at()) && L::is_pointer(held)) darken_held(held);
        audit_.after_modify(cycle_, field, v);
    }
    [[nodiscard]] constexpr auto room() { return cycle_room<cycle_type>{&cycle_}; }
    constexpr void promoted(value_of<L> x) { audit_.promoted(cycle_, x); }
    constexpr void redirected(word field) { audit_.redirected(cycle_, field); }

    /// Takes the snapshot. The words of `roots` stay as they are until darkening is over.
    constexpr void start(std::span<const word> roots)
    {
        expects(at() == phase::idle, "a cycle starts when the last one is over");
        rate_ = pacing::rate(most_steps(heap_words(), roots.size()), free_words());
        audit_.before(memory(), roots);
        begin_cycle(cycle_, roots);
    }

    /// At most `budget` steps of the cycle. How many: fewer only if the cycle is over.
    constexpr std::uint64_t slice(std::uint64_t budget)
    {
        return imperative::slice(cycle_, budget, audit_);
    }
    constexpr void finish() { slice(std::numeric_limits<std::uint64_t>::max()); }

    /// Allocates and pays: starts a cycle if one is due, and makes the steps that end it in time.
    [[nodiscard]] constexpr std::optional<value_of<L>>
    allocate_paced(word wosize, word tag, std::span<const word> roots, pacing pace = {})
    {
        if (at() == phase::idle &&
            pace.is_due(most_steps(heap_words(), roots.size()), free_words()))
            start(roots);
        slice(rate_ * (std::uint64_t{wosize} + 1));
        return allocate(wosize, tag);
    }

    /// Frees what the roots do not reach: the rest of the cycle under way, and then a whole one.
    template <root_set<word> R>
    constexpr void collect(const R& roots)
    {
        finish();
        audit_.before(memory(), roots);
        begin_cycle(cycle_, {});
        darken_roots(cycle_.marking, roots);
        finish();
    }

    [[nodiscard]] constexpr phase at() const { return cycle_.at; }
    [[nodiscard]] constexpr std::uint64_t free_words() const
    {
        return cycle_.sweeping.free.free_words();
    }
    [[nodiscard]] constexpr std::uint64_t heap_words() const
    {
        return (memory().end() - memory().begin()) / mword<L>();
    }
    [[nodiscard]] constexpr const M& memory() const { return cycle_.memory(); }
    [[nodiscard]] constexpr const auto& free_blocks() const { return cycle_.sweeping.free; }

protected:  // not private: see driven.hpp
    static constexpr auto when = Window == 1 ? darkening::eager : darkening::lazy;
    using window = prefetch_window<word, Window>;
    using cycle_type = cycle<L, when, M, mark_stack<word>, window, metered<L, A>, Held>;

    [[nodiscard]] static constexpr cycle_type begin(M memory, mark_stack<word> stack, window popped,
                                                    contents found)
    {
        if (found == contents::fresh) format<L>(memory);
        metered<L, A> free;
        cycle_type c{
            phase::idle,
            {},
            begin_mark<L, when, true>(memory, stack, popped),
            begin_sweep<L>(std::move(memory), std::move(free), functional::coalescing<L>, Held{}),
            {}};
        adopt<L>(c.sweeping.memory, c.sweeping.free);
        return c;
    }

    // On its own: most stores need none of it.
    [[gnu::noinline]] constexpr void darken_held(word held)
    {
        darken_value<darkening::eager>(cycle_.marking, held);
    }

    cycle_type cycle_;
    std::uint64_t rate_ = 0;
    [[no_unique_address]] Audit audit_{};
};

}  // namespace strata::imperative
