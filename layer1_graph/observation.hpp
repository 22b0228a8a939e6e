// layer1_graph/observation.hpp: what a specification sees of a heap.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/graph.hpp>

namespace strata::graph {

/// The fields of one object after the other, in one sequence.
template <class D>
class field_table {
public:
    /// The fields of the next object.
    template <class Fields>
    constexpr void append(const Fields& fields)
    {
        values_.insert(values_.end(), std::begin(fields), std::end(fields));
        first_.push_back(values_.size());
    }

    [[nodiscard]] constexpr std::size_t size() const noexcept { return first_.size() - 1; }

    /// The fields of the object that was appended as number `i`, counted from 0.
    [[nodiscard]] constexpr std::span<const D> operator[](std::size_t i) const
    {
        expects(i < size(), "only an object has fields");
        return {values_.data() + first_[i], values_.data() + first_[i + 1]};
    }

private:
    std::vector<D> values_;
    std::vector<std::size_t> first_ = {0};
};

/// A heap, seen without its layout. Objects are named by `V`, fields hold a `D`.
template <std::totally_ordered V, std::equality_comparable D>
struct observation {
    graph<V> objects;           ///< the allocated objects and the pointers between them
    field_table<D> fields;      ///< of each allocated object, in the order of `objects.vertices()`
    std::optional<V> defect{};  ///< an object that is not well formed; then the rest is not read
    std::optional<V> neither_white_nor_blue{};  ///< an object of another colour, allocated or not
    /// Pointers that are seen as what their target stands for, so that `objects` does not have
    /// them. Whoever loads one while a collector runs has them all the same.
    std::vector<std::pair<V, V>> bypassed{};

    /// Expects  `x` is an allocated object.
    [[nodiscard]] constexpr std::span<const D> fields_of(const V& x) const
    {
        return fields[objects.index_of(x)];
    }
};

}  // namespace strata::graph
