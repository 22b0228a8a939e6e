/* tests/ocaml/checked/callback_result.c: the result of a callback is held across the next one.
   rule: unrooted_value; run: native bytecode
   says: last C call  both (stub.c: */
#include <caml/alloc.h>
#include <caml/callback.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

#ifndef TWIN
value both(value f, value g)
{
    CAMLparam2(f, g);
    value a = caml_callback(f, Val_unit); /* no root: the second callback may move it */
    value b = caml_callback(g, Val_unit);
    value pair = caml_alloc_tuple(2);
    Store_field(pair, 0, a);
    Store_field(pair, 1, b);
    CAMLreturn(pair);
}
#else
value both(value f, value g)
{
    CAMLparam2(f, g);
    CAMLlocal3(a, b, pair);
    a = caml_callback(f, Val_unit);
    b = caml_callback(g, Val_unit);
    pair = caml_alloc_tuple(2);
    Store_field(pair, 0, a);
    Store_field(pair, 1, b);
    CAMLreturn(pair);
}
#endif
