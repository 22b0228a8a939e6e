// instantiations/ocaml_runtime/major_gc.cpp: slices of the major cycle, paced as OCaml's are.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/heap.hpp>

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
double backlog = 0.0;  ///< the part of a slice's work that was too much for one
bool stops_the_world = false;
double owed = 0.0;            ///< the share of a cycle that is due and not begun
double owed_elsewhere = 0.0;  ///< and of that, what memory out of the heap has made due

// What dies while a cycle marks must wait for the next one. So for most of what pays a cycle
// nothing is done, and then so many times the work of OCaml's slices: in the same memory there are
// fewer cycles, because less in it is dead when they mark.
constexpr double idle_share = 0.72;
constexpr double haste = 7.0;
/// A cycle that is due waits as long as there is more free than so many times what marking will
/// need: that memory is used anyway, and meanwhile more dies. But no longer than this.
constexpr double enough = 1.5;
constexpr double latest_share = 1.25;
/// If so large a part of what is due is for memory out of the heap, which nothing else bounds, a
/// cycle does not wait, and its slices are as long as OCaml's.
constexpr double part_of_pressed = 0.25;
/// Of what pays a cycle in OCaml. With this, programs need no more memory than there.
constexpr double pace = 0.74;
/// The most that a slice does, as OCaml has it; and so many steps of marking, which take no longer
/// than a minor collection in which much survives. But a cycle must keep up with those: in a large
/// heap a slice does at least a share of its phase.
constexpr double most_share = 0.3;
constexpr double most_steps = 800'000;
constexpr double least_share = 1.0 / 20.0;
/// The words that are swept in the time of a step of marking, if they are in long runs; and the
/// most runs of a slice. Who allocates goes on with a sweep that is late.
constexpr double words_for_step = 6.0;
constexpr std::int64_t most_runs = 400'000;
/// The words of a heap that has hardly grown. A slice sweeps no fewer: what is allocated before a
/// sweep is over touches memory that was never used.
constexpr std::int64_t small_heap = 3 * Heap_chunk_min;

/// The bytes that a slice gives back to the system: fewer than a program that needs them again
/// after all may use until the next slice.
constexpr std::size_t most_released = std::size_t{1} << 20;

double heap_words() { return static_cast<double>(Caml_state->stat_heap_wsz); }
double percent_free() { return static_cast<double>(caml_percent_free); }

/// The words that a cycle is about. If a heap is hardly used, cycles have little to do and come
/// more often; most of a small one was never touched, and shall not be.
double paced_words()
{
    const auto used = heap_words() - static_cast<double>(old().free_words());
    if (used >= heap_words() / 4.0) return heap_words();
    const auto few = heap_words() / 4.0;
    return heap_words() > small_heap ? few : std::clamp(4.0 * used, few / 4.0, few);
}

/// The share of the cycle's work that allocating so many words must pay.
double share_of(double words)
{
    return pace * words * 3.0 * (100.0 + percent_free()) / paced_words() / percent_free() / 2.0;
}

double allocated_words()
{
    return Caml_state->stat_major_words + static_cast<double>(caml_allocated_words);
}
/// The words that are allocated while a cycle marks: the more of those of the last two.
class {
public:
    void begin() { begin_ = allocated_words(); }
    void end() { last_ = {last_[1], allocated_words() - begin_}; }
    [[nodiscard]] double words() const { return std::max(last_[0], last_[1]); }

private:
    double begin_ = 0.0;
    std::array<double, 2> last_{};
} needed_to_mark;

/// Whether a cycle is due and need not wait.
bool is_cycle_due()
{
    if (owed < idle_share) return false;
    if (owed >= latest_share || owed_elsewhere >= part_of_pressed * owed) return true;
    return heap_words() <= small_heap ||
           static_cast<double>(old().free_words()) <= enough * needed_to_mark.words();
}

/// Expects  the nursery is empty.
void start_cycle()
{
    caml_gc_message(0x01, const_cast<char*>("Starting new major GC cycle\n"));
    old().grow_stack();
    owed = owed_elsewhere = 0.0;
    needed_to_mark.begin();
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
    needed_to_mark.end();
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

/// The steps of marking, for a whole cycle. In OCaml four tenths of it are for marking. Here a step
/// is a field or an object, so there are about four for three words.
double steps_of_marking()
{
    return heap_words() * 250.0 / (100.0 + percent_free()) +
           static_cast<double>(caml_incremental_roots_count);
}
/// The same of the phase under way; words are what is swept.
double steps_of_phase()
{
    return caml_gc_phase == Phase_mark ? steps_of_marking() : heap_words() * 10.0 / 3.0;
}
double most_steps_of_slice() { return std::max(most_steps, least_share * steps_of_marking()); }

/// Sweeps so many words, if there are as many. Those that it did not come to, because they are in
/// too many runs.
std::int64_t sweep_slice(std::int64_t words)
{
    constexpr std::uint64_t some = 1024;
    const auto from = old().swept_to();
    const auto wanted = std::max<std::int64_t>(words, small_heap);
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

/// The work that a share of the cycle is, and the share that work is.
std::int64_t work_of(double p) { return static_cast<std::int64_t>(p * haste * steps_of_phase()); }
double share_of_work(std::int64_t work)
{
    return static_cast<double>(work) / haste / steps_of_phase();
}
/// The largest share that a slice pays for.
double most_due(bool is_pressed)
{
    if (stops_the_world) return most_share;
    if (caml_gc_phase == Phase_idle) return is_pressed ? 1.0 : most_share;
    if (is_pressed) return (caml_gc_phase == Phase_mark ? most_share : 1.0) / haste;
    const auto steps = (caml_gc_phase == Phase_mark ? 1.0 : words_for_step) * most_steps_of_slice();
    return std::min(most_share, steps / steps_of_phase()) / haste;
}

/// What a slice should do, as a share of a cycle: that of what was allocated since the last one,
/// in the heap or held by its objects; if it is much, the rest is for the next slice.
double share_due()
{
    const auto in_heap = share_of(static_cast<double>(caml_allocated_words));
    auto p = std::max(in_heap, caml_extra_heap_resources);
    if (caml_dependent_size > 0)
        p = std::max(p, static_cast<double>(caml_dependent_allocated) * (100.0 + percent_free()) /
                            static_cast<double>(caml_dependent_size) / percent_free());
    if (caml_gc_phase == Phase_idle) owed_elsewhere += p - in_heap;
    const bool is_pressed = p - in_heap >= part_of_pressed * p;
    p += backlog;
    backlog = std::max(p - most_due(is_pressed), 0.0);
    return p - backlog;
}

/// Smooths the work over the last slices, if the program asks for that. OCaml: the window.
std::span<double> buckets()
{
    return {caml_major_ring, static_cast<std::size_t>(caml_major_window)};
}
double& bucket(int ahead)
{
    return buckets()[static_cast<std::size_t>((caml_major_ring_index + ahead) % caml_major_window)];
}
void spread(double p)
{
    for (auto& b : buckets()) b += p / caml_major_window;
}
double take_from_buckets(intnat howmuch)
{
    if (howmuch == -1) {
        const auto due = bucket(0);
        const auto spent = std::min(caml_major_work_credit, due);
        caml_major_work_credit -= spent;
        bucket(0) = 0.0;
        return due - spent;
    }
    const auto p = howmuch == 0 ? bucket(1) : share_of(static_cast<double>(howmuch));
    caml_major_work_credit = std::min(caml_major_work_credit + p, 1.0);
    return p;
}
void give_back(double p)
{
    const auto spent = std::min(p, caml_major_work_credit);
    caml_major_work_credit -= spent;
    if (p > spent) spread(p - spent);
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

bool strata::ocaml_runtime::waits_for_empty_nursery()
{
    if (stops_the_world) return owed >= 1.0;
    return caml_gc_phase == Phase_idle && is_cycle_due();
}
void strata::ocaml_runtime::pay_for_start()
{
    if (!stops_the_world) owed = std::max(owed, latest_share);
}
void strata::ocaml_runtime::set_stop_the_world(bool whole_cycles)
{
    stops_the_world = whole_cycles;
    owed = 0.0;
}

void caml_darken(value v, value*) { old().darken(word_of_value(v)); }

/// A part of the cycle: -1 for what is due, 0 for what the next slice would do, otherwise as much
/// as frees about so many words.
void caml_major_collection_slice(intnat howmuch)
{
    if (caml_major_slice_begin_hook != nullptr) caml_major_slice_begin_hook();
    compact_after_cycle();
    old().release_unused(most_released);
    spread(share_due());
    if (caml_gc_clock >= 1.0) {
        caml_gc_clock -= 1.0;
        caml_major_ring_index = (caml_major_ring_index + 1) % caml_major_window;
    }
    const auto p = take_from_buckets(howmuch);
    // What is young would have to be roots otherwise.
    const bool can_start = Caml_state->young_ptr == Caml_state->young_alloc_end;
    if (stops_the_world || caml_gc_phase == Phase_idle) {
        owed += p;
        if (can_start && waits_for_empty_nursery()) {
            if (stops_the_world) caml_finish_major_cycle();
            else start_cycle();
        }
    } else if (p <= 0) {
        give_back(p);
    } else {
        auto work = work_of(p);
        if (caml_gc_phase == Phase_mark) work = mark_slice(work);
        if (caml_gc_phase == Phase_sweep) backlog += share_of_work(sweep_slice(work));
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
        backlog = 0.0;
        start_cycle();
    }
    mark_slice(no_limit);
    while (caml_gc_phase == Phase_sweep)
        if (old().run_phase(no_limit) > 0) old().end_sweep();
    owed = 0.0;
    count_allocated_words();
}

void caml_finalise_heap()
{
    caml_empty_minor_heap();
    caml_finish_major_cycle();
    finalise_all_customs();
}

void caml_set_major_window(int window)
{
    double total = 0.0;
    for (const auto b : buckets()) total += b;
    caml_major_window = window;
    for (auto& b : buckets()) b = total / window;
}
