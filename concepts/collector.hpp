// concepts/collector.hpp: what a program needs of a garbage collector.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include <strata/concepts/layout.hpp>

namespace strata {

/// A `collector` owns the policy and borrows the memory.
///
/// Provide
///   layout_type         the layout it was instantiated for
///   allocate(wz, tg)    an object of `wz` >= 1 fields, each the layout's filler, white between two
///                       collections; nothing if there is no room
///   collect(roots)      frees what the roots do not reach, at once
///   memory()            the words it works on
///
/// Laws, checked for every model by tests/laws/collector_laws.hpp
///   correct      a collection satisfies the five clauses of Definition 5
///   idempotent   a second collection with the same roots changes no word
///   well formed  allocate keeps the heap well formed; when it returns nothing, no word has changed
///
/// Models  imperative::mark_sweep, imperative::incremental.
template <class C>
concept collector = layout<typename C::layout_type> &&
    requires(C& gc, const C& seen, word_of<typename C::layout_type> n,
             std::span<const word_of<typename C::layout_type>> roots) {
        { gc.allocate(n, n) } -> std::same_as<std::optional<value_of<typename C::layout_type>>>;
        gc.collect(roots);
        { seen.memory().load(n) } -> std::same_as<word_of<typename C::layout_type>>;
    };

}  // namespace strata
