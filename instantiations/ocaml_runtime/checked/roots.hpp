// instantiations/ocaml_runtime/checked/roots.hpp: every root of the program, and what kind it is.
#pragma once

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>

namespace strata::ocaml_runtime::checked {

using root_visitor = void (*)(root_kind kind, value* slot, void* context);

/// All that keeps objects alive, but the table of remembered fields.
void visit_roots(root_visitor visit, void* context);
template <class F>
void for_each_root(F f)
{
    visit_roots(
        [](root_kind kind, value* slot, void* context) { (*static_cast<F*>(context))(kind, slot); },
        &f);
}

/// Whether minor collections have seen this field of a module, and will not look at it again unless
/// it is remembered.
[[nodiscard]] bool is_settled_global(const value* slot);
/// The modules that are initialised by now are seen by the collection that is under way.
void settle_globals();

/// What finalisers and trackers of allocations hold, and do not keep alive.
using weak_visitor = void (*)(value v, void* context);
void visit_weakly_held(weak_visitor visit, void* context);

/// The return address of the frame of OCaml code that this slot belongs to; 0 if none is known.
[[nodiscard]] std::uintptr_t frame_of(const value* slot);
/// Code that called for the registration of this root; 0 if it is not known.
[[nodiscard]] std::uintptr_t registered_from(const value* slot);
/// Where they lie, what they hold, and who changed them.
void audit_registered_roots();
/// What the generational ones hold now is what they were given.
void note_registered_roots();
[[nodiscard]] bool are_there_registered_roots();
/// Something registered lies in these bytes, which are freed.
void audit_freed(word begin, word end);

}  // namespace strata::ocaml_runtime::checked
