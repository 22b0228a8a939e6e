/* tests/ocaml/checked/string_overrun.c: bytes are written past the length of a string.
   rule: string_overrun; run: native bytecode
   says: last C call  stars (stub.c: */
#include <string.h>

#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

value stars(value bytes)
{
#ifndef TWIN
    size_t n = Bosize_val(bytes); /* the room that its words take, not its length */
#else
    size_t n = caml_string_length(bytes);
#endif
    memset(Bytes_val(bytes), '*', n);
    return Val_unit;
}
