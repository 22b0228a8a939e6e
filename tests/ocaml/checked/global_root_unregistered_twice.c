/* tests/ocaml/checked/global_root_unregistered_twice.c: a root is removed once more than it was registered.
   rule: root_not_registered; run: native bytecode
   says: global root handler at ... removed at clear_handler+ */
#include <caml/memory.h>
#include <caml/mlvalues.h>

static value handler = Val_unit;
static int is_root = 0;

value set_handler(value f)
{
    handler = f;
    if (!is_root) caml_register_global_root(&handler);
    is_root = 1;
    return Val_unit;
}

value clear_handler(value unit)
{
#ifdef TWIN
    if (is_root)
#endif
        caml_remove_global_root(&handler);
    is_root = 0;
    return Val_unit;
}
