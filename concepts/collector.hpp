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
///   collect(roots)      frees what the roots do not reach, at once; may write new addresses to
///                       the roots
///   memory()            the words it works on
/// and, if it is so,
///   moves_objects       true: a collection writes the new addresses of objects to the roots
///
/// Laws, checked for every model by tests/laws/collector_laws.hpp
///   correct      a collection satisfies the clauses of Definition 5, or of Definition 7 if it
///                moves objects
///   idempotent   a second collection with the same roots changes no word, but for addresses
///   well formed  allocate keeps the heap well formed; when it returns nothing, no word has changed
///
/// Models  imperative::mark_sweep, imperative::incremental, imperative::semispace.
template <class C>
concept collector = layout<typename C::layout_type> &&
    requires(C& gc, const C& seen, word_of<typename C::layout_type> n,
             std::span<word_of<typename C::layout_type>> roots) {
        { gc.allocate(n, n) } -> std::same_as<std::optional<value_of<typename C::layout_type>>>;
        gc.collect(roots);
        { seen.memory().load(n) } -> std::same_as<word_of<typename C::layout_type>>;
    };

/// Whether a collection may write to the roots.
template <class C>
inline constexpr bool moves_objects = requires
{
    requires C::moves_objects;
};

}  // namespace strata
