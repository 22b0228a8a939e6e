// layer3_imperative/replica_audit.hpp: what replicas must be when the spaces are exchanged.
#pragma once

#include <cstdio>
#include <type_traits>
#include <vector>

#include <strata/concepts/audit.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer2_functional/memory_part.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace strata::imperative {

/// Nobody watches.
template <layout L>
struct unaudited_replicas {
    constexpr void operator()(const auto&, const auto&, const auto&) const {}
};

/// The replicas satisfy Definition 7 as if all that was copied were a root: with roots that are
/// sampled at several times, what is reachable from all of them is copied, and no more is said of
/// what has died since. The roots lead to replicas, so nothing that they reach is missing.
template <layout L>
struct audited_replicas {
    template <class From, class State, class R>
    constexpr void operator()(const From& from, const State& s, const R& roots) const
    {
        const auto to = functional::first_words<word_of<L>>(s.to, s.room.next);
        const auto f = functional::moved_objects<L>(s.from, functional::h_allocs<L>(from));
        const auto verdict =
            graph::definition_7(functional::observe_copy<L>(from), graph::domain(f),
                                functional::observe_copy<L>(to), f);
        if (!verdict.holds())
            std::fprintf(stderr, "strata: clause %d of Definition 7: %s\n", verdict.clause,
                         verdict.sentence);
        expects(verdict.holds(), "replicas satisfy Definition 7");
        for (const word_of<L> root : roots)
            expects(!functional::leads_into<L>(from, root), "the roots lead to replicas");
    }
};

template <layout L>
using default_replica_audit =
    std::conditional_t<audit_build, audited_replicas<L>, unaudited_replicas<L>>;

}  // namespace strata::imperative
