// bench/graph.hpp: the graphs that Strata, libgc and the limits all work on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace strata::bench {

using object = std::uint32_t;
inline constexpr object immediate = ~object{0};  ///< the target of a field that is no pointer

enum class shape { list, tree, array, random };
enum class liveness { live, half, dead };

inline constexpr std::array all_shapes{shape::list, shape::tree, shape::array, shape::random};
inline constexpr std::array all_livenesses{liveness::live, liveness::half, liveness::dead};

[[nodiscard]] constexpr std::string_view name(shape s)
{
    constexpr std::array names{"list", "tree", "array of references", "random graph"};
    return names[static_cast<unsigned>(s)];
}
[[nodiscard]] constexpr std::string_view name(liveness l)
{
    constexpr std::array names{"all live", "half dead", "all dead"};
    return names[static_cast<unsigned>(l)];
}

/// Objects in the order in which they are allocated; field `f` of object `i` leads to
/// `target[first[i] + f]`. A coin decides which objects are dead, so that the dead lie between the
/// living; the dead form a structure of the same shape.
struct graph {
    std::vector<std::uint32_t> first;
    std::vector<object> target;
    std::optional<object> live_root, dead_root;
    std::size_t live_objects = 0, live_edges = 0;

    [[nodiscard]] std::size_t objects() const { return first.size() - 1; }
    [[nodiscard]] std::size_t fields(object i) const { return first[i + 1] - first[i]; }
    /// One word for each field and one for each header.
    [[nodiscard]] std::size_t words() const { return target.size() + objects(); }
};

/// list     cells of two fields, the second leads to the next cell
/// tree     nodes of two fields, two sub-trees of equal size, laid out depth first
/// array    an object whose every field leads to a box of one field; a tree of arrays where no
///          object may have so many fields as `most_fields`
/// random   objects of one to three fields, every field a pointer; each object is hung from a
///          random field of those already reached, what is left over leads anywhere
/// All have three words for each object, or nearly.
[[nodiscard]] graph make_graph(shape s, liveness l, std::size_t words, std::uint64_t most_fields);

}  // namespace strata::bench
