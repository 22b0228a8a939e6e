// instantiations/ocaml_runtime/freelist.cpp: the names of a free list that OCaml's programs know.
#include <strata/instantiations/ocaml_runtime/caml.hpp>

namespace {

/// The free blocks belong to the allocator of layer 3. Only what OCaml reads on a 32-bit machine
/// would need another way to them.
[[noreturn]] void no_such_list()
{
    caml_fatal_error("strata: the free list of the major heap cannot be changed from outside");
}

}  // namespace

value caml_fl_merge = 0;
header_t* (*caml_fl_p_allocate)(mlsize_t) = [](mlsize_t) -> header_t* { no_such_list(); };
void (*caml_fl_p_init_merge)() = [] { no_such_list(); };
header_t* (*caml_fl_p_merge_block)(value, char*) = [](value, char*) -> header_t* {
    no_such_list();
};
void (*caml_fl_p_add_blocks)(value) = [](value) { no_such_list(); };
void (*caml_fl_p_make_free_blocks)(value*, mlsize_t, int, int) = [](value*, mlsize_t, int, int) {
    no_such_list();
};
#ifdef DEBUG
void (*caml_fl_p_check)() = [] {};
#endif
