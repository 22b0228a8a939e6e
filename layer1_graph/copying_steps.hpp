// layer1_graph/copying_steps.hpp: what copying, forwarding, scanning and a collection may change.
#pragma once

#include <vector>

#include <strata/layer1_graph/copying_equiv.hpp>

namespace strata::graph::larch {

/// Fig. 19: `a` and `b` are equivalent, and their node has been copied.
template <class A, class D>
[[nodiscard]] constexpr bool is_copied_addr(const A& a, const A& b, const memory<A, D>& m,
                                            const memory<A, D>& after)
{
    return is_equiv_addr(a, b, m, after) && addr_copied(effective_addr(b, after), after);
}

/// Fig. 19: the node at `a` has moved to an address that was free, and nothing else has changed.
///
/// Printed is that the new address is `addrUnforwarded`: uncopied, or mapped by `forwarded`. No
/// fresh address is either. The text says that it is "free and unforwarded": it was not in use.
template <class A, class D>
[[nodiscard]] constexpr bool is_copy_step(const A& a, const memory<A, D>& m,
                                          const memory<A, D>& after)
{
    const auto* copy = after.forwarded.find(a);
    if (copy == nullptr || !mem_equiv(m, after) || !addr_uncopied(a, m)) return false;
    if (!addr_free(*copy, m) || addr_copied(*copy, m)) return false;
    return after ==
           memory<A, D>{m.roots,   set_delete(m.uncopied, a), set_insert(m.unscanned, *copy),
                        m.scanned, rebind(m.mem, a, *copy),   bind(m.forwarded, a, *copy)};
}

/// The node at `a` has been copied, and `b` is its copy. As in the appendix; Fig. 17 prints
/// `effectiveAddr(a, m)`, of which its own corollary, isForwardStep implies isForwardedAddr, is not
/// true.
template <class A, class D>
[[nodiscard]] constexpr bool is_forwarded_addr(const A& a, const A& b, const memory<A, D>& m,
                                               const memory<A, D>& after)
{
    return is_copied_addr(a, b, m, after) && effective_addr(a, after) == b;
}

/// Fig. 17: `a` was not the address of a copy, and `b` is that of its node's copy, which was made
/// if there was none.
template <class A, class D>
[[nodiscard]] constexpr bool is_forward_step(const A& a, const A& b, const memory<A, D>& m,
                                             const memory<A, D>& after)
{
    const auto* copy = after.forwarded.find(a);
    return mem_equiv(m, after) && addr_unforwarded(a, m) && addr_forwarded(b, after) &&
           (!addr_uncopied(a, m) || is_copy_step(a, m, after)) && is_copied_addr(a, b, m, after) &&
           copy != nullptr && *copy == b && m.scanned == after.scanned;
}

/// Every address of `s` in `m` is forwarded to the one in its place of `t` in `after`. Larch:
/// `isForwardedSet`.
template <class A, class D>
[[nodiscard]] constexpr bool is_forwarded_set(const std::vector<A>& s, const std::vector<A>& t,
                                              const memory<A, D>& m, const memory<A, D>& after)
{
    return passes_in_order(
        s, t, [&](const A& a, const A& b) { return is_forwarded_addr(a, b, m, after); });
}

/// Fig. 15: `a` is in the scanned set, and points only to copies.
template <class A, class D>
[[nodiscard]] constexpr bool is_scanned_addr(const A& a, const memory<A, D>& m)
{
    const auto* n = m.mem.find(a);
    return addr_scanned(a, m) && n != nullptr && is_forwarded_addr(a, a, m, m) &&
           is_forwarded_set(n->addrs, n->addrs, m, m);
}

/// Fig. 15: `a` is scanned now, and its references are forwarded.
template <class A, class D>
[[nodiscard]] constexpr bool is_scan_step(const A& a, const memory<A, D>& m,
                                          const memory<A, D>& after)
{
    const auto *n = m.mem.find(a), *scanned = after.mem.find(a);
    return mem_equiv(m, after) && m.roots == after.roots && addr_unscanned(a, m) &&
           addr_scanned(a, after) && n != nullptr && scanned != nullptr &&
           is_forwarded_set(n->addrs, scanned->addrs, m, after);
}

/// Fig. 8: nothing has been copied.
template <class A, class D>
[[nodiscard]] constexpr bool is_initial_memory(const memory<A, D>& m)
{
    return is_valid_memory(m) && m.unscanned.empty() && m.scanned.empty() && m.forwarded.empty();
}

/// Fig. 8: nothing is left to scan, and the roots lead to copies.
template <class A, class D>
[[nodiscard]] constexpr bool is_final_gc_memory(const memory<A, D>& m)
{
    return is_valid_memory(m) && m.unscanned.empty() && roots_unforwarded(m).empty();
}

/// Fig. 8: exactly what could be reached has been copied and scanned; otherwise nothing has
/// changed.
template <class A, class D>
[[nodiscard]] constexpr bool is_full_gc(const memory<A, D>& m, const memory<A, D>& after)
{
    return is_initial_memory(m) && is_final_gc_memory(after) && mem_equiv(m, after) &&
           addrs_equiv(reachable(m.roots, m), after.scanned, m, after);
}

}  // namespace strata::graph::larch
