// layer3_imperative/compact_audit.hpp: what watches a compaction: nobody, or layer 2.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/compact.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer3_imperative/audit.hpp>
#include <strata/layer3_imperative/unaudited_cycle.hpp>

namespace strata::imperative {

/// Nobody watches, and nothing is paid.
template <layout L>
struct unaudited_compaction {
    constexpr void before(const auto&, const auto&, std::uint64_t) {}
    constexpr void after(const auto&, const auto&, const auto&) {}
};

/// The heap and the roots are compared with those of the pure function, word by word, and the
/// compaction is judged by Definition 7, with all objects as roots: none may be lost.
template <layout L>
class audited_compaction {
public:
    /// `words` are those that there is storage for.
    template <class M, class R>
    constexpr void before(const M& memory, const R& roots, std::uint64_t words)
    {
        before_ = functional::snapshot<L>(memory);
        expects_collectable<L>(before_, roots);
        expected_ = functional::compact(functional::heap<L>{before_}, roots, words);
    }
    template <class M, class R, class A>
    constexpr void after(const M& memory, const R& roots, const A& free)
    {
        auto after = functional::snapshot<L>(memory);
        auto& expected = expected_.after.hp;
        expects_free<L>(after, free);
        expects_verdict(graph::definition_7(functional::observe_copy<L>(before_),
                                            functional::allocs<L>(before_),
                                            functional::observe_copy<L>(after), expected_.moved),
                        "a compaction satisfies Definition 7");
        if constexpr (!A::in_address_order) {
            clear_links(after);
            clear_links(expected);
        }
        expects(after == expected, "compact is functional::compact");
        expects(std::equal(roots.begin(), roots.end(), expected_.roots.begin()),
                "the roots are those of functional::compact");
    }

private:
    functional::heap<L> before_{};
    functional::compacted<L> expected_{};
};

template <layout L>
using default_compact_audit =
    std::conditional_t<audit_build, audited_compaction<L>, unaudited_compaction<L>>;

/// What watches the compactions of a collector whose collections `Audit` watches.
template <layout L, class Audit>
using compact_audit_for = std::conditional_t<std::is_same_v<Audit, unaudited<L>> ||
                                                 std::is_same_v<Audit, unaudited_cycle<L>>,
                                             unaudited_compaction<L>, audited_compaction<L>>;

}  // namespace strata::imperative
