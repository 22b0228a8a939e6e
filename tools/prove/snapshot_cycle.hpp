// tools/prove/snapshot_cycle.hpp: a cycle at any state, and what a proof about it looks at.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>

#include <strata/layer3_imperative/mutator.hpp>
#include <strata/layer3_imperative/reserve.hpp>

#include "allocating.hpp"
#include "marking.hpp"
#include "sweeping.hpp"

namespace strata::prove {

/// Takes from either end of one free block, or says that none is large enough. What it is handed is
/// proved with sweep.
template <class L>
struct one_block : any_allocator<L> {
    z3::expr block = number("free_block");
    z3::expr has_room = context().bool_const("has_room");

    template <class M>
    void add(M&, header_of<L>, word_of<L>)
    {
        throw cut{};
    }
    template <class M>
    std::optional<header_of<L>> take(M& memory, word_of<L> n)
    {
        const header_of<L> h{word_of<L>{block}};
        if constexpr (std::derived_from<M, symbolic_memory<L>>) {
            if (!bool(symbolic_condition{has_room})) return std::nullopt;
            if (!bool(symbolic_condition{is_at_front()}))
                return imperative::split<L>(memory, h, n).taken;
            imperative::reserve<L> all{h, L::wosize(memory.load(h.at)) + word<word_of<L>>(1)};
            return imperative::cut(memory, all, n);
        }
        return std::nullopt;
    }
    template <class M>
    header_of<L> largest(const M&) const
    {
        return {word_of<L>::named("largest")};
    }
};

template <class L, darkening D, class M, class A>
using any_cycle =
    imperative::cycle<L, D, M, symbolic_worklist<L>, symbolic_worklist<L>, A, symbolic_runs<L>>;

/// A cycle in the phase `at`, with these states.
template <class L, darkening D, class M = symbolic_memory<L>, class A = one_block<L>>
[[nodiscard]] any_cycle<L, D, M, A> cycle_at(functional::phase at,
                                             const typename marking<L, D, true, M>::state& marking,
                                             const std::type_identity_t<M>& swept)
{
    const auto named = [](const char* name) { return word_of<L>::named(name); };
    return {at,
            {},
            marking,
            {swept, A{}, {named("sw")}, named("free_words"), named("limit"), {}},
            {named("ahead")}};
}

/// What a proof is about: any address, any pointer, any field of the snapshot, any field now. Each
/// is proved on its own, with the hypotheses that it needs.
enum class aspect { word, pointer, edge, new_edge };
inline aspect& the_aspect()
{
    static aspect is = aspect::word;
    return is;
}
/// Proves `step` in each aspect.
inline void prove_aspects(group& g, const std::string& name, const std::function<void(path&)>& step,
                          std::initializer_list<aspect> all)
{
    static constexpr const char* what[] = {" (words)", " (pointers)", " (edges)", " (edges now)"};
    for (const auto on : all) {
        the_aspect() = on;
        prove_step(g, name + what[static_cast<int>(on)], step);
    }
    the_aspect() = aspect::word;
}

}  // namespace strata::prove
