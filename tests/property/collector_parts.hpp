// tests/property/collector_parts.hpp: the parts that layer 3 is put together from, in eight ways.
#pragma once

#include <cstddef>
#include <utility>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "memories.hpp"

namespace test {

using namespace strata;

template <layout L>
using segregated = imperative::segregated_fit<L>;
template <layout L>
using marked_raw = own_marks<L, imperative::raw_memory<L>>;
template <layout L>
using marked_checked = own_marks<L>;

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

inline constexpr unsigned part_choices = 8;

/// Calls `use` with the parts that `choice` names: every two values of a part meet somewhere, but
/// for marks, which are there twice.
template <class F>
void with_parts(unsigned choice, F use)
{
    using imperative::checked_memory, imperative::raw_memory, imperative::next_fit;
    using enum imperative::darkening;
    switch (choice % part_choices) {
    case 0: return use(parts<checked_memory, next_fit, eager, 1>{});
    case 1: return use(parts<raw_memory, segregated, lazy, 32>{});
    case 2: return use(parts<raw_memory, next_fit, lazy, 4>{});
    case 3: return use(parts<checked_memory, segregated, eager, 4>{});
    case 4: return use(parts<checked_memory, next_fit, lazy, 32>{});
    case 5: return use(parts<raw_memory, segregated, eager, 1>{});
    case 6: return use(parts<marked_raw, segregated, lazy, 32>{});
    default: return use(parts<marked_checked, next_fit, eager, 1>{});
    }
}

}  // namespace test
