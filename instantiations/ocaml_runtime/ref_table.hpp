// instantiations/ocaml_runtime/ref_table.hpp: OCaml's table of fields that lead into the nursery.
#pragma once

#include <cstddef>
#include <span>

#include <strata/instantiations/ocaml_runtime/caml.hpp>
#include <strata/instantiations/ocaml_runtime/old_generation.hpp>

namespace strata::ocaml_runtime {

/// `Caml_state->ref_table`, to which parts of the runtime that stay add fields as well. It grows,
/// so it is always complete. It takes the place of `imperative::remembered_set`.
class ref_table {
public:
    struct storage {};
    explicit ref_table(storage) {}

    void push(word at)
    {
        auto& t = *Caml_state->ref_table;
        if (t.ptr >= t.limit) [[unlikely]]
            push_slowly(at);
        else *t.ptr++ = reinterpret_cast<value*>(at);
    }
    void clear()
    {
        auto& t = *Caml_state->ref_table;
        t.ptr = t.base;
        t.limit = t.threshold;
    }
    [[nodiscard]] static bool is_complete() { return true; }
    [[nodiscard]] static std::span<const word> slots()
    {
        const auto& t = *Caml_state->ref_table;
        return {reinterpret_cast<const word*>(t.base), static_cast<std::size_t>(t.ptr - t.base)};
    }

private:
    [[gnu::noinline]] static void push_slowly(word at)
    {
        add_to_ref_table(Caml_state->ref_table, reinterpret_cast<value*>(at));
    }
};

}  // namespace strata::ocaml_runtime
