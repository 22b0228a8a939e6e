/* tests/ocaml/checked/naked_pointer.c: a field leads to memory of malloc's.
   rule: naked_pointer; run: native bytecode
   says: last C call  new_counter (stub.c: */
#include <stdlib.h>

#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

struct counter {
    long count;
};

value new_counter(value unit)
{
    struct counter *c = malloc(sizeof *c);
    c->count = 0;
#ifndef TWIN
    value v = caml_alloc_small(1, 0); /* a block whose fields are taken for values */
    Field(v, 0) = (value) c;
#else
    value v = caml_alloc_small(1, Abstract_tag); /* a block of bytes */
    *(struct counter **) Data_abstract_val(v) = c;
#endif
    return v;
}

value increment(value v)
{
    struct counter *c = *(struct counter **) Data_abstract_val(v);
    return Val_long(++c->count);
}
