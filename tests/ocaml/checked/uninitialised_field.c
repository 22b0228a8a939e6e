/* tests/ocaml/checked/uninitialised_field.c: a field of a new block is not initialised.
   rule: uninitialised_field; run: native bytecode
   says: <- wrong: never written */
#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

value table(value size)
{
    mlsize_t n = Long_val(size), i;
    value v = caml_alloc_shr(n, 0);
#ifndef TWIN
    i = 1; /* field 0 holds whatever was there */
#else
    i = 0;
#endif
    for (; i < n; ++i) caml_initialize(&Field(v, i), Val_long(i));
    return v;
}
