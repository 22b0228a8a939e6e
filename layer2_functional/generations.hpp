// layer2_functional/generations.hpp: a nursery and an old space, seen as one heap.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>
#include <strata/layer2_functional/heap.hpp>

namespace strata::functional {

/// The used part of the nursery, and the old space. They do not overlap.
template <layout L>
struct generations {
    heap<L> young{}, old{};

    friend constexpr bool operator==(const generations&, const generations&) = default;
};

/// Calls `visit(h, at)` with the header and the address of every field that holds a value.
///
/// Expects  the blocks tile the memory.
template <layout L, word_memory<word_of<L>> M, class F>
constexpr void for_each_slot(const M& memory, F visit)
{
    for_each_block<L>(memory, [&](header_of<L> h) {
        if (!is_allocated<L>(memory.load(h.at))) return;
        for (auto i = scan_from<L>(memory, h); i <= wosize<L>(h, memory);
             i = i + word<word_of<L>>(1))
            if (scans<L>(memory, h, i)) visit(h, field_addr<L>(h, i));
    });
}

/// The values that the objects of `memory` hold.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::vector<word_of<L>> values_in(const M& memory)
{
    std::vector<word_of<L>> values;
    for_each_slot<L>(memory,
                     [&](header_of<L>, word_of<L> at) { values.push_back(memory.load(at)); });
    return values;
}

/// The first thing that is wrong with either space, or with a pointer from one into the other.
template <layout L>
[[nodiscard]] constexpr std::optional<defect<L>> find_defect(const generations<L>& g)
{
    if (const auto wrong = find_defect<L>(g.young)) return wrong;
    if (const auto wrong = find_defect<L>(g.old)) return wrong;
    if (const auto wrong = find_root_defect<L>(g.old, values_in<L>(g.young))) return wrong;
    return find_root_defect<L>(g.young, values_in<L>(g.old));
}

/// A field of the old space that leads into the nursery, and that the remembered set does not have.
/// A minor collection would miss it, and leave it leading to nothing.
template <layout L, word_memory<word_of<L>> Old, word_memory<word_of<L>> Young, class R>
[[nodiscard]] constexpr std::optional<word_of<L>>
find_missing_slot(const Old& old, const Young& young, const R& remembered)
{
    std::optional<word_of<L>> missing;
    for_each_slot<L>(old, [&](header_of<L>, word_of<L> at) {
        if (missing || !leads_into<L>(young, old.load(at))) return;
        if (std::find(remembered.begin(), remembered.end(), at) == remembered.end()) missing = at;
    });
    return missing;
}
template <layout L, word_memory<word_of<L>> Old, word_memory<word_of<L>> Young, class R>
[[nodiscard]] constexpr bool remembered_set_complete(const Old& old, const Young& young,
                                                     const R& remembered)
{
    return !find_missing_slot<L>(old, young, remembered);
}

/// What Definition 7 sees of both as one heap. Colours are not looked at: they are the old space's
/// own business, and those of a cycle under way change with every step. Nor is a field seen as if
/// it were short-circuited: that is done when the old space is collected, not before.
template <layout L>
[[nodiscard]] constexpr graph::copy_observation<value_of<L>, word_of<L>>
observe_copy(const generations<L>& g)
{
    if (const auto wrong = find_defect(g)) return {{}, {}, f_address<L>(wrong->object), {}};
    using field = graph::field<value_of<L>, word_of<L>>;
    const borrowed_spaces<L, heap<L>, heap<L>> spaces{g.young, g.old};
    std::vector<value_of<L>> objects;
    std::vector<std::pair<value_of<L>, value_of<L>>> edges;
    std::vector<std::vector<field>> fields;
    const auto see = [&](const heap<L>& memory) {
        for (const auto h : h_allocs<L>(memory)) {
            const auto header = memory.load(h.at);
            objects.push_back(f_address<L>(h));
            fields.push_back({{false, {}, L::color_header(header, color::white)}});
            for (auto i = word<word_of<L>>(1); i <= L::wosize(header);
                 i = i + word<word_of<L>>(1)) {
                const auto held = memory.load(field_addr<L>(h, i));
                const auto f = fields.back().emplace_back(
                    is_scanned<L>(memory, h, i) ? spaces.field(held) : field{false, {}, held});
                if (f.points) edges.emplace_back(objects.back(), f.target);
            }
        }
    };
    const bool in_order = g.young.begin() <= g.old.begin();
    see(in_order ? g.young : g.old);
    see(in_order ? g.old : g.young);
    graph::copy_observation<value_of<L>, word_of<L>> seen{
        {std::move(objects), std::move(edges)}, {}, {}, {}};
    for (const auto& f : fields) seen.fields.append(f);
    return seen;
}

/// The objects that `roots` lead to, in either space.
template <layout L, class R>
[[nodiscard]] constexpr std::vector<value_of<L>> rooted_objects(const generations<L>& g,
                                                                const R& roots)
{
    auto objects = rooted_objects<L>(g.young, roots);
    for (const auto x : rooted_objects<L>(g.old, roots)) objects.push_back(x);
    return objects;
}

/// Judges a minor collection: Definition 7, in which all that is old is a root, and its own copy.
/// `f` says where the objects of the nursery have moved.
///
/// Expects  `before` has no defect; `after` has an empty nursery.
template <layout L, class R>
[[nodiscard]] constexpr graph::verdict<value_of<L>>
judge_minor(const generations<L>& before, const R& roots, const generations<L>& after,
            graph::moved_to<value_of<L>> f)
{
    auto live = rooted_objects(before, roots);
    for (const auto x : allocs<L>(before.old)) {
        live.push_back(x);
        f.bind(x, x);
    }
    return graph::definition_7(observe_copy(before), live, observe_copy(after), f);
}

}  // namespace strata::functional
