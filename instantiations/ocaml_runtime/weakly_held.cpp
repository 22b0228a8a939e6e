// instantiations/ocaml_runtime/weakly_held.cpp: what finalisers and Memprof hold, and do not keep.
#include <strata/instantiations/ocaml_runtime/heap.hpp>

using namespace strata::ocaml_runtime;

namespace {

value (*replacement)(value) = nullptr;

/// Colours an old object, and leaves a young one or a number as it is.
template <class Color>
void recolor(value v, Color color_of)
{
    const auto& memory = old().memory();
    const strata::value_of<heap_layout> x{word_of_value(v)};
    if (!heap_layout::is_pointer(x.at) || !strata::within<heap_layout>(memory, x)) return;
    const auto h = strata::hd_address<heap_layout>(x);
    const auto hd = memory.load(h.at);
    heap_memory{memory}.store(h.at, heap_layout::color_header(hd, color_of(h, hd)));
}

}  // namespace

/// A slot of what holds a value weakly: the runtime calls this only when it is asked to.
void caml_invert_root(value v, value* p) { *p = replacement(v); }

void strata::ocaml_runtime::replace_weakly_held(value (*f)(value))
{
    replacement = f;
    caml_final_invert_finalisable_values();
    caml_memprof_invert_tracked();
}

shown_colors::shown_colors()
{
    replace_weakly_held([](value v) {
        recolor(v, [](header h, word hd) {
            return old().is_black(h) ? strata::color::black : strata::color_of<heap_layout>(hd);
        });
        return v;
    });
}
shown_colors::~shown_colors()
{
    replace_weakly_held([](value v) {
        recolor(v, [](header, word hd) {
            const auto c = strata::color_of<heap_layout>(hd);
            return c == strata::color::black ? strata::color::white : c;
        });
        return v;
    });
}
