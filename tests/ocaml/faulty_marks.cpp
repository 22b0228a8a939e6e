// tests/ocaml/faulty_marks.cpp: what a collector with a bug would do to its marks.
#include <strata/instantiations/ocaml_runtime/heap.hpp>

using namespace strata::ocaml_runtime;

namespace {

value kept = Val_unit;

/// Calls `change` with the memory, and with where an object begins and how many words it has.
template <class F>
void change_marks(value v, F change)
{
    heap_memory memory{old().memory()};
    change(memory, word_of_value(v) - sizeof(word), static_cast<word>(Whsize_val(v)));
}

}  // namespace

extern "C" {

/// Takes the marks off an object, if a cycle is marking; whether it is.
value unmark(value v)
{
    if (caml_gc_phase != Phase_mark) return Val_false;
    change_marks(v, [](heap_memory& memory, word h, word words) { memory.unmark(h, words); });
    return Val_true;
}

/// Keeps what the collector does not know of, and may mark it.
value keep(value v)
{
    kept = v;
    return Val_unit;
}
value kept_value(value) { return kept; }
value mark_kept(value unit)
{
    change_marks(kept, [](heap_memory& memory, word h, word words) { memory.mark(h, words); });
    return unit;
}

}  // extern "C"
