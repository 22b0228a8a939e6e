// layer1_graph/copying_equiv.hpp: what two memories of a copying collection have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <strata/layer1_graph/copying_memory.hpp>

namespace strata::graph::larch {

/// The same node, but for where it points. Larch: `isEquivNode`, without what follows its
/// addresses.
template <class A, class D>
[[nodiscard]] constexpr bool is_same_node(const node<A, D>& n, const node<A, D>& after)
{
    return n.id == after.id && n.vals == after.vals && n.addrs.size() == after.addrs.size();
}

/// `a` in `m` and `b` in `after` are one address, or the second is where the first was forwarded
/// to; and so for all that can be reached from there. Fig. 4.
///
/// The report's helper carries the addresses that have been looked at on the way; here they are
/// kept for good, which answers the same and looks at each of them once.
template <class A, class D>
[[nodiscard]] constexpr bool is_equiv_addr(const A& a, const A& b, const memory<A, D>& m,
                                           const memory<A, D>& after)
{
    std::vector<std::pair<A, A>> unvisited{{a, b}};
    std::vector<A> visited;
    while (!unvisited.empty()) {
        const auto [x, y] = unvisited.back();
        unvisited.pop_back();
        if (effective_addr(x, after) != effective_addr(y, after)) return false;
        if (is_in(visited, x)) continue;
        visited = set_insert(std::move(visited), x);
        const auto *n = node_at_addr(x, m), *copy = node_at_addr(y, after);
        if (n == nullptr || copy == nullptr || !is_same_node(*n, *copy)) return false;
        for (std::size_t i = 0; i < n->addrs.size(); ++i)
            unvisited.emplace_back(n->addrs[i], copy->addrs[i]);
    }
    return true;
}

/// Each element of `s` passes with just one of `t`, and none of `t` is left over. Larch:
/// `PairwiseElementTest2Arg`.
template <class A, class P>
[[nodiscard]] constexpr bool passes_in_pairs(const std::vector<A>& s, std::vector<A> t, P pass)
{
    for (const A& a : s) {
        const auto rest =
            std::remove_if(t.begin(), t.end(), [&](const A& b) { return pass(a, b); });
        if (t.end() - rest != 1) return false;
        t.erase(rest, t.end());
    }
    return t.empty();
}

/// Every address of the set `s` in `m` has its equivalent in the set `t` in `after`.
template <class A, class D>
[[nodiscard]] constexpr bool addrs_equiv(const std::vector<A>& s, const std::vector<A>& t,
                                         const memory<A, D>& m, const memory<A, D>& after)
{
    return passes_in_pairs(s, t,
                           [&](const A& a, const A& b) { return is_equiv_addr(a, b, m, after); });
}

/// Two sequences of which each element passes with the one in its place. Of slots and fields this
/// says more than `passes_in_pairs`, and it is also true between two steps, when one slot holds an
/// address and another where that was forwarded to.
template <class A, class P>
[[nodiscard]] constexpr bool passes_in_order(const std::vector<A>& s, const std::vector<A>& t,
                                             P pass)
{
    return std::equal(s.begin(), s.end(), t.begin(), t.end(), pass);
}

/// Fig. 4: both are valid, and their roots and nodes are equivalent.
template <class A, class D>
[[nodiscard]] constexpr bool mem_equiv(const memory<A, D>& m, const memory<A, D>& after)
{
    const auto equiv = [&](const A& a, const A& b) { return is_equiv_addr(a, b, m, after); };
    return is_valid_memory(m) && is_valid_memory(after) &&
           passes_in_order(m.roots, after.roots, equiv) &&
           addrs_equiv(all_nodes(m), all_nodes(after), m, after);
}

/// Fig. 5: the transitive closure, from `as` on, of where nodes point.
///
/// The report applies `mem` to every address, also to those of nodes that have been copied and are
/// not there any more: between two steps it is not defined. Here the result is a set of effective
/// addresses, so that no node is in it twice.
template <class A, class D>
[[nodiscard]] constexpr std::vector<A> reachable(const std::vector<A>& as, const memory<A, D>& m)
{
    std::vector<A> visited, unvisited = as;
    while (!unvisited.empty()) {
        const auto a = effective_addr(unvisited.back(), m);
        unvisited.pop_back();
        if (is_in(visited, a)) continue;
        visited = set_insert(std::move(visited), a);
        if (const auto* n = node_at_addr(a, m))
            unvisited.insert(unvisited.end(), n->addrs.begin(), n->addrs.end());
    }
    return visited;
}

}  // namespace strata::graph::larch
