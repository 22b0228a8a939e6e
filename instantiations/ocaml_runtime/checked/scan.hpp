// instantiations/ocaml_runtime/checked/scan.hpp: the fields of an object that hold values.
#pragma once

#include <strata/layer2_functional/well_formed_heap.hpp>

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>

namespace strata::ocaml_runtime::checked {

/// The address of the first field of the block at `h` that holds a value, or its end.
///
/// Expects  it is scanned, and without defect.
inline word first_value(word h, word hd)
{
    if (tag_of(hd) != Closure_tag) [[likely]]
        return h + sizeof(word);
    return h + functional::scan_from<heap_layout>(old().memory(), header{h}) * sizeof(word);
}

/// Whether the block at `h` is without defect of its kind; if not, that is reported.
inline bool look_at_kind(word h, word hd)
{
    if (tag_of(hd) != Closure_tag) [[likely]]
        return true;
    const auto* broken = functional::find_kind_defect<heap_layout>(old().memory(), header{h});
    if (broken == nullptr) return true;
    finding f;
    f.broken = rule::closure_environment;
    f.detail = broken;
    f.object = h + sizeof(word);
    f.header = hd;
    f.field = 1;
    f.held = load(h + 2 * sizeof(word));
    found(f);
    return false;
}

/// Looks at everything in the block at `h`, and calls `visit` with the address of each field that
/// leads to a young object. How many values there were.
template <class F>
std::uint64_t look_into(word h, word hd, bool is_young, F visit)
{
    if (tag_of(hd) >= No_scan_tag) {
        if (tag_of(hd) == String_tag || tag_of(hd) == Custom_tag) judge_bytes(h, hd);
        return 0;
    }
    if (!look_at_kind(h, hd)) return 0;
    const auto first = first_value(h, hd), end = end_of(h, hd);
    for (auto at = first; at < end; at += sizeof(word)) {
        const auto where = [&] {
            return holder{h + sizeof(word), (at - h) / sizeof(word) - 1, {}, is_young};
        };
        if (look_at(load(at), is_young, where)) visit(at);
    }
    return (end - first) / sizeof(word);
}

/// The object that a pointer leads to, by its header: the one around an entry point of a closure.
inline word base_of(word v)
{
    const auto h = v - sizeof(word);
    const auto hd = load(h);
    if (tag_of(hd) != Infix_tag) [[likely]]
        return h;
    return h - heap_layout::wosize(hd) * sizeof(word);
}

}  // namespace strata::ocaml_runtime::checked
