/* tests/ocaml/checked/raw_data_scanned.c: raw data lies in a block that is scanned for values.
   rule: raw_data_scanned; run: native bytecode
   says: field 0  0x1e000000280  <- wrong */
#include <string.h>

#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

struct size {
    int width, height;
};

value new_size(value width, value height)
{
    struct size s = {Int_val(width), Int_val(height)};
#ifndef TWIN
    value v = caml_alloc_small(1, 0); /* its field is taken for a value */
#else
    value v = caml_alloc_small(1, Abstract_tag);
#endif
    memcpy((void *) v, &s, sizeof s);
    return v;
}

value area(value v)
{
    struct size s;
    memcpy(&s, (void *) v, sizeof s);
    return Val_long((long) s.width * s.height);
}
