/* tests/ocaml/checked/unrooted_global.c: a C variable keeps a value, but is no root.
   rule: unrooted_value; run: native bytecode
   says: was string of 1 byte "1" */
#include <caml/memory.h>
#include <caml/mlvalues.h>

static value last = Val_unit;

value set_last(value v)
{
#ifndef TWIN
    last = v; /* the collector does not know this variable */
#else
    static int is_root = 0;
    if (!is_root) caml_register_generational_global_root(&last);
    is_root = 1;
    caml_modify_generational_global_root(&last, v);
#endif
    return Val_unit;
}

value get_last(value unit) { return last; }
