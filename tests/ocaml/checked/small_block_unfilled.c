/* tests/ocaml/checked/small_block_unfilled.c: an allocation comes before a small block is filled.
   rule: unfilled_small_block; run: native bytecode
   says: <- wrong: never written */
#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

#ifndef TWIN
value name_and_home(value unit)
{
    CAMLparam1(unit);
    CAMLlocal1(pair);
    pair = caml_alloc_small(2, 0); /* its fields must be filled before anything is allocated */
    Field(pair, 0) = caml_copy_string("ada");
    Field(pair, 1) = caml_copy_string("/home/ada");
    CAMLreturn(pair);
}
#else
value name_and_home(value unit)
{
    CAMLparam1(unit);
    CAMLlocal3(name, home, pair);
    name = caml_copy_string("ada");
    home = caml_copy_string("/home/ada");
    pair = caml_alloc_small(2, 0);
    Field(pair, 0) = name;
    Field(pair, 1) = home;
    CAMLreturn(pair);
}
#endif
