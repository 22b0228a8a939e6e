// concepts/worklist.hpp: what a search needs of the place where it keeps what is still to visit.
#pragma once

#include <concepts>

namespace strata {

// clang-format off

/// A `worklist` holds what has been seen and not yet visited, in an order that is its own business.
///
/// Provide
///   value_type   what is held: a vertex, or the address of an object
///   empty()      nothing is held
///   full()       nothing more can be held; an unbounded worklist is never full
///   push(x)      holds `x` too; expects not full
///   pop()        gives back one of the values held, and holds it no longer; expects not empty
///
/// Laws, checked for every model by tests/laws/worklist_laws.hpp
///   no invention   what is popped was pushed, and each push is popped once
///   no loss        a worklist is empty exactly when there have been as many pops as pushes
///   room           a worklist that is empty, or has just been popped, is not full
///
/// Models   graph::stack, graph::queue, graph::fifo_before_stack, graph::bounded;
///          the mark stack of layer 3
template <class S>
concept worklist = requires(S& s, const S& held, const typename S::value_type& x) {
    static_cast<bool>(held.empty());
    static_cast<bool>(held.full());
    s.push(x);
    { s.pop() } -> std::same_as<typename S::value_type>;
};

// clang-format on

}  // namespace strata
