/* tests/ocaml/checked/naked_pointer_freed.c: a field leads to memory that is freed.
   rule: naked_pointer_to_freed; run: native bytecode
   says: last C call  delete_counter (stub.c: */
#include <stdlib.h>

#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

struct counter {
    long count;
};

#ifndef TWIN
#define KIND 0 /* a block whose fields are taken for values */
#else
#define KIND Abstract_tag /* a block of bytes */
#endif

value new_counter(value unit)
{
    struct counter *c = malloc(sizeof *c);
    c->count = 0;
    value v = caml_alloc_small(1, KIND);
    Field(v, 0) = (value) c;
    return v;
}

value delete_counter(value v)
{
    struct counter *c = (struct counter *) Field(v, 0);
    long count = c->count;
    free(c);
#ifdef TWIN
    Field(v, 0) = 0;
#endif
    return Val_long(count);
}
