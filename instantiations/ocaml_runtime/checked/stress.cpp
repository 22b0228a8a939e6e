// instantiations/ocaml_runtime/checked/stress.cpp: more collections than are due.
#include <algorithm>

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>
#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>

extern "C" {
value caml_do_pending_actions_exn(void);
value caml_memprof_handle_postponed_exn(void);
extern value* caml_memprof_young_trigger;
}

namespace strata::ocaml_runtime::checked {

void fill_nursery(word down_to);

namespace {

std::uint64_t allocations = 0, forced = 0;

/// What is looked at beyond this must be paid for by allocation: about a tenth of a second.
constexpr std::uint64_t free_work = 30'000'000;
std::uint64_t words_allocated()
{
    return static_cast<std::uint64_t>(Caml_state->stat_minor_words + Caml_state->stat_major_words);
}

/// Collections are so many allocations apart; `never` if none is forced.
std::uint64_t allocations_apart()
{
    const auto& s = current_settings();
    if (!s.is_on || s.every == never) return never;
    if (s.every != 0) return s.every;
    if (s.sample > 1) return never;  // few of them would be looked at
    const auto gap = std::uint64_t{1} << std::min<std::uint64_t>(forced / 1000, 40);
    if (gap > Caml_state->minor_heap_wsz / 8 || work_done() > free_work + words_allocated())
        return never;
    return gap;
}

/// A collection is due at the first allocation after this has been reached. An allocation is taken
/// for four words, unless they are counted.
value* next_stop()
{
    auto& s = *Caml_state;
    const auto gap = allocations_apart();
    if (gap == never) return s.young_alloc_start;
    if (current_settings().every != 0) return s.young_alloc_end;
    const auto used = static_cast<std::uint64_t>(s.young_alloc_end - s.young_alloc_start);
    return (gap - 1) * 4 >= used ? s.young_alloc_start : s.young_alloc_end - (gap - 1) * 4;
}
/// Below this an allocation takes the slow path. It is less than what is free: else a loop that
/// allocates nothing would take that path too, each time it asks if there is something to do.
value* next_limit() { return std::min(next_stop(), Caml_state->young_ptr - 1); }

bool is_due()
{
    const auto gap = allocations_apart();
    if (gap == never) return false;
    if (current_settings().every != 0) return ++allocations % gap == 0;
    return Caml_state->young_ptr <= next_stop();
}

}  // namespace

void count_allocation()
{
    auto& s = *Caml_state;
    if (s.young_ptr == s.young_alloc_end || !is_due()) return;
    ++forced;
    s.requested_minor_gc = 1;
    if (const auto full = current_settings().full; full != 0 && forced % full == 0) {
        caml_empty_minor_heap();
        caml_finish_major_cycle();
    }
}
void arm() { caml_update_young_limit(); }

void fill_old(value v)
{
    std::fill_n(reinterpret_cast<word*>(v), Wosize_val(v), fresh_word);
    const auto gap = allocations_apart();
    if (gap == 1 || (gap != never && ++allocations % gap == 0)) caml_request_minor_gc();
}

}  // namespace strata::ocaml_runtime::checked

// The archive makes the stock runtime's own of these weak.

void caml_update_young_limit()
{
    auto& s = *Caml_state;
    auto* limit = std::max(caml_memprof_young_trigger, s.young_trigger);
    if (strata::ocaml_runtime::checked::is_on)
        limit = std::max(limit, strata::ocaml_runtime::checked::next_limit());
    if (caml_something_to_do) limit = s.young_alloc_end;
    s.young_limit = limit;
    strata::ocaml_runtime::checked::fill_nursery(
        reinterpret_cast<strata::ocaml_runtime::word>(std::min(s.young_ptr, limit)));
}

value caml_do_pending_actions_exn()
{
    caml_something_to_do = 0;
    caml_check_urgent_gc(Val_unit);
    caml_update_young_limit();
    auto result = caml_process_pending_signals_exn();
    if (!Is_exception_result(result)) result = caml_memprof_handle_postponed_exn();
    if (!Is_exception_result(result)) result = caml_final_do_calls_exn();
    if (!Is_exception_result(result)) return Val_unit;
    // What was not run yet must be.
    caml_set_action_pending();
    return result;
}
