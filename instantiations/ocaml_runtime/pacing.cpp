// instantiations/ocaml_runtime/pacing.cpp: what allocation pays of a cycle, as in OCaml, and when.
#include <algorithm>
#include <array>
#include <span>

#include <strata/instantiations/ocaml_runtime/heap.hpp>
#include <strata/instantiations/ocaml_runtime/pacing.hpp>

using namespace strata::ocaml_runtime;

namespace {

double backlog = 0.0;  ///< the part of a slice's work that was too much for one
bool stops_the_world = false;
double owed = 0.0;            ///< the share of a cycle that is due and not begun
double owed_elsewhere = 0.0;  ///< and of that, what memory out of the heap has made due
bool has_grown = false;       ///< the heap, while a cycle that was due waited

// What dies while a cycle marks must wait for the next one. So for most of what pays a cycle
// nothing is done, and then so many times the work of OCaml's slices: in the same memory there are
// fewer cycles, because less in it is dead when they mark.
constexpr double idle_share = 0.75;
constexpr double haste = 10.0;
/// A cycle that is due waits as long as there is more free than so many times what marking will
/// need: that memory is used anyway, and meanwhile more dies. It does not wait for memory that the
/// heap does not have yet, nor, should it never need more, beyond this share.
constexpr double enough = 1.5;
constexpr double latest_share = 5.0;
/// If so large a part of what is due is for memory out of the heap, which nothing else bounds, a
/// cycle does not wait, and its slices are as long as OCaml's.
constexpr double part_of_pressed = 0.25;
/// Of what pays a cycle in OCaml. With this, programs need no more memory than there.
constexpr double pace = 0.65;
/// The most that a slice does, as OCaml has it; and so many steps of marking, which take no longer
/// than a minor collection in which much survives. But a cycle must keep up with those: in a large
/// heap a slice does at least a share of its phase.
constexpr double most_share = 0.3;
constexpr double most_steps = 700'000;
constexpr double least_share = 0.07;
/// The words that are swept in the time of a step of marking, if they are in long runs.
constexpr double words_for_step = 6.0;

double heap_words() { return static_cast<double>(Caml_state->stat_heap_wsz); }
double percent_free() { return static_cast<double>(caml_percent_free); }

/// The words that a cycle is about. If a heap is hardly used, cycles have little to do and come
/// more often; most of a small one was never touched, and shall not be.
double paced_words()
{
    const auto used = heap_words() - static_cast<double>(old().free_words());
    if (used >= heap_words() / 4.0) return heap_words();
    const auto few = heap_words() / 4.0;
    return heap_words() > pacing::small_heap ? few : std::clamp(4.0 * used, few / 4.0, few);
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

/// Whether so much of what is due, if anything is, is for memory out of the heap.
bool presses(double elsewhere, double all) { return elsewhere > part_of_pressed * all; }

/// Whether a cycle is due and need not wait.
bool is_cycle_due()
{
    if (owed < idle_share) return false;
    if (owed >= latest_share || has_grown || presses(owed_elsewhere, owed)) return true;
    return heap_words() <= pacing::small_heap ||
           static_cast<double>(old().free_words()) <= enough * needed_to_mark.words();
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
    const bool is_pressed = presses(p - in_heap, p);
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

}  // namespace

namespace strata::ocaml_runtime {

double pacing::share_of_slice(intnat howmuch)
{
    spread(share_due());
    if (caml_gc_clock >= 1.0) {
        caml_gc_clock -= 1.0;
        caml_major_ring_index = (caml_major_ring_index + 1) % caml_major_window;
    }
    return take_from_buckets(howmuch);
}
void pacing::give_back(double p)
{
    const auto spent = std::min(p, caml_major_work_credit);
    caml_major_work_credit -= spent;
    if (p > spent) spread(p - spent);
}
std::int64_t pacing::work_of(double p)
{
    return static_cast<std::int64_t>(p * haste * steps_of_phase());
}
void pacing::put_off(std::int64_t work) { backlog += share_of_work(work); }

void pacing::owe(double p) { owed += p; }
void pacing::owe_nothing()
{
    owed = owed_elsewhere = 0.0;
    has_grown = false;
}
void pacing::heap_grows() { has_grown = has_grown || owed >= idle_share; }
void pacing::forget_what_was_put_off() { backlog = 0.0; }
void pacing::marking_begins() { needed_to_mark.begin(); }
void pacing::marking_ends() { needed_to_mark.end(); }
bool pacing::makes_whole_cycles() { return stops_the_world; }

bool waits_for_empty_nursery()
{
    if (stops_the_world) return owed >= 1.0;
    return caml_gc_phase == Phase_idle && is_cycle_due();
}
void pay_for_start()
{
    if (!stops_the_world) owed = std::max(owed, latest_share);
}
void set_stop_the_world(bool whole_cycles)
{
    stops_the_world = whole_cycles;
    pacing::owe_nothing();
}

}  // namespace strata::ocaml_runtime

void caml_set_major_window(int window)
{
    double total = 0.0;
    for (const auto b : buckets()) total += b;
    caml_major_window = window;
    for (auto& b : buckets()) b = total / window;
}
