// instantiations/ocaml_runtime/checked/primitive.cpp: the last functions of C that OCaml called.
#include <strata/instantiations/ocaml_runtime/checked/check.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>

#ifndef NATIVE_CODE
extern "C" {
#include <caml/fix_code.h>
#include <caml/instruct.h>
#include <caml/prims.h>
}
#endif

#ifdef NATIVE_CODE

extern "C" {
[[gnu::visibility("hidden")]] extern std::uintptr_t strata_primitives[64];
[[gnu::visibility("hidden")]] extern std::uint32_t strata_next_primitive;
std::uintptr_t strata_primitives[64] = {};
std::uint32_t strata_next_primitive = 0;
}

// OCaml code calls C through this, with the address of the function in %rax. Of the other registers
// only %r10 and %r11 may change.
asm(R"(
    .text
    .globl caml_c_call
    .type caml_c_call, @function
caml_c_call:
    movl strata_next_primitive(%rip), %r10d
    leaq strata_primitives(%rip), %r11
    movq %rax, (%r11,%r10,8)
    incl %r10d
    andl $63, %r10d
    movl %r10d, strata_next_primitive(%rip)
    jmp strata_stock_caml_c_call@PLT
    .size caml_c_call, . - caml_c_call
)");

std::uintptr_t strata::ocaml_runtime::checked::recent_primitive(std::size_t ago)
{
    return ago < 64 ? strata_primitives[(strata_next_primitive - 1 - ago) % 64] : 0;
}
std::uintptr_t strata::ocaml_runtime::checked::last_primitive() { return recent_primitive(0); }

#else

namespace strata::ocaml_runtime::checked {

namespace {

bool is_instruction(opcode_t code, int first, int last)
{
    for (int i = first; i <= last; ++i)
        if (code == i ||
            (caml_instr_table != nullptr && code == caml_instr_table[i] - caml_instr_base))
            return true;
    return false;
}

}  // namespace

/// The interpreter has put the address after the instruction on its stack, below the environment.
std::uintptr_t last_primitive()
{
    static std::uintptr_t last = 0;
    const auto* sp = Caml_state->extern_sp;
    if (sp == nullptr || sp + 2 > Caml_state->stack_high) return last;
    const auto* after = reinterpret_cast<const opcode_t*>(sp[1]);
    if ((sp[1] & 3) != 0 || place_of(word_of_value(sp[1])) != place::foreign) return last;
    const bool is_call =
        is_instruction(after[-2], C_CALL1, C_CALL5) || is_instruction(after[-3], C_CALLN, C_CALLN);
    if (is_call && after[-1] >= 0 && after[-1] < caml_prim_table.size)
        last = reinterpret_cast<std::uintptr_t>(caml_prim_table.contents[after[-1]]);
    return last;
}
std::uintptr_t recent_primitive(std::size_t ago) { return ago == 0 ? last_primitive() : 0; }

}  // namespace strata::ocaml_runtime::checked

#endif
