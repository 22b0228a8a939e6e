// instantiations/ocaml_runtime/checked/finding.hpp: a broken rule of the heap, and how to reach it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace strata::ocaml_runtime::checked {

/// What can be wrong with the heap of a program. `name_of` gives each the name it has here.
enum class rule : std::uint8_t {
    unrooted_value,         ///< a value was used, or found, after a collection moved or freed it
    root_registered_twice,  ///< one variable is a root twice
    root_not_registered,    ///< a variable that is no root is removed from them
    root_in_freed_memory,   ///< a root lies in memory that is free or not there
    root_holds_no_value,    ///< a root holds neither a value nor null
    generational_root_modified,  ///< a generational root was assigned to without its function
    naked_pointer,               ///< a field leads to memory that is not OCaml's
    naked_pointer_to_freed,      ///< the same, and that memory has been freed
    unremembered_store,          ///< an old field leads to a young object, and nobody was told
    uninitialised_field,         ///< a field still holds what fresh memory holds
    block_overrun,               ///< a block was written beyond its end
    header_overwritten,          ///< a header is not what it was
    string_overrun,              ///< the last byte of a string does not say how long it is
    unfilled_small_block,        ///< a collection found a young block that was not filled
    custom_size,               ///< a custom block is no larger than its data, or has no operations
    raw_data_scanned,          ///< what is no value lies in a block that is scanned for values
    closure_environment,       ///< the environment of a closure does not start within it
    infix_header,              ///< a pointer into a closure leads to no entry point
    used_in_blocking_section,  ///< the heap was used without the runtime's lock
    dead_or_free_object_reached,  ///< a field or root leads to a free block
    pointer_into_block,           ///< a field or root leads into the middle of a block
    collection_verdict,           ///< a collection broke Definition 5, 6 or 7: a bug of Strata
};
inline constexpr std::size_t rule_count = 22;

/// As in the enumeration, such as `unrooted_value`.
[[nodiscard]] const char* name_of(rule r);

enum class root_kind : std::uint8_t {
    none,
    global_root,        ///< caml_register_global_root
    generational_root,  ///< caml_register_generational_global_root
    local_root,         ///< CAMLparam, CAMLlocal
    stack,              ///< of OCaml code: a slot of a frame, or of the bytecode interpreter
    ocaml_global,       ///< a module's field; `at` is the field, of the module's block
    remembered_set,     ///< an old field that leads into the nursery
    finaliser,          ///< Gc.finalise: the function, or a value whose turn has come
    memprof,            ///< what Gc.Memprof tracks
    ephemeron,          ///< a key or the data of an ephemeron; it keeps nothing alive
    other_thread,       ///< the stacks and local roots of threads that do not run
};
[[nodiscard]] const char* name_of(root_kind k);

/// Where a path begins.
struct root {
    root_kind kind = root_kind::none;
    std::uintptr_t at = 0;               ///< the address of the variable or slot; 0 if not known
    std::uintptr_t registered_from = 0;  ///< code address after the call that registered it, or 0
};

/// From `object`, an address of a first field, its field number `field`, from 0, leads on.
struct step {
    std::uintptr_t object;
    std::uint64_t field;
};

inline constexpr std::uint64_t no_field = ~std::uint64_t{0};
inline constexpr std::uint64_t never_seen = ~std::uint64_t{0};

/// One broken rule. An address of 0 is one that is not known, or that there is none of.
struct finding {
    rule broken{};
    const char* detail = nullptr;  ///< one more sentence: a clause of a definition, a count, ...
    std::uintptr_t object = 0;     ///< the broken object, by its first field; may be unreadable
    std::uintptr_t header = 0;     ///< its header word, when it can be told
    std::uintptr_t header_before = 0;  ///< what that was when last seen whole; 0 if not known
    std::uint64_t field = no_field;    ///< the field that is wrong, from 0
    std::uintptr_t held = 0;           ///< the word that is wrong: what that field or root holds
    std::uintptr_t culprit = 0;        ///< the block that was written beyond, by its first field
    root from{};                       ///< where the path begins, or the root that is wrong
    std::span<const step> path{};      ///< from the root to the object; ends before `object`
    bool is_path_cut = false;          ///< there are more steps than were kept
    std::uintptr_t primitive = 0;      ///< the last C primitive that OCaml code called
    std::uint64_t seen_whole = never_seen;  ///< collections since the object was last seen whole
    std::uint64_t collection = 0;           ///< number of the collection that found it
    const char* when = nullptr;  ///< "before minor collection", "at the end of marking", ...
    std::uintptr_t fault = 0;    ///< the address that could not be used, if a fault found it
    std::uintptr_t pc = 0;       ///< where in the code it was used, if a fault found it
};

/// Says what is wrong, on stderr and on a page of HTML: see page.cpp. It allocates nothing in
/// OCaml's heap, changes nothing there, and may run on a signal's stack.
void report(const finding& f);

}  // namespace strata::ocaml_runtime::checked
