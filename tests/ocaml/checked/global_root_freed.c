/* tests/ocaml/checked/global_root_freed.c: a root is in memory that is freed, and stays registered.
   rule: root_in_freed_memory; run: native bytecode
   says: generational global root at ... registered at open_session+ */
#include <stdlib.h>

#include <caml/alloc.h>
#include <caml/callback.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

struct session {
    int number;
    value on_close;
};

value open_session(value on_close)
{
    struct session *s = malloc(sizeof *s);
    s->number = 7;
    s->on_close = on_close;
    caml_register_generational_global_root(&s->on_close);
    return caml_copy_nativeint((intnat) s);
}

value close_session(value handle)
{
    struct session *s = (struct session *) Nativeint_val(handle);
    caml_callback(s->on_close, Val_int(s->number));
#ifdef TWIN
    caml_remove_generational_global_root(&s->on_close);
#endif
    free(s);
    return Val_unit;
}
