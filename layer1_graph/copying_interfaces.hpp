// layer1_graph/copying_interfaces.hpp: each interface of the Larch report, as two conditions.
#pragma once

#include <strata/layer1_graph/copying_step_interfaces.hpp>

namespace strata::graph::larch {

/// Fig. 9.
struct forward_roots {
    static constexpr const char* name = "forwardRoots";

    template <class A, class D>
    [[nodiscard]] static constexpr bool expects(const memory<A, D>& m)
    {
        return is_initial_memory(m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const memory<A, D>& after)
    {
        return roots_unforwarded(after).empty() && as_set(after.roots) == after.unscanned &&
               after.scanned.empty() && mem_equiv(m, after);
    }
};

/// Fig. 12.
struct scan_unscanned {
    static constexpr const char* name = "scanUnscanned";

    template <class A, class D>
    [[nodiscard]] static constexpr bool expects(const memory<A, D>& m)
    {
        return roots_unforwarded(m).empty() && as_set(m.roots) == m.unscanned &&
               m.scanned.empty() && is_valid_memory(m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const memory<A, D>& after)
    {
        return m.roots == after.roots && after.unscanned.empty() && mem_equiv(m, after) &&
               addrs_equiv(reachable(m.roots, m), after.scanned, m, after);
    }
};

/// Fig. 6.
struct gc {
    static constexpr const char* name = "gc";

    template <class A, class D>
    [[nodiscard]] static constexpr bool expects(const memory<A, D>& m)
    {
        return is_initial_memory(m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const memory<A, D>& after)
    {
        return is_full_gc(m, after);
    }
};

/// Fig. 7. Printed is that `mem` stays as it is; but what was not copied is in it, and all that is
/// in it afterwards must be uncopied, which is what was scanned. What was not copied is gone.
struct finalize_gc {
    static constexpr const char* name = "finalizeGC";

    template <class A, class D>
    [[nodiscard]] static constexpr bool expects(const memory<A, D>& m)
    {
        return is_final_gc_memory(m);
    }
    template <class A, class D>
    [[nodiscard]] static constexpr bool ensures(const memory<A, D>& m, const memory<A, D>& after)
    {
        return is_initial_memory(after) && m.scanned == after.uncopied && m.roots == after.roots &&
               restricted(m.mem, m.scanned) == after.mem;
    }
};

}  // namespace strata::graph::larch
