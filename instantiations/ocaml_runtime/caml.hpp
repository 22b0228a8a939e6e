// instantiations/ocaml_runtime/caml.hpp: the headers of OCaml's own runtime, as C++ can read them.
#pragma once

extern "C" {
#include <caml/address_class.h>
#include <caml/alloc.h>
#include <caml/callback.h>
#include <caml/compact.h>
#include <caml/custom.h>
#include <caml/domain.h>
#include <caml/fail.h>
#include <caml/finalise.h>
#include <caml/freelist.h>
#include <caml/gc_ctrl.h>
#include <caml/globroots.h>
#include <caml/major_gc.h>
#include <caml/memory.h>
#include <caml/memprof.h>
#include <caml/minor_gc.h>
#include <caml/misc.h>
#include <caml/mlvalues.h>
#include <caml/roots.h>
#include <caml/signals.h>
#include <caml/stacks.h>
#include <caml/startup_aux.h>
#include <caml/sys.h>
#include <caml/weak.h>

// What these headers leave out.
extern uintnat caml_percent_free, caml_percent_max, caml_major_heap_increment;
extern uintnat caml_allocation_policy, caml_use_huge_pages;
#ifndef NATIVE_CODE
extern uintnat caml_max_stack_size;
void caml_change_max_stack_size(uintnat);
#endif
extern uintnat caml_custom_major_ratio, caml_custom_minor_ratio, caml_custom_minor_max_bsz;
}
