/* tests/ocaml/links_of/main.c: starts OCaml, calls it many times, shuts it down. */
#include <caml/alloc.h>
#include <caml/callback.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>
#include <stdio.h>

CAMLextern void caml_shutdown(void);

int main(int argc, char** argv)
{
    caml_startup(argv);
    const value* work = caml_named_value("work");
    if (work == NULL) return 1;
    for (int i = 1; i <= 60; ++i) printf("%ld ", (long) Long_val(caml_callback(*work, Val_int(i * 20))));
    printf("\n");
    fflush(stdout);
    caml_shutdown();
    (void) argc;
    return 0;
}
