// concepts/old_space.hpp: what a collector needs to have a nursery in front of it.
#pragma once

#include <concepts>

#include <strata/concepts/collector.hpp>
#include <strata/concepts/room.hpp>

namespace strata {

/// An `old_space` is a `collector` that moves nothing, and takes in objects that have survived
/// elsewhere. Pointers out of its memory are data to it, so what leads into a nursery is no defect.
///
/// Provide
///   all of `collector`
///   room()            where objects can be put: a `room` that refers to the collector; its
///                     `color_at` lets them survive a cycle that is under way
///   write(x, i, v)    field `i` of the object at `x` becomes `v`, with the collector's own barrier
///   modify(at, v)     the same for the field at the address `at`, which holds a value
///   promoted(x)       an object at `x` is new, and has its fields already; for an audit
///   redirected(at)    the field at `at`, which led into a nursery, leads to a promoted object; for
///                     an audit
///
/// Law  an object that is put into a block of `room`, in the colour that it says, is one like those
///      of `allocate` (tests/test_promotion.cpp, by Definitions 5 and 6).
///
/// Models  imperative::mark_sweep, imperative::incremental.
template <class C>
concept old_space = collector<C> && !moves_objects<C> &&
    requires(C& gc, value_of<typename C::layout_type> x, word_of<typename C::layout_type> n) {
        gc.room();
        gc.write(x, n, n);
        gc.modify(n, n);
        gc.promoted(x);
        gc.redirected(n);
    };

}  // namespace strata
