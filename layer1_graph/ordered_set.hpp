// layer1_graph/ordered_set.hpp: a set is a sorted sequence without duplicates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace strata::graph {

/// The set of the values in `sequence`, which may come in any order and more than once.
/// O(n) if it is sorted already, O(n log n) otherwise.
template <class T>
[[nodiscard]] constexpr std::vector<T> as_set(std::vector<T> sequence)
{
    if (!std::is_sorted(sequence.begin(), sequence.end()))
        std::sort(sequence.begin(), sequence.end());
    sequence.erase(std::unique(sequence.begin(), sequence.end()), sequence.end());
    return sequence;
}

/// The place of `x` in `set`, or its size if it is not there. O(log n).
template <class T>
[[nodiscard]] constexpr std::size_t position_in(const std::vector<T>& set, const T& x)
{
    const auto at = std::lower_bound(set.begin(), set.end(), x);
    return at != set.end() && *at == x ? static_cast<std::size_t>(at - set.begin()) : set.size();
}

template <class T>
[[nodiscard]] constexpr bool is_in(const std::vector<T>& set, const T& x)
{
    return std::binary_search(set.begin(), set.end(), x);
}

}  // namespace strata::graph
