// instantiations/ocaml_runtime/gc_ctrl.cpp: the functions of OCaml's Gc module.
#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include <strata/layer2_functional/objects.hpp>

#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/heap.hpp>
#include <strata/instantiations/ocaml_runtime/parameters.hpp>

using namespace strata::ocaml_runtime;
namespace functional = strata::functional;

extern "C" {
extern int caml_parser_trace;
extern uintnat caml_trace_level;
uintnat caml_use_huge_pages = 0;
// Primitives, which OCaml's headers do not declare.
value caml_gc_stat(value), caml_gc_quick_stat(value), caml_gc_counters(value);
value caml_gc_minor_words(value), caml_gc_get(value), caml_gc_set(value), caml_gc_minor(value);
value caml_gc_major(value), caml_gc_full_major(value), caml_gc_major_slice(value);
value caml_gc_compaction(value), caml_gc_huge_fallback_count(value), caml_get_minor_free(value);
value caml_get_major_bucket(value), caml_get_major_credit(value), caml_runtime_variant(value);
value caml_runtime_parameters(value), caml_ml_enable_runtime_warnings(value);
value caml_ml_runtime_warnings_enabled(value);
void caml_shrink_heap(char*);
value strata_set_heap_limit(value), strata_heap_limit(value), strata_set_stop_the_world(value);
double caml_gc_minor_words_unboxed();
}

namespace {

// --- statistics ----------------------------------------------------------------------------------

struct census {
    intnat live_words = 0, live_blocks = 0, free_words = 0, free_blocks = 0;
    intnat largest_free = 0, fragments = 0;
};

/// A block that is dead counts as free, once it is known to be.
census count_blocks()
{
    census all;
    const auto& memory = old().memory();
    const bool sweeping = caml_gc_phase == Phase_sweep;
    functional::for_each_block<heap_layout>(memory, [&](header h) {
        const auto hd = memory.load(h.at);
        const auto words = static_cast<intnat>(heap_layout::wosize(hd)) + 1;
        const bool is_dead = sweeping && old().swept_to() <= h.at && !old().is_black(h);
        if (words == 1) {
            ++all.fragments;
        } else if (is_dead || heap_layout::has_color(hd, strata::color::blue)) {
            ++all.free_blocks;
            all.free_words += words;
            all.largest_free = std::max(all.largest_free, words);
        } else {
            ++all.live_blocks;
            all.live_words += words;
        }
    });
    return all;
}

/// What is known without looking at the heap, read before anything is allocated for the answer.
struct counters {
    double minor_words = caml_gc_minor_words_unboxed();
    double promoted_words = Caml_state->stat_promoted_words;
    double major_words = Caml_state->stat_major_words + static_cast<double>(caml_allocated_words);
};

value stat_record(const census& blocks)
{
    CAMLparam0();
    CAMLlocal1(result);
    const counters c;
    const auto& s = *Caml_state;
    const intnat numbers[] = {s.stat_minor_collections,
                              s.stat_major_collections,
                              s.stat_heap_wsz,
                              s.stat_heap_chunks,
                              blocks.live_words,
                              blocks.live_blocks,
                              blocks.free_words,
                              blocks.free_blocks,
                              blocks.largest_free,
                              blocks.fragments,
                              s.stat_compactions,
                              s.stat_top_heap_wsz,
                              static_cast<intnat>(caml_stack_usage()),
                              s.stat_forced_major_collections};
    result = caml_alloc_tuple(17);
    Store_field(result, 0, caml_copy_double(c.minor_words));
    Store_field(result, 1, caml_copy_double(c.promoted_words));
    Store_field(result, 2, caml_copy_double(c.major_words));
    for (mlsize_t i = 0; i < 14; ++i) Store_field(result, 3 + i, Val_long(numbers[i]));
    CAMLreturn(result);
}

/// Expects  none of them leads into the heap.
value record(std::initializer_list<value> fields)
{
    const auto result = caml_alloc_tuple(fields.size());
    mlsize_t i = 0;
    for (const auto v : fields) Field(result, i++) = v;
    return result;
}

// --- parameters ----------------------------------------------------------------------------------

uintnat stack_limit()
{
#ifdef NATIVE_CODE
    return 0;
#else
    return caml_max_stack_size;
#endif
}

/// Whether a parameter has changed, and then it is told.
template <class T>
bool change(T& parameter, T wanted, const char* message)
{
    if (parameter == wanted) return false;
    parameter = wanted;
    say(0x20, message, static_cast<uintnat>(wanted));
    return true;
}

// --- collections ---------------------------------------------------------------------------------

void collect()
{
    caml_empty_minor_heap();
    caml_finish_major_cycle();
    old().release_unused();
}
/// Also what finalisers have let go.
value collect_twice()
{
    collect();
    const auto exn = caml_process_pending_actions_exn();
    if (Is_exception_result(exn)) return exn;
    collect();
    ++Caml_state->stat_forced_major_collections;
    return Val_unit;
}
/// OCaml: `test_and_compact`.
void compact_if_due()
{
    if (free_overhead() < static_cast<double>(caml_percent_max)) return;
    caml_gc_message(0x200, const_cast<char*>("Automatic compaction triggered.\n"));
    caml_compact_heap(-1);
}
value finish(value exn)
{
    if (!Is_exception_result(exn)) exn = caml_process_pending_actions_exn();
    caml_raise_if_exception(exn);
    return Val_unit;
}

}  // namespace

#ifdef DEBUG
/// The blocks tile the heap, and no object has a colour that it cannot have now.
void caml_heap_check()
{
    const auto all = count_blocks();
    CAMLassert(all.live_words + all.free_words + all.fragments == Caml_state->stat_heap_wsz);
}
#endif

double caml_gc_minor_words_unboxed()
{
    return Caml_state->stat_minor_words +
           static_cast<double>(Caml_state->young_alloc_end - Caml_state->young_ptr);
}
value caml_gc_minor_words(value) { return caml_copy_double(caml_gc_minor_words_unboxed()); }
value caml_gc_stat(value) { return stat_record(count_blocks()); }
value caml_gc_quick_stat(value) { return stat_record({}); }
value caml_gc_counters(value)
{
    CAMLparam0();
    CAMLlocal1(result);
    const counters c;
    result = caml_alloc_tuple(3);
    Store_field(result, 0, caml_copy_double(c.minor_words));
    Store_field(result, 1, caml_copy_double(c.promoted_words));
    Store_field(result, 2, caml_copy_double(c.major_words));
    CAMLreturn(result);
}
value caml_gc_huge_fallback_count(value) { return Val_long(caml_huge_fallback_count); }
value caml_get_minor_free(value)
{
    return Val_long(Caml_state->young_ptr - Caml_state->young_alloc_start);
}
value caml_get_major_bucket(value v)
{
    const auto i = Long_val(v);
    if (i < 0) caml_invalid_argument("Gc.get_bucket");
    if (i >= caml_major_window) return Val_long(0);
    return Val_long(caml_major_ring[(i + caml_major_ring_index) % caml_major_window] * 1e6);
}
value caml_get_major_credit(value) { return Val_long(caml_major_work_credit * 1e6); }

value caml_gc_get(value)
{
    return record({Val_long(Caml_state->minor_heap_wsz), Val_long(caml_major_heap_increment),
                   Val_long(caml_percent_free), Val_long(caml_verb_gc), Val_long(caml_percent_max),
                   Val_long(stack_limit()), Val_long(caml_allocation_policy),
                   Val_long(caml_major_window), Val_long(caml_custom_major_ratio),
                   Val_long(caml_custom_minor_ratio), Val_long(caml_custom_minor_max_bsz)});
}

value caml_gc_set(value v)
{
    const auto field = [v](mlsize_t i) { return static_cast<uintnat>(Long_val(Field(v, i))); };
    caml_verb_gc = field(3);
#ifndef NATIVE_CODE
    caml_change_max_stack_size(field(5));
#endif
    change(caml_percent_free, at_least_one(field(2)), "New space overhead: %lu%%\n");
    change(caml_percent_max, field(4), "New max overhead: %lu%%\n");
    change(caml_major_heap_increment, field(1), "New heap increment: %lu\n");
    if (Wosize_val(v) >= 8) {
        const auto window = window_size(Long_val(Field(v, 7)));
        if (window != caml_major_window) caml_set_major_window(window);
    }
    if (Wosize_val(v) >= 11) {
        change(caml_custom_major_ratio, at_least_one(field(8)), "New custom major ratio: %lu%%\n");
        change(caml_custom_minor_ratio, at_least_one(field(9)), "New custom minor ratio: %lu%%\n");
        change(caml_custom_minor_max_bsz, field(10), "New custom minor size limit: %lu\n");
    }
    // `v` is gone once something is collected.
    const auto words = nursery_words(Long_val(Field(v, 0)));
    if (change(caml_allocation_policy, field(6), "New allocation policy: %lu\n")) {
        collect();
        collect();
        ++Caml_state->stat_forced_major_collections;
        caml_compact_heap(-1);
    }
    if (words != Caml_state->minor_heap_wsz) caml_set_minor_heap_size(words * sizeof(value));
    return finish(Val_unit);
}

value caml_gc_minor(value)
{
    caml_request_minor_gc();
    return finish(Val_unit);
}
value caml_gc_major(value)
{
    collect();
    compact_if_due();
    return finish(Val_unit);
}
value caml_gc_full_major(value)
{
    const auto exn = collect_twice();
    if (!Is_exception_result(exn)) compact_if_due();
    return finish(exn);
}
value caml_gc_compaction(value)
{
    const auto exn = collect_twice();
    if (!Is_exception_result(exn)) caml_compact_heap(-1);
    return finish(exn);
}
value caml_gc_major_slice(value v)
{
    // A cycle starts with an empty nursery, which pending actions see to.
    if (caml_gc_phase == Phase_idle) {
        pay_for_start();
        caml_request_major_slice();
    } else {
        caml_major_collection_slice(Long_val(v));
    }
    return finish(Val_unit), Val_long(0);
}

// --- what has no counterpart ---------------------------------------------------------------------

void caml_init_major_heap(asize_t) {}
void caml_set_allocation_policy(uintnat policy) { caml_allocation_policy = policy; }
void caml_fl_reset_and_switch_policy(intnat policy)
{
    if (policy >= 0) caml_allocation_policy = static_cast<uintnat>(policy);
}
asize_t caml_clip_heap_chunk_wsz(asize_t words) { return std::max<asize_t>(words, Heap_chunk_min); }
void caml_shrink_heap(char*) {}
void caml_shrink_mark_stack() {}

// --- for programs that know Strata ---------------------------------------------------------------

/// A hard limit of the heap in words, 0 for none. Near it the heap is collected at once, and where
/// that does not help Out_of_memory is raised.
value strata_set_heap_limit(value words)
{
    if (Long_val(words) < 0) caml_invalid_argument("strata_set_heap_limit");
    old().set_limit(static_cast<std::uint64_t>(Long_val(words)));
    return Val_unit;
}
value strata_heap_limit(value) { return Val_long(old().limit()); }
/// Whether whole major cycles are made at once, instead of slices.
value strata_set_stop_the_world(value v)
{
    set_stop_the_world(Bool_val(v));
    return Val_unit;
}

// --- about the runtime ---------------------------------------------------------------------------

value caml_runtime_variant(value) { return caml_copy_string(checked::variant); }
value caml_runtime_parameters(value)
{
    return caml_alloc_sprintf(
        "a=%d,b=%d,H=%lu,i=%lu,l=%lu,o=%lu,O=%lu,p=%d,s=%lu,t=%lu,v=%lu,w=%d,W=%lu",
        static_cast<int>(caml_allocation_policy), static_cast<int>(Caml_state->backtrace_active),
        caml_use_huge_pages, caml_major_heap_increment, stack_limit(), caml_percent_free,
        caml_percent_max, caml_parser_trace, Caml_state->minor_heap_wsz, caml_trace_level,
        caml_verb_gc, caml_major_window, caml_runtime_warnings);
}
value caml_ml_enable_runtime_warnings(value v)
{
    caml_runtime_warnings = static_cast<uintnat>(Bool_val(v));
    return Val_unit;
}
value caml_ml_runtime_warnings_enabled(value) { return Val_bool(caml_runtime_warnings); }
