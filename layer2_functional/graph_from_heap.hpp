// layer2_functional/graph_from_heap.hpp: the graph of a heap, and what Definition 5 sees of it.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <strata/layer1_graph/observation.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/objects.hpp>
#include <strata/layer2_functional/short_circuit.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

namespace strata::functional {

/// Calls `visit` with each object that a field of the object at `h`, from number `i` on, points to,
/// in the order of the fields.
template <layout L, word_memory<word_of<L>> M, class F>
constexpr void for_each_pointer(const M& memory, header_of<L> h, word_of<L> i, F visit)
{
    for (; i <= wosize<L>(h, memory); i = i + word<word_of<L>>(1)) {
        const auto value = memory.load(field_addr<L>(h, i));
        if (scans<L>(memory, h, i) && L::is_pointer(value) && within<L>(memory, L::target(value)))
            visit(f_address<L>(resolve<L>(memory, L::target(value))));
    }
}
template <layout L, word_memory<word_of<L>> M, class F>
constexpr void for_each_pointer(const M& memory, header_of<L> h, F visit)
{
    for_each_pointer<L>(memory, h, scan_from<L>(memory, h), visit);
}

/// The same where every field is short-circuited.
template <layout L, word_memory<word_of<L>> M, class F>
constexpr void for_each_target(const M& memory, header_of<L> h, F visit)
{
    if constexpr (!short_circuits<L>) {
        for_each_pointer<L>(memory, h, visit);
    } else {
        const auto one = word<word_of<L>>(1), last = wosize<L>(h, memory);
        for (auto i = scan_from<L>(memory, h); i <= last; i = i + one) {
            const auto held = memory.load(field_addr<L>(h, i));
            const auto value = short_circuited<L>(memory, h, i, held);
            if (scans<L>(memory, h, i) && L::is_pointer(value) &&
                within<L>(memory, L::target(value)))
                visit(f_address<L>(resolve<L>(memory, L::target(value))));
        }
    }
}

/// Vertices are the allocated objects, edges their pointers (Definition 2). Paper: Fig. 16.
///
/// Expects  well_formed_heap(hp)
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr graph::graph<value_of<L>> graph_from_heap(const M& hp)
{
    std::vector<std::pair<value_of<L>, value_of<L>>> edges;
    for (const auto h : h_allocs<L>(hp))
        for_each_pointer<L>(hp, h, [&](value_of<L> y) { edges.emplace_back(f_address<L>(h), y); });
    return {allocs<L>(hp), std::move(edges)};
}

/// The objects that the roots point to: what Definition 5 calls r.
template <layout L, word_memory<word_of<L>> M, class R>
[[nodiscard]] constexpr std::vector<value_of<L>> rooted_objects(const M& hp, const R& roots)
{
    std::vector<value_of<L>> objects;
    for (word_of<L> root : roots)
        if (L::is_pointer(root) && within<L>(hp, L::target(root)))
            objects.push_back(f_address<L>(resolve<L>(hp, L::target(root))));
    return objects;
}

/// The graph where every field is short-circuited.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr graph::graph<value_of<L>> short_circuited_graph(const M& hp)
{
    std::vector<std::pair<value_of<L>, value_of<L>>> edges;
    for (const auto h : h_allocs<L>(hp))
        for_each_target<L>(hp, h, [&](value_of<L> y) { edges.emplace_back(f_address<L>(h), y); });
    return {allocs<L>(hp), std::move(edges)};
}

/// The edges that short-circuiting takes away.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::vector<std::pair<value_of<L>, value_of<L>>> bypassed_edges(const M& hp)
{
    std::vector<std::pair<value_of<L>, value_of<L>>> edges;
    if constexpr (short_circuits<L>)
        for (const auto h : h_allocs<L>(hp))
            if (!is_forward<L>(hp.load(h.at)))
                for_each_pointer<L>(hp, h, [&](value_of<L> y) {
                    if (stands_for<L>(one_space<L, M>{hp}, L::pointer_to(y)) != L::pointer_to(y))
                        edges.emplace_back(f_address<L>(h), y);
                });
    return edges;
}

/// What Definition 5 sees of a heap. A defect hides the rest, which could not be read. Where the
/// layout short-circuits, it sees each field as if that had been done: so a pointer to an object
/// that stands for a value may become that value, and nothing else may change.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr graph::observation<value_of<L>, word_of<L>> observe(const M& hp)
{
    if (const auto wrong = find_defect<L>(hp)) return {{}, {}, f_address<L>(wrong->object), {}, {}};
    graph::observation<value_of<L>, word_of<L>> seen{
        short_circuited_graph<L>(hp), {}, {}, {}, bypassed_edges<L>(hp)};
    for_each_block<L>(hp, [&](header_of<L> h) {
        const auto header = hp.load(h.at);
        if (!L::has_color(header, color::white) && !L::has_color(header, color::blue))
            seen.neither_white_nor_blue = f_address<L>(h);
        if (!is_allocated<L>(header)) return;
        std::vector<word_of<L>> fields;
        fields.reserve(static_cast<std::size_t>(L::wosize(header)));
        for (auto i = word<word_of<L>>(1); i <= L::wosize(header); i = i + word<word_of<L>>(1))
            fields.push_back(short_circuited<L>(hp, h, i, hp.load(field_addr<L>(h, i))));
        seen.fields.append(fields);
    });
    return seen;
}

}  // namespace strata::functional
