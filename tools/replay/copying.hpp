// tools/replay/copying.hpp: the copying collectors, on which a trace is replayed.
#pragma once

#include <type_traits>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/replicating.hpp>
#include <strata/layer3_imperative/semispace.hpp>

#include "replay/adapter.hpp"

namespace replay {

template <class GC, class M, class Order>
struct semispace_adapter : stop_the_world<GC> {
    explicit semispace_adapter(lent l)
        : stop_the_world<GC>(2, l, [](auto& s) {
            const auto from = s.template space<M>(0), to = s.template space<M>(1);
            if constexpr (std::is_empty_v<Order>) return GC{from, to};
            else return GC{from, to, Order{s.stack}};
        })
    {}
};

template <template <layout> class Memory, template <class> class Order>
struct semispace_with {
    template <layout L, bool Audited>
    using on = semispace_adapter<
        imperative::semispace<
            L, Memory<L>, Order<word_of<L>>,
            std::conditional_t<Audited, imperative::audited_gc<L, 4>, imperative::unaudited_gc<L>>>,
        Memory<L>, Order<word_of<L>>>;
};

template <class>
using breadth_first = imperative::breadth_first;

struct cheney : semispace_with<imperative::checked_memory, breadth_first> {
    static constexpr auto name = "semispace/breadth_first";
};
struct depth_first : semispace_with<imperative::raw_memory, imperative::depth_first> {
    static constexpr auto name = "semispace/depth_first";
};
struct eager : semispace_with<imperative::raw_memory, imperative::eager_forwarding> {
    static constexpr auto name = "semispace/eager_forwarding";
};

/// A collection begins at the trace's `collect`; before each step two replicas are scanned, and the
/// spaces are exchanged when none is left.
template <class GC, class M>
class replicating_adapter : public stop_the_world<GC> {
    using base = stop_the_world<GC>;

public:
    using typename base::L, typename base::W, typename base::roots;
    static constexpr bool moves = true, compacts = true;

    explicit replicating_adapter(lent l)
        : base(3, l, [](auto& s) {
            return GC{s.template space<M>(0), s.template space<M>(1), s.template space<M>(2)};
        })
    {}
    void between(roots& r)
    {
        // A replica of what has died since the start is kept.
        if (is_running() && !this->gc_.step(2)) finish(r, leaves::at_most);
    }
    void collect(roots& r, const on_start& start)
    {
        if (is_running()) return;
        start();
        this->gc_.begin(r);
    }
    void collect_at_once(roots& r, const on_start& start)
    {
        if (is_running()) finish(r, leaves::at_most);
        collect(r, start);
        finish(r, leaves::exactly);
    }
    [[nodiscard]] bool is_running() const { return this->gc_.is_collecting(); }

private:
    void finish(roots& r, leaves left)
    {
        expects(this->gc_.finish(r), "what fits in one space fits in the other");
        this->complete(left);
    }
};

struct replicating {
    static constexpr auto name = "replicating";
    template <layout L, bool Audited>
    using on = replicating_adapter<
        imperative::replicating<L, imperative::checked_memory<L>,
                                std::conditional_t<Audited, imperative::audited_replicas<L>,
                                                   imperative::unaudited_replicas<L>>>,
        imperative::checked_memory<L>>;
};

}  // namespace replay
