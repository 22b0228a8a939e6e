/* tests/ocaml/checked/infix_header.c: the header before the second function of a closure is overwritten.
   rule: infix_header; run: native bytecode
   says: <- wrong: closure of Infix_header.odd */
#include <caml/memory.h>
#include <caml/mlvalues.h>

value as_closure(value f)
{
#ifndef TWIN
    Tag_val(f) = Closure_tag; /* but f may lead into a closure, and its tag is Infix_tag */
#endif
    return f;
}
