// layer1_graph/copying_step_interfaces.hpp: the Larch interfaces of single steps, as conditions.
#pragma once

#include <algorithm>
#include <vector>

#include <strata/layer1_graph/copying_steps.hpp>

namespace strata::graph::larch {

/// An interface `expects` this of the memory before, and `ensures` that of both. Fig. 18.
struct copy_addr {
    static constexpr const char* name = "copyAddr";

    template <class A, class D>
    [[nodiscard]] static constexpr bool expects(const memory<A, D>& m, const A& a)
    {
        return is_valid_memory(m) && addr_uncopied(a, m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const memory<A, D>& after,
                                                const A& a)
    {
        return is_copy_step(a, m, after);
    }
};

/// Fig. 16. The address is a variable of the caller's, in no memory until the caller puts it there.
///
/// Printed is `if isForwardedAddr(a, b, m, m')`, which is also true when `a` is not forwarded and
/// its node is: then b could not be a. The text asks whether `a` itself is forwarded already.
struct forward_addr {
    static constexpr const char* name = "forwardAddr";

    template <class A, class D>
    [[nodiscard]] static constexpr bool expects(const memory<A, D>& m, const A&)
    {
        return is_valid_memory(m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const memory<A, D>& after,
                                                const A& a, const A& b)
    {
        return addr_forwarded(a, m) ? a == b && m == after : is_forward_step(a, b, m, after);
    }
};

/// The roots in which one slot that held `a` holds `b`.
template <class A>
[[nodiscard]] constexpr bool is_one_root_changed(const std::vector<A>& roots,
                                                 const std::vector<A>& after, const A& a,
                                                 const A& b)
{
    if (roots.size() != after.size()) return false;
    const auto [at, changed] = std::mismatch(roots.begin(), roots.end(), after.begin());
    return at != roots.end() && *at == a && *changed == b &&
           std::equal(at + 1, roots.end(), changed + 1);
}

/// Fig. 11. Printed is isForwardStep from `m` to `after`, and that the roots have changed; but a
/// copy step leaves the roots as they are. The step ends before the slot is written.
struct forward_root_addr {
    static constexpr const char* name = "forwardRootAddr";

    template <class A, class D>
    [[nodiscard]] static constexpr bool expects(const memory<A, D>& m, const A& a)
    {
        return is_valid_memory(m) && addr_root(a, m) && addr_unforwarded(a, m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const memory<A, D>& after,
                                                const A& a, const A& b)
    {
        auto unwritten = after;
        unwritten.roots = m.roots;
        return is_one_root_changed(m.roots, after.roots, a, b) && mem_equiv(m, after) &&
               is_forward_step(a, b, m, unwritten);
    }
};

/// Fig. 10. With a root, that is the result; without, the result is aNIL.
struct next_unforwarded_root {
    static constexpr const char* name = "nextUnforwardedRoot";

    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const A& r)
    {
        return addr_root(r, m) && addr_unforwarded(r, m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m)
    {
        return roots_unforwarded(m).empty();
    }
};

/// What the roots reach is what the copies reach: part of Fig. 14.
template <class A, class D>
[[nodiscard]] constexpr bool is_reached_by_copies(const memory<A, D>& m, const memory<A, D>& after)
{
    return addrs_equiv(reachable(m.roots, m), reachable(copied_nodes(after), after), m, after);
}

/// Fig. 14.
struct scan_addr {
    static constexpr const char* name = "scanAddr";

    template <class A, class D>
    [[nodiscard]] static constexpr bool expects(const memory<A, D>& m, const A& a)
    {
        return is_valid_memory(m) && addr_unscanned(a, m) && is_reached_by_copies(m, m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const memory<A, D>& after,
                                                const A& a)
    {
        return is_scan_step(a, m, after) && is_reached_by_copies(m, after);
    }
};

/// Fig. 13. With a node, that is the result; without, the result is aNIL.
struct next_unscanned_node {
    static constexpr const char* name = "nextUnscannedNode";

    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const A& n)
    {
        return addr_unscanned(n, m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m)
    {
        return m.unscanned.empty();
    }
};

}  // namespace strata::graph::larch
