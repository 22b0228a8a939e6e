// layer1_graph/copying_memory.hpp: the memory of a copying collection, as the Larch report has it.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <strata/layer1_graph/finite_map.hpp>
#include <strata/layer1_graph/ordered_set.hpp>

/// The names of this namespace are those of S. Nettles, "A Larch Specification of Copying Garbage
/// Collection" (CMU-CS-92-219), in house spelling. Where a definition of the report cannot be meant
/// as it is printed, a comment says what is printed and why no collection could satisfy it.
namespace strata::graph::larch {

/// A datum: who it is, where it points, and what else it holds. The report has sets of addresses
/// and values; here they are in the order of the fields, which is to say more.
template <class A, class D>
struct node {
    A id{};
    std::vector<A> addrs{};
    std::vector<D> vals{};

    friend constexpr bool operator==(const node&, const node&) = default;
};

/// Fig. 3. The roots are in the order of their slots, because two slots may hold one address; the
/// others are sets, in increasing order.
template <class A, class D>
struct memory {
    std::vector<A> roots{}, uncopied{}, unscanned{}, scanned{};
    finite_map<A, node<A, D>> mem{};  ///< where each node is
    finite_map<A, A> forwarded{};     ///< from where a node was to where it has been copied

    friend constexpr bool operator==(const memory&, const memory&) = default;
};

template <class A>
[[nodiscard]] constexpr std::vector<A> set_union(std::vector<A> a, const std::vector<A>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return as_set(std::move(a));
}

template <class A>
[[nodiscard]] constexpr bool is_disjoint(const std::vector<A>& a, const std::vector<A>& b)
{
    return std::none_of(a.begin(), a.end(), [&](const A& x) { return is_in(b, x); });
}

template <class A>
[[nodiscard]] constexpr std::vector<A> set_insert(std::vector<A> set, const A& x)
{
    const auto at = std::lower_bound(set.begin(), set.end(), x);
    if (at == set.end() || *at != x) set.insert(at, x);
    return set;
}

template <class A>
[[nodiscard]] constexpr std::vector<A> set_delete(std::vector<A> set, const A& x)
{
    set.erase(std::remove(set.begin(), set.end(), x), set.end());
    return set;
}

/// Where the node at `a` is now.
template <class A, class D>
[[nodiscard]] constexpr A effective_addr(const A& a, const memory<A, D>& m)
{
    const auto* copy = m.forwarded.find(a);
    return copy != nullptr ? *copy : a;
}

/// The node at `a`, wherever it is now; nullptr if there is none. Larch: `nodeAtAddr`.
template <class A, class D>
[[nodiscard]] constexpr const node<A, D>* node_at_addr(const A& a, const memory<A, D>& m)
{
    return m.mem.find(effective_addr(a, m));
}

template <class A, class D>
[[nodiscard]] constexpr bool is_valid_addr(const A& a, const memory<A, D>& m)
{
    return node_at_addr(a, m) != nullptr;
}

template <class A, class D>
[[nodiscard]] constexpr bool is_valid_addr_set(const std::vector<A>& as, const memory<A, D>& m)
{
    return std::all_of(as.begin(), as.end(), [&](const A& a) { return is_valid_addr(a, m); });
}

template <class A, class D>
[[nodiscard]] constexpr std::vector<A> copied_nodes(const memory<A, D>& m)
{
    return set_union(m.unscanned, m.scanned);
}

template <class A, class D>
[[nodiscard]] constexpr std::vector<A> all_nodes(const memory<A, D>& m)
{
    return set_union(m.uncopied, copied_nodes(m));
}

/// Nodes are told apart by their identifiers, so `isOneToOne(m.mem)` is about these.
template <class A, class D>
[[nodiscard]] constexpr bool has_unique_ids(const memory<A, D>& m)
{
    std::vector<A> ids;
    for (const auto& pair : m.mem.pairs()) ids.push_back(pair.second.id);
    return as_set(std::move(ids)).size() == m.mem.size();
}

/// What is wrong with a memory, as a sentence, or nullptr.
template <class A, class D>
[[nodiscard]] constexpr const char* find_invalid(const memory<A, D>& m)
{
    if (!has_unique_ids(m)) return "a node is in one place";
    if (!is_one_to_one(m.forwarded)) return "no two nodes are forwarded to one address";
    if (!is_valid_addr_set(m.roots, m)) return "every root is the address of a node";
    if (!is_disjoint(m.uncopied, m.unscanned)) return "no address is uncopied and unscanned";
    if (!is_disjoint(m.uncopied, m.scanned)) return "no address is uncopied and scanned";
    if (!is_disjoint(m.unscanned, m.scanned)) return "no address is unscanned and scanned";
    if (!is_disjoint(m.uncopied, domain(m.forwarded))) return "no uncopied address is forwarded";
    if (copied_nodes(m) != range(m.forwarded)) return "what is copied is what is forwarded to";
    if (all_nodes(m) != domain(m.mem)) return "every node is uncopied, unscanned or scanned";
    return nullptr;
}

/// Fig. 3: the invariant of every interface.
template <class A, class D>
[[nodiscard]] constexpr bool is_valid_memory(const memory<A, D>& m)
{
    return find_invalid(m) == nullptr;
}

// The predicates of the appendix on one address.

template <class A, class D>
[[nodiscard]] constexpr bool addr_free(const A& a, const memory<A, D>& m)
{
    return !is_defined(m.mem, a);
}
template <class A, class D>
[[nodiscard]] constexpr bool addr_uncopied(const A& a, const memory<A, D>& m)
{
    return is_in(m.uncopied, a);
}
template <class A, class D>
[[nodiscard]] constexpr bool addr_unscanned(const A& a, const memory<A, D>& m)
{
    return is_in(m.unscanned, a);
}
template <class A, class D>
[[nodiscard]] constexpr bool addr_scanned(const A& a, const memory<A, D>& m)
{
    return is_in(m.scanned, a);
}
/// `a` is that of a copy.
template <class A, class D>
[[nodiscard]] constexpr bool addr_forwarded(const A& a, const memory<A, D>& m)
{
    return addr_unscanned(a, m) || addr_scanned(a, m);
}
/// `a` is that of a node which is not copied, or of one that was there before it was copied.
template <class A, class D>
[[nodiscard]] constexpr bool addr_unforwarded(const A& a, const memory<A, D>& m)
{
    return addr_uncopied(a, m) || is_defined(m.forwarded, a);
}
template <class A, class D>
[[nodiscard]] constexpr bool addr_copied(const A& a, const memory<A, D>& m)
{
    return addr_forwarded(a, m) || is_defined(m.forwarded, a);
}
template <class A, class D>
[[nodiscard]] constexpr bool addr_root(const A& a, const memory<A, D>& m)
{
    return std::find(m.roots.begin(), m.roots.end(), a) != m.roots.end();
}
template <class A, class D>
[[nodiscard]] constexpr std::vector<A> roots_unforwarded(const memory<A, D>& m)
{
    std::vector<A> found;
    std::copy_if(m.roots.begin(), m.roots.end(), std::back_inserter(found),
                 [&](const A& a) { return addr_unforwarded(a, m); });
    return found;
}

}  // namespace strata::graph::larch
