/* tests/ocaml/checked/global_root_registered_twice.c: the variable becomes a root at every call.
   rule: root_registered_twice; run: native bytecode
   says: it was registered at set_handler+ */
#include <caml/memory.h>
#include <caml/mlvalues.h>

static value handler = Val_unit;

value set_handler(value f)
{
#ifndef TWIN
    caml_register_global_root(&handler);
#else
    static int is_root = 0;
    if (!is_root) caml_register_global_root(&handler);
    is_root = 1;
#endif
    handler = f;
    return Val_unit;
}
