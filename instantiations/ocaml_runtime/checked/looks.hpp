// instantiations/ocaml_runtime/checked/looks.hpp: what a word of a heap looks like, broken or not.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <strata/instantiations/ocaml_runtime/checked/text.hpp>

namespace strata::ocaml_runtime::checked {

/// A header of OCaml 4.13 on a 64-bit machine.
struct header_bits {
    std::uint64_t word = 0;

    [[nodiscard]] std::uint64_t wosize() const { return word >> 10U; }
    [[nodiscard]] unsigned tag() const { return word & 0xFFU; }
    [[nodiscard]] unsigned color() const { return static_cast<unsigned>(word >> 8U & 3U); }
    /// Whether a block of this size could be in the memory of a machine at all.
    [[nodiscard]] bool is_plausible() const { return wosize() < std::uint64_t{1} << 40U; }
    [[nodiscard]] bool is_free() const { return color() == 2; }
    [[nodiscard]] bool is_scanned() const { return tag() < 251; }
};

/// The word there; none if it cannot be read.
[[nodiscard]] std::optional<std::uintptr_t> word_at(std::uintptr_t a);
/// Field `i` of the object there.
[[nodiscard]] std::optional<std::uintptr_t> field_of(std::uintptr_t object, std::uint64_t i);

/// `3 fields, white, tag 0`
void write_header(text& to, header_bits h);
/// `string`, `closure`, `block`, ... by the tag alone.
[[nodiscard]] const char* kind_of(header_bits h);

/// What the object there looks like, in a few words: `string of 3 bytes "ada"`, `closure of f`.
void write_object(text& to, std::uintptr_t object, header_bits h);
/// What a word is as a value: `integer 42`, `leads to memory that is not OCaml's`, or the object.
void write_value(text& to, std::uintptr_t word);

/// Whether this word is the address of an object whose header can be read and is plausible.
[[nodiscard]] bool is_object(std::uintptr_t word);

/// The eight bytes of a word as they are in memory, with dots for what cannot be printed.
void write_bytes(text& to, std::uintptr_t word);

}  // namespace strata::ocaml_runtime::checked
