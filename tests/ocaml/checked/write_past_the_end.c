/* tests/ocaml/checked/write_past_the_end.c: a loop writes one word past the end of a block.
   rule: block_overrun; run: native bytecode
   says: overrun of ... block of 1000 fields */
#include <caml/memory.h>
#include <caml/mlvalues.h>

value fill(value array, value x)
{
    mlsize_t i;
#ifndef TWIN
    for (i = 0; i <= Wosize_val(array); ++i) /* the last step is behind it: the next header */
#else
    for (i = 0; i < Wosize_val(array); ++i)
#endif
        Field(array, i) = Val_long(Long_val(x));
    return Val_unit;
}
