// instantiations/ocaml_runtime/checked/facts.hpp: what a finding says, each fact in a sentence.
#pragma once

#include <cstdint>

#include <strata/instantiations/ocaml_runtime/checked/finding.hpp>
#include <strata/instantiations/ocaml_runtime/checked/looks.hpp>
#include <strata/instantiations/ocaml_runtime/checked/text.hpp>

namespace strata::ocaml_runtime::checked {

/// The header that the object has, as far as it can be told: the finding's, or what is in memory.
[[nodiscard]] header_bits header_of(const finding& f);
[[nodiscard]] bool has_header(const finding& f);

/// The same finding, with more that can be found out: of a stale value that was used, the object
/// that still holds it.
[[nodiscard]] finding completed(finding f);

/// How many words of the object there are to show, and from which field on; the wrong one is in it.
struct window {
    std::uint64_t first, last;  ///< before `last`
};
[[nodiscard]] window fields_to_show(header_bits h, std::uint64_t wrong, std::uint64_t most);

/// `before a minor collection (collection 3); the object was last seen whole 2 collections ago`
void write_when(text& to, const finding& f);
/// `global root last at 0x55f0, registered at init+0x12 (stub.c:9)`
void write_root(text& to, const finding& f);
/// One step of a path: `0x7f00: block of 2 fields, tag 0; field 1`
void write_step(text& to, const step& s);
/// What a word of the object is: a value, or bytes if its block is not scanned.
void write_field(text& to, header_bits h, std::uint64_t field, std::uintptr_t word);
/// `count+0x20 (stub.c:11) used 0x7f00: leads to memory that is not OCaml's`
void write_fault(text& to, const finding& f);
/// Whether `culprit` is a block that lies before the object, and was written beyond.
[[nodiscard]] bool has_neighbour(const finding& f);
/// What `culprit` is depends on the rule: a label for it, and what is known of it.
[[nodiscard]] const char* label_of_culprit(const finding& f);
void write_culprit(text& to, const finding& f);
/// The C primitive that OCaml code called last; of those that are not OCaml's own, if there is any.
[[nodiscard]] std::uintptr_t suspect(const finding& f);
/// `count (stub.c:7), and later caml_format_int`
void write_primitive(text& to, const finding& f);

}  // namespace strata::ocaml_runtime::checked
