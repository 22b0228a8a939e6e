// tests/exhaustive/every_heap.hpp: runs a check on every small heap and shows the first that fails.
#pragma once

#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <strata/layer2_functional/defect.hpp>

#include "small_heaps.hpp"

namespace test {

template <class Words>
[[nodiscard]] std::string listed(const Words& words)
{
    std::string list;
    for (const auto w : words) list += " " + functional::hex(w);
    return list;
}

/// Calls `find_wrong(heap, roots)`, which says what is wrong or nothing, for every heap of up to
/// `most` words with every pair of roots; the first that is wrong is the smallest.
template <layout L, class F>
void check_every_heap(std::size_t most, F find_wrong, choice how = choice::in_turn)
{
    for (std::size_t n = 1; n <= most; ++n) {
        const bool right = for_each_rooted_heap<L>(
            n,
            [&](const small_heap<L>& heap, const auto& roots) {
                const char* wrong = find_wrong(heap, roots);
                if (wrong == nullptr) return true;
                FAIL_CHECK(wrong << "\n  heap at " << functional::hex(heap.origin()) << ":"
                                 << listed(heap.words()) << "\n  roots:" << listed(roots));
                return false;
            },
            how);
        REQUIRE(right);
    }
}

}  // namespace test
