// tests/property/collector_parts.hpp: the parts that layer 3 is put together from, in six ways.
#pragma once

#include <cstddef>
#include <utility>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

namespace test {

using namespace strata;

template <layout L>
using segregated = imperative::segregated_fit<L>;

/// A memory, an allocator, when to look at colours, and the size of the prefetch window.
template <template <layout> class Memory, template <layout> class Allocator,
          imperative::darkening When, std::size_t Window>
struct parts {
    template <layout L>
    using memory = Memory<L>;
    template <layout L>
    using allocator = Allocator<L>;
    static constexpr auto when = When;
    static constexpr auto window = Window;
};

/// Calls `use` with the parts that `choice` names: every two values of a part meet somewhere.
template <class F>
void with_parts(unsigned choice, F use)
{
    using imperative::checked_memory, imperative::raw_memory, imperative::next_fit;
    using enum imperative::darkening;
    switch (choice % 6) {
    case 0: return use(parts<checked_memory, next_fit, eager, 1>{});
    case 1: return use(parts<raw_memory, segregated, lazy, 32>{});
    case 2: return use(parts<raw_memory, next_fit, lazy, 4>{});
    case 3: return use(parts<checked_memory, segregated, eager, 4>{});
    case 4: return use(parts<checked_memory, next_fit, lazy, 32>{});
    default: return use(parts<raw_memory, segregated, eager, 1>{});
    }
}

}  // namespace test
