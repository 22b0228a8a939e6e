// layer3_imperative/find_pursued.hpp: what a cycle that is marking will still find.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include <strata/layer1_graph/ordered_set.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>
#include <strata/layer3_imperative/cycle.hpp>

namespace strata::imperative {

/// What marking will still find: what is pending, and what that reaches without passing a black
/// object.
template <layout L, class Cycle>
[[nodiscard]] constexpr std::vector<value_of<L>> find_pursued(const Cycle& c)
{
    const auto& hp = c.marking.memory;
    auto todo = functional::rooted_objects<L>(hp, c.roots);
    const auto push = [&](value_of<L> x) { todo.push_back(f_address<L>(resolve<L>(hp, x))); };
    // Copies: what is popped from them stays where it is.
    for (auto stack = c.marking.stack; !stack.empty();) push(stack.pop());
    for (auto window = c.marking.window; !window.empty();) push(window.pop());
    for (const auto h : functional::greys<L>(hp)) push(f_address<L>(h));
    if (is_scanning(c.marking)) functional::for_each_pointer<L>(hp, c.marking.h, c.marking.i, push);
    if (is_waiting(c.marking))
        functional::for_each_pointer<L>(hp, c.marking.rest.h, c.marking.rest.i, push);
    functional::block_starts<L, std::remove_cvref_t<decltype(hp)>> seen{hp};
    std::vector<value_of<L>> found;
    while (!todo.empty()) {
        const auto x = todo.back();
        todo.pop_back();
        const auto h = hd_address<L>(x);
        if (seen.contains(h) || is_black<L>(hp, h, hp.load(h.at))) continue;
        seen.insert(h);
        found.push_back(x);
        functional::for_each_pointer<L>(hp, h, push);
    }
    return graph::as_set(std::move(found));
}

}  // namespace strata::imperative
