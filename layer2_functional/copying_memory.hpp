// layer2_functional/copying_memory.hpp: the abstraction from two spaces to Larch's memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <strata/layer1_graph/copying_memory.hpp>
#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>
#include <strata/layer2_functional/memory_part.hpp>

namespace strata::functional {

template <layout L>
using larch_memory = graph::larch::memory<value_of<L>, word_of<L>>;

/// The object that a value leads to, if it is one of `memory`.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::optional<value_of<L>> object_at(const M& memory, word_of<L> value)
{
    if (!leads_into<L>(memory, value)) return std::nullopt;
    return f_address<L>(resolve<L>(memory, L::target(value)));
}

/// The words of two spaces, borrowed. `To` ends where the copies end.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To>
struct borrowed_spaces {
    using layout_type = L;

    const From& from;
    const To& to;

    [[nodiscard]] constexpr std::optional<value_of<L>> object(word_of<L> value) const
    {
        const auto x = object_at<L>(from, value);
        return x ? x : object_at<L>(to, value);
    }
    /// Field `i` of the object at `h` in `memory`, one of the two.
    template <class M>
    [[nodiscard]] constexpr graph::field<value_of<L>, word_of<L>>
    field(const M& memory, header_of<L> h, word_of<L> i) const
    {
        const auto held = memory.load(field_addr<L>(h, i));
        if (!is_scanned<L>(memory, h, i)) return {false, {}, held};
        return field(short_circuited<L>(from, to, memory, h, held));
    }
    /// One that holds `value`, whatever that stands for.
    [[nodiscard]] constexpr graph::field<value_of<L>, word_of<L>> field(word_of<L> value) const
    {
        const auto x = object(value);
        if (!x) return {false, {}, value};
        return {true, *x, L::target(value).at - x->at};
    }
};

/// The node that the object at `h` is. Its values are the header, the data, and for each pointer
/// how far inside its object it leads.
template <class Spaces, class M>
[[nodiscard]] constexpr auto node_of(const Spaces& spaces, const M& memory,
                                     header_of<typename Spaces::layout_type> h,
                                     value_of<typename Spaces::layout_type> id)
{
    using L = typename Spaces::layout_type;
    const auto one = word<word_of<L>>(1);
    const auto header = memory.load(h.at);
    graph::larch::node<value_of<L>, word_of<L>> n{id, {}, {header}};
    for (auto i = one; i <= L::wosize(header); i = i + one) {
        const auto field = spaces.field(memory, h, i);
        if (field.points) n.addrs.push_back(field.target);
        n.vals.push_back(field.data);
    }
    return n;
}

/// Larch section 4.1. `objects` are those of from-space before the collection, `roots` and
/// `scanned` are as they are now; a copy is named after its original.
///
/// Expects  the copies tile `to`.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To>
[[nodiscard]] constexpr larch_memory<L>
abstract_memory(const From& from, const std::vector<header_of<L>>& objects, const To& to,
                const std::vector<word_of<L>>& roots, const std::vector<value_of<L>>& scanned)
{
    const borrowed_spaces<L, From, To> spaces{from, to};
    larch_memory<L> m;
    graph::finite_map<value_of<L>, value_of<L>> original;
    for (const auto h : objects) {
        const auto x = f_address<L>(h);
        if (is_forwarded<L>(from.load(h.at))) {
            m.forwarded.bind(x, forwarded_to<L>(from, h));
            original.bind(forwarded_to<L>(from, h), x);
        } else {
            m.uncopied.push_back(x);
            m.mem.bind(x, node_of(spaces, from, h, x));
        }
    }
    for_each_block<L>(to, [&](header_of<L> h) {
        const auto x = f_address<L>(h);
        const auto* id = original.find(x);
        m.mem.bind(x, node_of(spaces, to, h, id != nullptr ? *id : x));
        (graph::is_in(scanned, x) ? m.scanned : m.unscanned).push_back(x);
    });
    for (const auto root : roots)
        if (const auto x = spaces.object(root)) m.roots.push_back(*x);
    return m;
}

/// The same memory, in which the nodes have the names that those at the same addresses of `names`
/// have.
template <layout L>
[[nodiscard]] constexpr larch_memory<L> renamed(const larch_memory<L>& m,
                                                const larch_memory<L>& names)
{
    auto same = m;
    for (auto [x, n] : m.mem.pairs()) {
        if (const auto* named = names.mem.find(x)) n.id = named->id;
        same.mem.bind(x, n);
    }
    return same;
}

/// What Definition 7 sees of a heap: each field short-circuited, as in `observe`.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr graph::copy_observation<value_of<L>, word_of<L>> observe_copy(const M& hp)
{
    if (const auto wrong = find_defect<L>(hp)) return {{}, {}, f_address<L>(wrong->object), {}};
    graph::copy_observation<value_of<L>, word_of<L>> seen{short_circuited_graph<L>(hp), {}, {}, {}};
    const auto one = word<word_of<L>>(1);
    const borrowed_spaces<L, M, M> spaces{hp, hp};
    for (const auto h : h_allocs<L>(hp)) {
        std::vector<graph::field<value_of<L>, word_of<L>>> fields{{false, {}, hp.load(h.at)}};
        for (auto i = one; i <= wosize<L>(h, hp); i = i + one)
            fields.push_back(spaces.field(hp, h, i));
        seen.fields.append(fields);
    }
    return seen;
}

/// f of Definition 7, as from-space says it after a collection.
template <layout L, word_memory<word_of<L>> From>
[[nodiscard]] constexpr graph::moved_to<value_of<L>>
moved_objects(const From& from, const std::vector<header_of<L>>& objects)
{
    graph::moved_to<value_of<L>> f;
    for (const auto h : objects)
        if (is_forwarded<L>(from.load(h.at))) f.bind(f_address<L>(h), forwarded_to<L>(from, h));
    return f;
}

}  // namespace strata::functional
