/* tests/ocaml/checked/unrooted_parameter.c: a parameter is used after an allocation, which may move it.
   rule: unrooted_value; run: native bytecode
   says: last C call  twice (stub.c: */
#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

#ifndef TWIN
value twice(value s)
{
    value pair = caml_alloc_tuple(2); /* s is no root: it still leads to where the string was */
    Store_field(pair, 0, s);
    Store_field(pair, 1, s);
    return pair;
}
#else
value twice(value s)
{
    CAMLparam1(s);
    value pair = caml_alloc_tuple(2);
    Store_field(pair, 0, s);
    Store_field(pair, 1, s);
    CAMLreturn(pair);
}
#endif
