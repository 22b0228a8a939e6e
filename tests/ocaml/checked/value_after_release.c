/* tests/ocaml/checked/value_after_release.c: a value is used while another thread may collect.
   rule: used_in_blocking_section; run: native bytecode
   says: fault ... count_spaces+ ... (stub.c: */
#include <stdlib.h>
#include <string.h>

#include <caml/memory.h>
#include <caml/mlvalues.h>
#include <caml/threads.h>

value count_spaces(value text)
{
    CAMLparam1(text);
    long n = 0;
#ifndef TWIN
    caml_release_runtime_system();
    for (const char *c = String_val(text); *c != '\0'; ++c) n += *c == ' ';
    caml_acquire_runtime_system();
#else
    char *copy = strdup(String_val(text));
    caml_release_runtime_system();
    for (const char *c = copy; *c != '\0'; ++c) n += *c == ' ';
    caml_acquire_runtime_system();
    free(copy);
#endif
    CAMLreturn(Val_long(n));
}
