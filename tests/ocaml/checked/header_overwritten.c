/* tests/ocaml/checked/header_overwritten.c: a stub writes a header of its own.
   rule: header_overwritten; run: native bytecode
   says: last C call  to_square (stub.c: */
#include <caml/memory.h>
#include <caml/mlvalues.h>

/* Makes the variant `Circle x` a `Square x`, without a copy. */
value to_square(value shape)
{
#ifndef TWIN
    Hd_val(shape) = 1; /* it meant the tag; this says no fields, and that the tag is 1 */
#else
    Tag_val(shape) = 1;
#endif
    return shape;
}
