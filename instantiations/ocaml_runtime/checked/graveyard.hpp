// instantiations/ocaml_runtime/checked/graveyard.hpp: the last nurseries, as they were left.
#pragma once

#include <cstdint>
#include <optional>

namespace strata::ocaml_runtime::checked {

/// Nobody can use what is buried; what a stale value led to can still be told. The oldest are given
/// back when there are many, or when they take many bytes.
///
/// Expects  the pages from `begin` to `end` are mapped; below `filled_from` nothing was written.
void bury(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t filled_from);

/// The word there, if it is buried.
[[nodiscard]] bool read_buried(std::uintptr_t at, std::uintptr_t& word);

/// A young object of the past.
struct remains {
    std::uintptr_t object;    ///< where it was
    std::uintptr_t moved_to;  ///< where a collection has put it; 0 if it was dead
    std::uint64_t age;        ///< how many nurseries have been buried since, with its own
};
/// What was at this address; none if that is no longer known.
[[nodiscard]] std::optional<remains> remains_of(std::uintptr_t a);

}  // namespace strata::ocaml_runtime::checked
