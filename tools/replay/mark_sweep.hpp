// tools/replay/mark_sweep.hpp: mark and sweep, on which a trace is replayed, by name.
#pragma once

#include <cstddef>
#include <type_traits>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "replay/adapter.hpp"

namespace replay {

template <class GC, class M>
struct mark_sweep_adapter : stop_the_world<GC> {
    explicit mark_sweep_adapter(lent l)
        : stop_the_world<GC>(1, l, [](auto& s) {
            return GC{s.template space<M>(0), s.stack};
        })
    {}
};

template <template <layout> class Memory, template <layout> class Allocator, std::size_t Window>
struct mark_sweep_with {
    template <layout L, bool Audited>
    using on = mark_sweep_adapter<
        imperative::mark_sweep<
            L, Memory<L>, Allocator<L>, Window,
            std::conditional_t<Audited, imperative::audited<L>, imperative::unaudited<L>>>,
        Memory<L>>;
};

struct paper : mark_sweep_with<imperative::checked_memory, imperative::next_fit, 1> {
    static constexpr auto name = "mark_sweep/next_fit/1";
};
struct next_fit_window : mark_sweep_with<imperative::raw_memory, imperative::next_fit, 4> {
    static constexpr auto name = "mark_sweep/next_fit/4";
};
struct segregated_window : mark_sweep_with<imperative::checked_memory, segregated, 32> {
    static constexpr auto name = "mark_sweep/segregated_fit/32";
};

}  // namespace replay
