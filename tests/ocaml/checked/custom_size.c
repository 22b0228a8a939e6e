/* tests/ocaml/checked/custom_size.c: a custom block is smaller than what is put into it.
   rule: custom_size; run: native bytecode
   says: custom block "org.example.point" */
#include <caml/alloc.h>
#include <caml/custom.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

struct point {
    double x, y, z;
};

static struct custom_operations point_ops = {
    "org.example.point",        custom_finalize_default,  custom_compare_default,
    custom_hash_default,        custom_serialize_default, custom_deserialize_default,
    custom_compare_ext_default, NULL,
};

value new_point(value x)
{
#ifndef TWIN
    mlsize_t size = sizeof(struct point *); /* of a pointer, not of what it leads to */
#else
    mlsize_t size = sizeof(struct point);
#endif
    double at = Double_val(x);
    value v = caml_alloc_custom(&point_ops, size, 0, 1);
    *(struct point *) Data_custom_val(v) = (struct point){at, at, at};
    return v;
}

value point_z(value v) { return caml_copy_double(((struct point *) Data_custom_val(v))->z); }
