// instantiations/ocaml_runtime/checked/judge.cpp: a word or a block is not as it should be: why.
#include <strata/layer2_functional/well_formed_heap.hpp>

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

void report_held(rule broken, word v, const holder& at, const char* detail = nullptr)
{
    finding f;
    f.broken = broken;
    f.detail = detail;
    f.object = at.object;
    f.field = at.field;
    f.held = v;
    f.from = at.from;
    if (at.object != 0) f.header = load(at.object - sizeof(word));
    found(f);
}

bool is_code_allowed(const holder& at)
{
#ifdef NATIVE_CODE
    (void)at;
    return false;
#else
    // The stacks of the interpreter hold addresses of code, and of themselves.
    return at.from.kind == root_kind::stack || at.from.kind == root_kind::other_thread;
#endif
}

/// A pointer within a block: into a closure it should lead to an entry point.
void judge_inner(word v, const holder& at)
{
    const auto around = block_around(v);
    const bool in_closure =
        around != 0 && tag_of(load(around - sizeof(word))) == Closure_tag && around != v;
    report_held(in_closure ? rule::infix_header : rule::pointer_into_block, v, at,
                in_closure ? nullptr : "it leads to no block's first field");
}

/// Whether an infix header stands before `v` that leads to a young closure around it.
bool is_young_infix(word v)
{
    if (v % sizeof(word) != 0) return false;
    const auto& young = nursery();
    const auto hd = load(v - sizeof(word));
    if (tag_of(hd) != Infix_tag) return false;
    const auto around = v - sizeof(word) - heap_layout::wosize(hd) * sizeof(word);
    return around - young.begin < young.end - young.begin && around < v &&
           young.starts.test(around) && tag_of(load(around)) == Closure_tag &&
           v < end_of(around, load(around)) &&
           functional::infix::may_stand_in<heap_layout>(old().memory(), {v - sizeof(word)},
                                                        {around});
}

void judge_old_pointer(word v, const holder& at)
{
    const auto* broken =
        functional::find_pointer_defect<heap_layout>(old().memory(), old_starts(), object{v});
    const auto h = v - sizeof(word);
    if (broken == nullptr) {
        // A block by its header, but not in use: the sweep has not come to it yet. An entry point
        // of a closure is in use if that is.
        const auto around = functional::resolve<heap_layout>(old().memory(), object{v});
        if (old_starts().in_use.test(around.at)) return;
        return report_held(rule::dead_or_free_object_reached, v, at,
                           "the object is dead: it was not reachable when the last cycle started");
    }
    if (broken == functional::rule::not_free)
        return report_held(rule::dead_or_free_object_reached, v, at, broken);
    if (broken == functional::rule::not_fragment && old_starts().contains({h}))
        return report_held(rule::dead_or_free_object_reached, v, at, broken);
    if (const auto around = old_starts().around(v);
        around != 0 && !old_starts().in_use.test(around))
        return report_held(
            rule::dead_or_free_object_reached, v, at,
            "no pointer leads into a free block: an object was there, and was freed");
    judge_inner(v, at);
}

void judge_foreign_pointer(word v, const holder& at)
{
    if (current_settings().allows_naked || is_code_allowed(at)) return;
    const bool is_root = at.object == 0;
    if (v == 0) {
        if (!is_root) report_held(rule::naked_pointer, v, at, "it is null");
        return;
    }
    if (is_freed_by_c(v)) return report_held(rule::naked_pointer_to_freed, v, at);
    word hd = 0;
    const bool is_readable = read_word(v - sizeof(word), hd) && v % sizeof(word) == 0;
    if (is_readable && Color_hd(hd) == Caml_black) return;  // static data, of OCaml's or for it
    if (is_freed_by_c(v - sizeof(word))) return report_held(rule::naked_pointer_to_freed, v, at);
    if (is_root &&
        (at.from.kind == root_kind::global_root || at.from.kind == root_kind::generational_root))
        return report_held(rule::root_holds_no_value, v, at);
    if (!is_readable) return report_held(rule::raw_data_scanned, v, at, "it cannot be an address");
    report_held(rule::naked_pointer, v, at);
}

bool is_good_string(word h, word hd)
{
    const auto last = load(end_of(h, hd) - sizeof(word));
    const auto padding = last >> 56U;
    if (padding == 0) return true;
    return padding < sizeof(word) && last << 8U >> (64U - 8U * padding) == 0;
}

/// Operations that were seen to be readable.
bool are_operations(word a)
{
    static word known[64];
    auto& entry = known[a / 16 % 64];
    if (a == 0 || a % sizeof(word) != 0) return false;
    if (entry == a) return true;
    word w = 0;
    if (place_of(a) < place::static_data || !read_word(a, w)) return false;
    entry = a;
    return true;
}

}  // namespace

rule who_wrote(word h, word previous, word hd)
{
    if (previous == 0) return rule::header_overwritten;
    const auto before = load(previous), last = load(h - sizeof(word));
    if (Color_hd(before) == Caml_blue || previous + sizeof(word) == h)
        return rule::header_overwritten;
    if (tag_of(before) == String_tag)
        return is_good_string(previous, before) ? rule::header_overwritten : rule::string_overrun;
    if (tag_of(before) == Custom_tag) return rule::custom_size;
    if (tag_of(before) >= No_scan_tag) return rule::block_overrun;
    const bool is_value = (hd & 1) == 0 && place_of(hd) <= place::static_data &&
                          place_of(hd) != place::nursery_unused;
    const bool is_like_last = hd == last || ((hd & last & 1) != 0 && hd > 1);
    return is_value || is_like_last ? rule::block_overrun : rule::header_overwritten;
}

void judge_pointer(word v, const holder& at)
{
    switch (place_of(v)) {
    case place::nursery:
        if (!is_young_infix(v)) judge_inner(v, at);
        return;
    case place::nursery_unused:
    case place::retired_nursery:
        return report_held(rule::unrooted_value, v, at, "it leads to where a young object was");
    case place::old_heap:
        if (is_old_fresh()) judge_old_pointer(v, at);
        return;
    case place::static_data: return pages_of_modules.insert(v);
    case place::foreign:
    case place::unreadable: return judge_foreign_pointer(v, at);
    }
}

void judge_filler(word v, const holder& at)
{
    if (v == freed_word)
        return report_held(rule::unrooted_value, v, at,
                           "this is what an object that was freed holds");
    if (at.is_young || at.object == 0)
        return report_held(at.object == 0 ? rule::uninitialised_field : rule::unfilled_small_block,
                           v, at);
    // An object that nobody reaches need not be filled: who made it has changed his mind.
    static word unreached = 0;
    if (at.object == unreached) return;
    finding f;
    f.object = at.object;
    find_path(f);
    if (f.from.kind == root_kind::none) unreached = at.object;
    else report_held(rule::uninitialised_field, v, at);
}

void judge_header(word h, word previous)
{
    finding f;
    f.broken = who_wrote(h, previous, load(h));
    f.object = h + sizeof(word);
    f.header = f.held = load(h);
    if (f.broken != rule::header_overwritten) f.culprit = previous + sizeof(word);
    found(f);
}

void judge_bytes(word h, word hd)
{
    finding f;
    f.object = h + sizeof(word);
    f.header = hd;
    if (tag_of(hd) == String_tag && !is_good_string(h, hd)) {
        f.broken = rule::string_overrun;
        f.field = heap_layout::wosize(hd) - 1;
        f.held = load(end_of(h, hd) - sizeof(word));
        found(f);
    } else if (tag_of(hd) == Custom_tag && !are_operations(load(h + sizeof(word)))) {
        f.broken = rule::custom_size;
        f.field = 0;
        f.held = load(h + sizeof(word));
        f.detail = "its first word leads to no operations";
        found(f);
    }
}

}  // namespace strata::ocaml_runtime::checked
