/* tests/ocaml/checked/unrooted_local.c: a local variable holds a new value across the next allocation.
   rule: unrooted_value; run: native bytecode
   says: was string of 9 bytes "/home/ada", which has died */
#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

#ifndef TWIN
value name_and_home(value unit)
{
    value name = caml_copy_string("ada"); /* no root: the next two lines may move it */
    value home = caml_copy_string("/home/ada");
    value pair = caml_alloc_tuple(2);
    Store_field(pair, 0, name);
    Store_field(pair, 1, home);
    return pair;
}
#else
value name_and_home(value unit)
{
    CAMLparam1(unit);
    CAMLlocal3(name, home, pair);
    name = caml_copy_string("ada");
    home = caml_copy_string("/home/ada");
    pair = caml_alloc_tuple(2);
    Store_field(pair, 0, name);
    Store_field(pair, 1, home);
    CAMLreturn(pair);
}
#endif
