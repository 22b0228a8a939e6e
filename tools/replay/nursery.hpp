// tools/replay/nursery.hpp: a nursery in front of each old space, on which a trace is replayed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "replay/adapter.hpp"

namespace replay {

/// The spaces, one right after the other: a nursery, the old space, and another nursery. The old
/// space has the words of the trace's heap.
struct generations_of {
    std::size_t below, old, above;

    explicit generations_of(std::size_t words)
        : below{words / 8 + 2}
        , old{std::max(words, std::size_t{2})}
        , above{words / 5 + 2}
    {}
    [[nodiscard]] lent all(std::size_t stack) const
    {
        return {static_cast<std::uint32_t>(below + old + above), stack};
    }
};

/// What else is lent; a ring is for old spaces that have one.
template <layout L, class Ring>
struct lent_to_nursery {
    std::vector<word_of<L>> table{};
    std::vector<value_of<L>> unscanned{};
    Ring ring{};
};

struct no_ring {};
template <class Old>
struct ring_for {
    using type = no_ring;
};
template <class Old>
    requires requires { typename Old::ring_type; }
struct ring_for<Old> {
    using type = typename Old::ring_type;
};

/// When the nursery has no room, a minor collection is made; each third time the other one takes
/// its place. The trace's `collect` is a collection of all, at once.
template <class GC, class Old, class M>
class nursery_adapter : public stop_the_world<GC> {
    using base = stop_the_world<GC>;
    using ring = typename ring_for<Old>::type;

public:
    using typename base::L, typename base::W, typename base::roots;
    static constexpr bool compacts = false;

    explicit nursery_adapter(lent l)
        : base(1, generations_of{l.words}.all(l.stack),
               [l](auto& s) {
                   const generations_of n{l.words};
                   auto& more = s.template borrowed<lent_to_nursery<L, ring>>();
                   more.table.resize(l.stack);
                   more.unscanned.resize(l.stack);
                   return GC{make_old(s, s.template part<M>(n.below, n.old), more.ring),
                             s.template part<M>(0, n.below), more.table, more.unscanned};
               })
        , size_{l.words}
    {}
    void make_room(roots& r, const on_start&, W wosize)
    {
        if (this->gc_.is_large(wosize) || this->gc_.young().fits(wosize)) return;
        const bool exchanges = ++minors_ % 3 == 0;
        const bool ok = exchanges ? this->gc_.resize(other_nursery(), r) : this->gc_.minor(r);
        is_above_ = is_above_ != (exchanges && ok);
        this->complete(leaves::any, ok);
    }
    void write(value_of<L> x, W i, W v)
    {
        const auto h = hd_address<L>(x);
        const bool is_value = functional::is_scanned<L>(this->gc_.memory(), h, i);
        if (is_value && v % 3 == 0) this->gc_.modify(field_addr<L>(h, i), v);
        else this->gc_.write(x, i, v);
    }
    void collect(roots& r, const on_start& start) { collect_at_once(r, start); }
    void collect_at_once(roots& r, const on_start& start)
    {
        start();
        this->complete(leaves::exactly, this->gc_.collect(r));
    }

private:
    [[nodiscard]] static Old make_old(spaces<L>& s, M memory, ring& window)
    {
        if constexpr (std::is_same_v<ring, no_ring>) return {memory, s.stack};
        else return {memory, s.stack, window};
    }
    [[nodiscard]] M other_nursery()
    {
        const generations_of n{size_};
        return is_above_ ? this->lent_.template part<M>(0, n.below)
                         : this->lent_.template part<M>(n.below + n.old, n.above);
    }

    std::size_t size_;
    int minors_ = 0;
    bool is_above_ = false;
};

/// A cycle of the old space begins at the trace's `collect`, and a slice is made before each step.
template <class GC, class Old, class M>
class sliced_nursery_adapter : public nursery_adapter<GC, Old, M> {
    using base = nursery_adapter<GC, Old, M>;

public:
    using base::base;
    using typename base::L, typename base::W, typename base::roots;

    void between(roots&)
    {
        follow([&] { this->gc_.old().slice(5); });
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
        snapshot_.resize(r.size());
        this->complete(leaves::any, this->gc_.start(r, snapshot_));
    }
    [[nodiscard]] bool is_running() const
    {
        return this->gc_.old().at() != imperative::phase::idle;
    }

private:
    /// Does something that may end a cycle. What was promoted meanwhile may have died.
    template <class F>
    void follow(F act)
    {
        const bool was_running = is_running();
        act();
        if (was_running && !is_running()) this->complete(leaves::at_most);
    }

    roots snapshot_{};
};

template <template <class, class, class> class Adapter, layout L, class Old, class M, bool Audited>
using before_old =
    Adapter<imperative::with_nursery<Old, std::conditional_t<Audited, imperative::audited_minor<L>,
                                                             imperative::unaudited_minor<L>>>,
            Old, M>;

struct nursery_and_mark_sweep {
    static constexpr auto name = "nursery/mark_sweep";
    template <layout L, bool Audited, class M = imperative::raw_memory<L>>
    using on = before_old<nursery_adapter, L,
                          imperative::mark_sweep<L, M, segregated<L>, 4,
                                                 std::conditional_t<Audited, imperative::audited<L>,
                                                                    imperative::unaudited<L>>>,
                          M, Audited>;
};
struct nursery_and_incremental {
    static constexpr auto name = "nursery/incremental";
    template <layout L, bool Audited, class M = imperative::checked_memory<L>>
    using on =
        before_old<sliced_nursery_adapter, L,
                   imperative::incremental<L, M, imperative::next_fit<L>, 1,
                                           std::conditional_t<Audited, imperative::audited_cycle<L>,
                                                              imperative::unaudited_cycle<L>>>,
                   M, Audited>;
};

}  // namespace replay
