// instantiations/ocaml_runtime/memory.cpp: the write barrier, and objects made in the major heap.
#include <algorithm>

#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/heap.hpp>

using namespace strata::ocaml_runtime;

namespace strata::ocaml_runtime {

// Not in its own file: the linker takes this one for `caml_modify`, whatever else a program needs.
constinit heap_storage storage{};

value allocate_old(mlsize_t wosize, tag_t tag)
{
    if (wosize > Max_wosize) return 0;
    auto room = old().room();
    auto to = old().memory();
    const auto h = room.take(to, wosize);
    if (!h) return 0;
    to.store(h->at, heap_layout::make_header(wosize, room.color_at(*h), tag));
    const auto v = value_of_word(strata::f_address<heap_layout>(*h).at);
    if (tag == Custom_tag) register_custom(v);
    checked::allocated_old(v);
    // A share of the heap is used up between two slices: the cycle must keep pace.
    if (caml_allocated_words > Caml_state->minor_heap_wsz) caml_request_major_slice();
    return v;
}

namespace {

value or_raise(value v)
{
    if (v == 0) caml_raise_out_of_memory();
    return v;
}

}  // namespace
}  // namespace strata::ocaml_runtime

// --- stores --------------------------------------------------------------------------------------

// Weak, as OCaml's own are: a program may bring another barrier.
CAMLweakdef void caml_modify(value* fp, value v)
{
    gc().modify(reinterpret_cast<word>(fp), word_of_value(v));
}

/// The field may be one of a young object, or of a block that is not OCaml's at all.
CAMLweakdef void caml_initialize(value* fp, value v)
{
    *fp = v;
    if (!Is_young(reinterpret_cast<value>(fp)) && Is_block(v) && Is_young(v))
        add_to_ref_table(Caml_state->ref_table, fp);
}

// --- objects -------------------------------------------------------------------------------------

value caml_alloc_shr(mlsize_t wosize, tag_t tag)
{
    const auto v = or_raise(allocate_old(wosize, tag));
    caml_memprof_track_alloc_shr(v);
    return v;
}
value caml_alloc_shr_with_profinfo(mlsize_t wosize, tag_t tag, intnat)
{
    return caml_alloc_shr(wosize, tag);
}
value caml_alloc_shr_for_minor_gc(mlsize_t wosize, tag_t tag, header_t)
{
    return or_raise(allocate_old(wosize, tag));
}
/// A string may become many objects at once: those that are read from a channel or a string are.
value caml_alloc_shr_no_track_noexc(mlsize_t wosize, tag_t tag)
{
    const auto v = allocate_old(wosize, tag);
    if (v != 0 && tag == String_tag) register_blocks(v);
    return v;
}
color_t caml_allocation_color(void* hp)
{
    const auto color = old().room().color_at({reinterpret_cast<word>(hp)});
    return Color_hd(heap_layout::make_header(0, color, 0));
}

// --- memory that is not the heap's, but that its objects hold ------------------------------------

void caml_adjust_gc_speed(mlsize_t resources, mlsize_t max)
{
    if (max == 0) max = 1;
    resources = std::min(resources, max);
    caml_extra_heap_resources += static_cast<double>(resources) / static_cast<double>(max);
    if (caml_extra_heap_resources > 1.0) {
        caml_extra_heap_resources = 1.0;
        caml_request_major_slice();
    }
}
void caml_alloc_dependent_memory(mlsize_t bytes)
{
    caml_dependent_size += bytes / sizeof(value);
    caml_dependent_allocated += bytes / sizeof(value);
}
void caml_free_dependent_memory(mlsize_t bytes)
{
    caml_dependent_size -= std::min<mlsize_t>(caml_dependent_size, bytes / sizeof(value));
}

// --- what OCaml on a 64-bit machine never calls --------------------------------------------------

char* caml_alloc_for_heap(asize_t) { return nullptr; }
void caml_free_for_heap(char*) {}
int caml_add_to_heap(char*) { return -1; }
