// instantiations/ocaml_runtime/major_gc.cpp: the major cycle, slice by slice.
#include <algorithm>
#include <cstdint>
#include <limits>

#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/heap.hpp>
#include <strata/instantiations/ocaml_runtime/pacing.hpp>

using namespace strata::ocaml_runtime;

// What OCaml's runtime and its programs know of the cycle.
int caml_gc_phase = Phase_idle;
int caml_gc_subphase = Subphase_mark_roots;
uintnat caml_allocated_words = 0;
double caml_extra_heap_resources = 0.0;
uintnat caml_dependent_size = 0, caml_dependent_allocated = 0;
uintnat caml_percent_free, caml_percent_max, caml_major_heap_increment;
uintnat caml_allocation_policy = caml_policy_best_fit;
asize_t caml_fl_cur_wsz = 0;
uintnat caml_fl_wsz_at_phase_change = 0;
char* caml_heap_start = nullptr;
char* caml_gc_sweep_hp = nullptr;
int caml_major_window = 1;
double caml_major_ring[Max_major_window];
int caml_major_ring_index = 0;
double caml_major_work_credit = 0.0;
double caml_gc_clock = 0.0;
void (*caml_major_gc_hook)() = nullptr;
int caml_huge_fallback_count = 0;

namespace {

constexpr auto no_limit = std::numeric_limits<std::int64_t>::max();
/// The most runs that a slice sweeps. Who allocates goes on with a sweep that is late.
constexpr std::int64_t most_runs = 400'000;
/// The bytes that a slice gives back to the system: fewer than a program that needs them again
/// after all may use until the next slice.
constexpr std::size_t most_released = std::size_t{1} << 20;

/// Expects  the nursery is empty.
void start_cycle()
{
    caml_gc_message(0x01, const_cast<char*>("Starting new major GC cycle\n"));
    old().grow_stack();
    pacing::owe_nothing();
    pacing::marking_begins();
    checked::before_cycle();
    old().start({});
    old().advance();
    begin_ephemerons();
    caml_gc_phase = Phase_mark;
    caml_gc_subphase = Subphase_mark_roots;
    caml_darken_all_roots_start();
}

/// Marking is over: weak pointers to what is dead are cleared, its finalisers called, and it can be
/// swept.
void end_marking()
{
    caml_gc_phase = Phase_clean;
    {
        const shown_colors shown;
        caml_final_update_clean_phase();
        caml_memprof_update_clean_phase();
    }
    clean_ephemerons();
    finalise_dead_customs();
    checked::marked();
    if (caml_major_gc_hook != nullptr) caml_major_gc_hook();
    old().advance();
    pacing::marking_ends();
    caml_gc_phase = Phase_sweep;
    caml_fl_wsz_at_phase_change = old().free_words();
}

/// What is left of the work.
std::int64_t mark_slice(std::int64_t work)
{
    while (work > 0 && caml_gc_phase == Phase_mark) {
        work = static_cast<std::int64_t>(old().run_phase(static_cast<std::uint64_t>(work)));
        if (work == 0) return 0;
        if (caml_gc_subphase == Subphase_mark_roots) {
            work = caml_darken_all_roots_slice(work);
            if (work > 0) caml_gc_subphase = Subphase_mark_main;
        } else if (mark_ephemerons()) {
            continue;
        } else if (caml_gc_subphase == Subphase_mark_main) {
            // What has a finaliser that is due lives until that has run.
            const shown_colors shown;
            caml_final_update_mark_phase();
            caml_gc_subphase = Subphase_mark_final;
        } else {
            end_marking();
        }
    }
    return work;
}

/// Sweeps so many words, if there are as many. Those that it did not come to, because they are in
/// too many runs.
std::int64_t sweep_slice(std::int64_t words)
{
    constexpr std::uint64_t some = 1024;
    const auto from = old().swept_to();
    const auto wanted = std::max<std::int64_t>(words, pacing::small_heap);
    auto runs = most_runs;
    std::int64_t left = wanted;
    for (; left > 0 && runs > 0; runs -= some) {
        if (old().run_phase(some) > 0) {
            old().end_sweep();
            caml_request_minor_gc();  // so that the next cycle can start
            return 0;
        }
        left = wanted - static_cast<std::int64_t>((old().swept_to() - from) / sizeof(word));
    }
    return std::max<std::int64_t>(left, 0);
}

/// After each cycle, wherever it has ended: while something is allocated no object may move. Not in
/// the slice in which it has ended, which was long enough.
void compact_after_cycle()
{
    static intnat cycles = 0;
    if (caml_gc_phase != Phase_idle || cycles == Caml_state->stat_major_collections) return;
    caml_compact_heap_maybe(free_overhead());
    cycles = Caml_state->stat_major_collections;
}

void count_allocated_words()
{
    Caml_state->stat_major_words += static_cast<double>(caml_allocated_words);
    caml_allocated_words = 0;
}

}  // namespace

void caml_darken(value v, value*) { old().darken(word_of_value(v)); }

/// A part of the cycle: -1 for what is due, 0 for what the next slice would do, otherwise as much
/// as frees about so many words.
void caml_major_collection_slice(intnat howmuch)
{
    if (caml_major_slice_begin_hook != nullptr) caml_major_slice_begin_hook();
    compact_after_cycle();
    old().release_unused(most_released);
    const auto p = pacing::share_of_slice(howmuch);
    // What is young would have to be roots otherwise.
    const bool can_start = Caml_state->young_ptr == Caml_state->young_alloc_end;
    if (pacing::makes_whole_cycles() || caml_gc_phase == Phase_idle) {
        pacing::owe(p);
        if (can_start && waits_for_empty_nursery()) {
            if (pacing::makes_whole_cycles()) caml_finish_major_cycle();
            else start_cycle();
        }
    } else if (p <= 0) {
        pacing::give_back(p);
    } else {
        auto work = pacing::work_of(p);
        if (caml_gc_phase == Phase_mark) work = mark_slice(work);
        if (caml_gc_phase == Phase_sweep) pacing::put_off(sweep_slice(work));
    }
    count_allocated_words();
    caml_dependent_allocated = 0;
    caml_extra_heap_resources = 0.0;
    if (caml_major_slice_end_hook != nullptr) caml_major_slice_end_hook();
}

/// The cycle to its end; a whole one if none is under way.
///
/// Expects  the nursery is empty.
void caml_finish_major_cycle()
{
    if (caml_gc_phase == Phase_idle) {
        pacing::forget_what_was_put_off();
        start_cycle();
    }
    mark_slice(no_limit);
    while (caml_gc_phase == Phase_sweep)
        if (old().run_phase(no_limit) > 0) old().end_sweep();
    pacing::owe_nothing();
    count_allocated_words();
}

void caml_finalise_heap()
{
    caml_empty_minor_heap();
    caml_finish_major_cycle();
    finalise_all_customs();
}
