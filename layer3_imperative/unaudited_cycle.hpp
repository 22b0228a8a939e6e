// layer3_imperative/unaudited_cycle.hpp: nobody watches a cycle of the incremental collector.
#pragma once

#include <strata/concepts/layout.hpp>

namespace strata::imperative {

/// Nobody watches, and nothing is paid.
template <layout L>
struct unaudited_cycle {
    constexpr void before(const auto&, const auto&) {}
    constexpr void before_write(const auto&, header_of<L>) {}
    constexpr void after_write(const auto&, header_of<L>, word_of<L>, word_of<L>) {}
    constexpr void allocated(const auto&, value_of<L>) {}
    constexpr void before_modify(const auto&, word_of<L>) {}
    constexpr void after_modify(const auto&, word_of<L>, word_of<L>) {}
    constexpr void grown(const auto&) {}
    constexpr void darkened(const auto&, word_of<L>) {}
    constexpr void promoted(const auto&, value_of<L>) {}
    constexpr void redirected(const auto&, word_of<L>) {}
    constexpr void between(const auto&) {}
    constexpr void after_mark(const auto&) {}
    constexpr void after_sweep(const auto&, const auto&) {}
};

}  // namespace strata::imperative
