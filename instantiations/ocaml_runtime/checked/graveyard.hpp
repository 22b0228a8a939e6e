// instantiations/ocaml_runtime/checked/graveyard.hpp: what was young last, as it was left.
#pragma once

#include <cstdint>
#include <optional>

namespace strata::ocaml_runtime::checked {

/// A nursery is left after a minor collection, its objects from `used_from` to `end`. Copies of the
/// last ones are kept, so that it can be told what a stale value led to; not of large ones.
void bury(std::uintptr_t used_from, std::uintptr_t end);

/// The word that was there.
[[nodiscard]] bool read_buried(std::uintptr_t at, std::uintptr_t& word);

/// A young object of the past.
struct remains {
    std::uintptr_t object;    ///< where it was
    std::uintptr_t moved_to;  ///< where a collection has put it; 0 if it was dead
    std::uint64_t age;        ///< how many nurseries have been left since, with its own
};
/// What was at this address; none if that is no longer known.
[[nodiscard]] std::optional<remains> remains_of(std::uintptr_t a);

}  // namespace strata::ocaml_runtime::checked
