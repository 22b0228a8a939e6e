// instantiations/ocaml_runtime/checked/symbols.hpp: what the program calls an address.
#pragma once

#include <cstdint>
#include <string_view>

#include <strata/instantiations/ocaml_runtime/checked/text.hpp>

namespace strata::ocaml_runtime::checked {

/// A function or variable of the program or of a library that it has loaded.
struct symbol {
    std::string_view name{};   ///< as the linker knows it; empty if there is none
    std::uintptr_t begin = 0;  ///< its address
};

/// The symbol that this address lies in, by the tables of the file that is mapped there.
[[nodiscard]] symbol symbol_at(std::uintptr_t a);

/// Whether code or data of the program or of a library is there.
[[nodiscard]] bool is_in_program(std::uintptr_t a);

/// `camlFoo__bar_123` as `Foo.bar`; a name that is not OCaml's as it is.
void write_name(text& to, std::string_view name);
[[nodiscard]] bool is_ocaml_name(std::string_view name);

/// `stub.c:34`, if the program has debug information and the machine has addr2line; whether it was.
/// `is_whole` writes the whole path of the file.
bool write_line(text& to, std::uintptr_t code, bool is_whole = false);

/// `set_last+0x12 (stub.c:34)`. An address after a call belongs to the call.
enum class code_address : bool { here, after_call };
void write_place(text& to, std::uintptr_t code, code_address which);

}  // namespace strata::ocaml_runtime::checked
