// tools/replay/incremental.hpp: incremental mark and sweep, on which a trace is replayed.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "replay/adapter.hpp"

namespace replay {

/// A cycle begins at the trace's `collect`, and a slice is made before each step.
template <class GC, class M>
class sliced_adapter : public stop_the_world<GC> {
    using base = stop_the_world<GC>;

public:
    using typename base::L, typename base::W, typename base::roots;

    explicit sliced_adapter(lent l)
        : base(1, l, [](auto& s) {
            return GC{s.template space<M>(0), s.stack,
                      s.template borrowed<typename GC::ring_type>()};
        })
    {}
    void between(roots&)
    {
        follow([&] { this->gc_.slice(5); });
    }
    [[nodiscard]] std::optional<value_of<L>> allocate(roots&, const on_start&, W wosize, W tag)
    {
        std::optional<value_of<L>> x;
        follow([&] { x = this->gc_.allocate(wosize, tag); });
        return x;
    }
    void collect(roots& r, const on_start& start)
    {
        if (is_running()) return;
        start();
        snapshot_ = r;
        this->gc_.start(snapshot_);
    }
    [[nodiscard]] bool is_running() const { return this->gc_.at() != imperative::phase::idle; }

protected:
    /// Does something that may end a cycle.
    template <class F>
    void follow(F act)
    {
        const bool was_running = is_running();
        act();
        if (was_running && !is_running()) this->complete(leaves::exactly);
    }

    roots snapshot_{};
};

/// Cycles begin and end as allocation needs it; the trace's `collect` is one at once.
template <class GC, class M>
class paced_adapter : public sliced_adapter<GC, M> {
    using base = sliced_adapter<GC, M>;

public:
    using base::base;
    using typename base::L, typename base::W, typename base::roots;

    void between(roots&) {}
    [[nodiscard]] std::optional<value_of<L>> allocate(roots& r, const on_start& start, W wosize,
                                                      W tag)
    {
        const auto& gc = this->gc_;
        const auto steps = imperative::most_steps(gc.heap_words(), r.size());
        const bool starts =
            !this->is_running() && imperative::pacing{}.is_due(steps, gc.free_words());
        if (starts) {
            start();
            this->snapshot_ = r;
        }
        const bool runs = starts || this->is_running();
        const auto x = this->gc_.allocate_paced(wosize, tag, this->snapshot_);
        if (runs && !this->is_running()) this->complete(leaves::exactly);
        return x;
    }
    void collect(roots& r, const on_start& start) { this->collect_at_once(r, start); }
};

template <template <class, class> class Adapter, template <layout> class Memory,
          template <layout> class Allocator, std::size_t Window>
struct incremental_with {
    template <layout L, bool Audited>
    using on =
        Adapter<imperative::incremental<L, Memory<L>, Allocator<L>, Window,
                                        std::conditional_t<Audited, imperative::audited_cycle<L>,
                                                           imperative::unaudited_cycle<L>>>,
                Memory<L>>;
};

struct sliced :
    incremental_with<sliced_adapter, imperative::checked_memory, imperative::next_fit, 1> {
    static constexpr auto name = "incremental/sliced/1";
};
struct sliced_window : incremental_with<sliced_adapter, imperative::raw_memory, segregated, 4> {
    static constexpr auto name = "incremental/sliced/4";
};
struct paced : incremental_with<paced_adapter, imperative::checked_memory, segregated, 32> {
    static constexpr auto name = "incremental/paced";
};

}  // namespace replay
