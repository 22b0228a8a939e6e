// instantiations/ocaml_runtime/checked/check.cpp: what is looked at around a collection, and told.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <unistd.h>

#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/checked/page.hpp>
#include <strata/instantiations/ocaml_runtime/checked/roots.hpp>
#include <strata/instantiations/ocaml_runtime/checked/scan.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

counts so_far;
const char* looking_when = nullptr;
bool is_sweep_unseen = false;      ///< it ended where nobody can look: something needed room
bool is_looking = false;           ///< so that what a page asks does not look again
bool is_asked_for = false;         ///< the program wants to know, whatever it costs
std::uint64_t last_walk_cost = 0;  ///< words of work that the last walk of the old objects took
std::uint64_t walk_credit = 0;     ///< of those, what the program has paid for by now
std::uint64_t search_credit = 0;   ///< the same, for a walk at the start of a cycle and a search

/// Times what is done while it lives.
struct timed {
    std::uint64_t since = now_in_nanoseconds();

    timed() = default;
    ~timed() { so_far.nanoseconds += now_in_nanoseconds() - since; }
    timed(const timed&) = delete;
    timed& operator=(const timed&) = delete;
};

/// Whether this collection is one of those that are looked at.
bool is_sampled()
{
    ++so_far.collections;
    const auto& s = current_settings();
    if (!s.is_on || so_far.collections % s.sample != 0) return false;
    ++so_far.checked;
    return true;
}

/// What a walk of the old objects costs is paid by allocation, so that it is never more than a few
/// times the program's own work; in a small heap there is one at each collection.
void earn_credit()
{
    const auto used =
        static_cast<std::uint64_t>(Caml_state->young_alloc_end - Caml_state->young_ptr);
    walk_credit += 16384 + used / 5;
    search_credit += 8192 + used / 16;
}
bool can_pay(std::uint64_t& credit, std::uint64_t cost)
{
    if (!current_settings().walks_always && !is_asked_for && credit < cost) return false;
    credit = 0;
    return may_walk_old();
}
bool pay_walk()
{
    const auto before = work_done();
    const bool is_whole = walk_old();
    last_walk_cost = work_done() - before;
    return is_whole;
}

void tell_summary()
{
    const auto& s = so_far;
    std::fprintf(
        stderr,
        "strata: checked %llu of %llu collections, %llu objects, %llu fields, %llu walks of "
        "the old objects, in %.2f s: %llu finding%s%s\n",
        static_cast<unsigned long long>(s.checked), static_cast<unsigned long long>(s.collections),
        static_cast<unsigned long long>(s.objects), static_cast<unsigned long long>(s.edges),
        static_cast<unsigned long long>(s.walks), static_cast<double>(s.nanoseconds) * 1e-9,
        static_cast<unsigned long long>(s.findings), s.findings == 1 ? "" : "s",
        s.over_budget ? "; the heap was too large for the budget" : "");
}
void at_end()
{
    open_heap();
    if (!current_settings().is_quiet && current_settings().is_on) tell_summary();
    if (so_far.findings == 0) return;
    std::fflush(nullptr);
    _exit(exit_code);
}

void look_at_roots()
{
    for_each_root([](root_kind kind, value* slot) {
        ++so_far.roots;
        look_at(word_of_value(*slot), false, [&] {
            return holder{0, no_field, {kind, reinterpret_cast<word>(slot), 0}, false};
        });
    });
}

}  // namespace

counts& tally() { return so_far; }
bool is_sample_near()
{
    const auto n = current_settings().sample;
    return n - so_far.collections % n <= 4;
}
std::uint64_t work_done()
{
    // A collection has a price of its own: memory comes and goes.
    return so_far.objects + so_far.edges + so_far.roots + 4096 * so_far.checked;
}
void set_when(const char* when) { looking_when = when; }
std::uint64_t now_in_nanoseconds()
{
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000U +
           static_cast<std::uint64_t>(t.tv_nsec);
}

void found(finding f)
{
    if (is_looking || !current_settings().is_on || is_repeated(f)) return;
    is_looking = true;
    ++so_far.findings;
    f.collection = so_far.collections;
    f.when = looking_when;
    f.primitive = last_primitive();
    if (f.object != 0 && was_seen(f.object - sizeof(word)))
        f.seen_whole = so_far.collections - so_far.walk_before;
    if (f.object != 0 && f.from.kind == root_kind::none && f.fault == 0) find_path(f);
    const auto* slot = reinterpret_cast<const value*>(f.from.at);
    if (f.from.registered_from == 0)
        f.from.registered_from =
            f.from.kind == root_kind::stack ? frame_of(slot) : registered_from(slot);
    report(f);
    is_looking = false;
    if (current_settings().goes_on) return;
    if (!current_settings().is_quiet) tell_summary();
    std::fflush(nullptr);
    _exit(exit_code);
}

void start()
{
    const char* text = std::getenv("STRATA_CHECK");
    // A line that a program does not expect would be taken for its own, where nobody watches.
    if (text == nullptr && isatty(STDERR_FILENO) == 0) text = "quiet";
    if (const char* wrong = text != nullptr ? change_settings(text) : nullptr) {
        std::fprintf(stderr, "STRATA_CHECK: %s\n", wrong);
        std::exit(2);
    }
    if (current_settings().page != nullptr) name_page(current_settings().page);
    std::atexit(at_end);
    install_fault_handler();
}

void look_before_minor()
{
    note_used(reinterpret_cast<word>(Caml_state->young_ptr));
    if (!is_sampled()) return;
    const timed here;
    set_when("before a minor collection");
    earn_credit();
    if (!cover_old() || !parse_nursery() || (can_pay(walk_credit, last_walk_cost) && !pay_walk()))
        return;
    check_young_objects();
    audit_registered_roots();
    remember_nursery();
    old_changes();
}
void look_after_minor()
{
    {
        const timed here;
        set_when("after a minor collection");
        judge_minor();
        note_registered_roots();
    }
    if (current_settings().is_on) move_nursery();
    set_when("between two collections");
    if (is_sweep_unseen) look_after_sweep();
}
void look_before_cycle()
{
    if (!is_sampled()) return;
    const timed here;
    set_when("before a cycle");
    earn_credit();
    if (!cover_old() || !parse_nursery()) return;
    const bool is_paid = can_pay(search_credit, 2 * last_walk_cost);
    if (is_paid && !pay_walk()) return;
    audit_registered_roots();
    look_at_roots();
    if (is_paid) old_begins_cycle();
    old_changes();
    set_when("between two collections");
}
void look_after_marking()
{
    const timed here;
    set_when("at the end of marking");
    const bool is_wanted = is_sampled() || are_lost_known();
    const bool is_seen = is_wanted && may_walk_old() && parse_nursery() && walk_old();
    if (is_seen) judge_marking();
    old_changes_by_marking(is_seen);
    set_when("between two collections");
}
void look_after_sweep()
{
    old_shrinks();
    is_sweep_unseen = Caml_state->in_minor_collection != 0 || is_allocating_old;
    if (is_sweep_unseen || !is_sampled() || !can_pay(walk_credit, last_walk_cost)) return;
    const timed here;
    set_when("after a sweep");
    if (parse_nursery()) pay_walk();
    old_changes();
    set_when("between two collections");
}
void look_after_compaction()
{
    old_moves();
    note_registered_roots();
    if (!is_sampled() || !can_pay(walk_credit, last_walk_cost)) return;
    const timed here;
    set_when("after a compaction");
    if (parse_nursery() && pay_walk()) look_at_roots();
    old_changes();
    set_when("between two collections");
}

}  // namespace strata::ocaml_runtime::checked

// --- what a program may call ---------------------------------------------------------------------

namespace checked_runtime = strata::ocaml_runtime::checked;

extern "C" {
value strata_check_set(value text), strata_check_now(value), strata_check_findings(value);
}

/// Settings as in the environment's STRATA_CHECK.
value strata_check_set(value text)
{
    if (const char* wrong = checked_runtime::change_settings(String_val(text)))
        caml_invalid_argument(wrong);
    if (const char* page = checked_runtime::current_settings().page)
        checked_runtime::name_page(page);
    caml_update_young_limit();
    return Val_unit;
}
/// A whole collection, with a look before and after it. How many findings there are by now.
value strata_check_now(value)
{
    checked_runtime::is_asked_for = true;
    caml_empty_minor_heap();
    caml_finish_major_cycle();
    checked_runtime::is_asked_for = false;
    return Val_long(checked_runtime::tally().findings);
}
value strata_check_findings(value) { return Val_long(checked_runtime::tally().findings); }
