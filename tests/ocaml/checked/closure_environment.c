/* tests/ocaml/checked/closure_environment.c: a closure says that its environment begins elsewhere.
   rule: closure_environment; run: native bytecode
   says: <- wrong: arity 1, environment from field 5 */
#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

/* A copy of a closure of one function. */
value copy(value f)
{
    CAMLparam1(f);
    mlsize_t n = Wosize_val(f), i;
    value g = caml_alloc_small(n, Closure_tag);
    for (i = 0; i < n; ++i) Field(g, i) = Field(f, i);
#ifndef TWIN
    Closinfo_val(g) = Make_closinfo(1, n + 2); /* of one argument; the environment starts behind it */
#endif
    CAMLreturn(g);
}
