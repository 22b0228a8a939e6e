/* tests/ocaml/checked/generational_root_modified.c: a generational root is assigned to.
   rule: generational_root_modified; run: native bytecode
   says: generational global root last at ... registered at init_last+ */
#include <caml/memory.h>
#include <caml/mlvalues.h>

static value last = Val_unit;

value init_last(value unit)
{
    caml_register_generational_global_root(&last);
    return Val_unit;
}

value set_last(value v)
{
#ifndef TWIN
    last = v; /* the runtime still thinks that this root leads to nothing young */
#else
    caml_modify_generational_global_root(&last, v);
#endif
    return Val_unit;
}

value get_last(value unit) { return last; }
