// layer3_imperative/gen_heap_audit.hpp: the invariant of CakeML's heap between two collections.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <strata/concepts/audit.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/layer2_functional/gen_state_ok.hpp>
#include <strata/layer3_imperative/gen_gc_audit.hpp>

namespace strata::imperative {

/// Nobody looks at the heap before and after a collection, nor at the steps.
template <generational_layout L>
struct unaudited_generations {
    using watch = unwatched;
    static constexpr void check(const auto&, const auto&, const auto&, bool) {}
};

/// Looks at all three: references are apart from data, and no old object leads to new data.
template <generational_layout L>
struct audited_generations {
    using watch = step_watch<L>;
    template <class M, class Heap>
    static constexpr void check(const M& memory, const Heap& heap, std::size_t generations,
                                bool is_divided)
    {
        using namespace functional;
        const auto elements = heap_of<L>(memory, heap.used());
        const auto end = static_cast<num>(heap.end);
        if (!is_divided) return;
        expects(functional::is_divided(is_ref_tag<L>{}, elements, end),
                "the data are before the unused space, the references after it");
        std::vector<num> starts;
        for (std::size_t i = 0; i < generations; ++i)
            starts.push_back(static_cast<num>(heap.gen_starts[i]));
        expects(gen_state_ok(elements, static_cast<num>(heap.next), end, starts),
                "no old object leads to new data");
    }
};

template <generational_layout L>
using default_generations_audit =
    std::conditional_t<audit_build, audited_generations<L>, unaudited_generations<L>>;

}  // namespace strata::imperative
