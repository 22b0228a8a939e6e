/* tests/ocaml/checked/store_without_modify.c: an old block gets a young value without caml_modify.
   rule: unremembered_store; run: native bytecode
   says: <- wrong: string of 1 byte "1" */
#include <caml/memory.h>
#include <caml/mlvalues.h>

value set(value cell, value v)
{
#ifndef TWIN
    Field(cell, 0) = v; /* if the cell is old and v is young, the next minor collection misses it */
#else
    caml_modify(&Field(cell, 0), v);
#endif
    return Val_unit;
}
