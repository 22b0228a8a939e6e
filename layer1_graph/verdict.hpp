// layer1_graph/verdict.hpp: what a definition of correctness says of one collection.
#pragma once

#include <optional>

namespace strata::graph {

/// The definition holds, or one of its clauses is broken and an object bears witness.
template <class V>
struct verdict {
    int clause = 0;  ///< the first clause that is broken, counted from 1; 0 if the definition holds
    const char* sentence = "";   ///< what the broken clause says
    std::optional<V> witness{};  ///< an object of which it is not true

    [[nodiscard]] constexpr bool holds() const noexcept { return clause == 0; }
};

}  // namespace strata::graph
