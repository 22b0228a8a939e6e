// instantiations/ocaml_runtime/checked/heap_view.hpp: any address at all can be asked about.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strata::ocaml_runtime::checked {

enum class place : std::uint8_t {
    nursery,          ///< the part of the nursery that is in use
    nursery_unused,   ///< what is not allocated yet
    retired_nursery,  ///< a nursery of the past, which nobody can use
    old_heap,
    static_data,  ///< of OCaml's modules
    foreign,      ///< readable, but not OCaml's
    unreadable,
};
[[nodiscard]] place place_of(std::uintptr_t a);

/// The word there, without a fault: false if it cannot be read.
[[nodiscard]] bool read_word(std::uintptr_t at, std::uintptr_t& word);

/// The block of the heap or the nursery that this address lies in, by its first field; 0 if none is
/// known. Its header is found by a walk from the last place where the heap could be walked.
[[nodiscard]] std::uintptr_t block_around(std::uintptr_t a);

/// A few objects, at most `most`, with a field that leads to `object`, by first field and field
/// number: for drawing. How many were found.
struct pointing {
    std::uintptr_t object;
    std::uint64_t field;
};
std::size_t find_pointing(std::uintptr_t object, pointing* found, std::size_t most);

/// The C primitives that OCaml code called, the last one for 0; 0 if it is not known.
[[nodiscard]] std::uintptr_t recent_primitive(std::size_t ago);

}  // namespace strata::ocaml_runtime::checked
