// layer1_graph/ordered_set.hpp: a set is a sorted sequence without duplicates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
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

/// Makes `x` a member of `set`, and makes it none. O(n).
template <class T>
constexpr void insert(std::vector<T>& set, const T& x)
{
    if (!is_in(set, x)) set.insert(std::lower_bound(set.begin(), set.end(), x), x);
}
template <class T>
constexpr void erase(std::vector<T>& set, const T& x)
{
    set.erase(std::lower_bound(set.begin(), set.end(), x),
              std::upper_bound(set.begin(), set.end(), x));
}

/// What is in `a`, in `b` or in both; what is in `a` and not in `b`. O(n).
template <class T>
[[nodiscard]] constexpr std::vector<T> union_of(const std::vector<T>& a, const std::vector<T>& b)
{
    std::vector<T> all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}
template <class T>
[[nodiscard]] constexpr std::vector<T> difference_of(const std::vector<T>& a,
                                                     const std::vector<T>& b)
{
    std::vector<T> rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
    return rest;
}

}  // namespace strata::graph
