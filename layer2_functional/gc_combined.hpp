// layer2_functional/gc_combined.hpp: one function that runs any of CakeML's collectors.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <strata/layer2_functional/gen_gc_full.hpp>
#include <strata/layer2_functional/gen_gc_partial.hpp>

namespace strata::functional {

/// The collectors that CakeML's compiler can put into a program: none; the copying one, to which
/// all elements are alike; the generational one.
enum class gc_kind { none, simple, generational };

/// What a collection sees, and what it leaves. The heap is data up to `a`, unused for `n` words,
/// and then references, if the collector is generational.
template <class A, class B>
struct collected {
    heap_addresses<A> roots{};
    element_list<A, B> heap{};
    num a = 0, n = 0;
    std::vector<num> gen_starts{};  ///< where each generation begins, the youngest first
    bool ok = true;

    friend constexpr bool operator==(const collected&, const collected&) = default;
};

/// No element is a reference: with it the full collection is the simple one.
struct no_refs {
    [[nodiscard]] constexpr bool operator()(const auto&) const { return false; }
};

/// What survives a collection of generation `which` is older than it and all younger ones.
template <class A, class B>
[[nodiscard]] constexpr collected<A, B> promoted(addresses_and_state<A, B> after,
                                                 std::vector<num> gen_starts, std::size_t which)
{
    auto& state = after.state;
    for (std::size_t i = 0; i < gen_starts.size() && i <= which; ++i) gen_starts[i] = state.a;
    return {std::move(after.addresses), heap_after(state), state.a, state.n,
            std::move(gen_starts),      state.ok};
}

/// Runs a collection of the chosen kind: if it is generational, of generation `which` and the
/// younger ones if `do_partial`, and otherwise of everything. When to do which is left to the
/// implementation: the result is right either way. Section 3.5.
template <class IsRef, class A, class B>
[[nodiscard]] constexpr collected<A, B> gc_combined(const gen_gc_conf<IsRef>& conf, gc_kind kind,
                                                    collected<A, B> before, bool do_partial,
                                                    std::size_t which = 0)
{
    const auto all = before.gen_starts.size();
    if (kind == gc_kind::none) return before;
    if (kind == gc_kind::simple)
        return promoted(gen_gc_full(gen_gc_conf<no_refs>{conf.limit, {}}, std::move(before.roots),
                                    std::move(before.heap)),
                        std::move(before.gen_starts), all);
    if (!do_partial)
        return promoted(gen_gc_full(conf, std::move(before.roots), std::move(before.heap)),
                        std::move(before.gen_starts), all);
    const gen_gc_partial_conf<IsRef> partial{conf.limit, conf.is_ref, before.gen_starts[which],
                                             before.a + before.n};
    return promoted(gen_gc_partial(partial, std::move(before.roots), std::move(before.heap)),
                    std::move(before.gen_starts), which);
}

}  // namespace strata::functional
