// instantiations/ocaml_runtime/checked/faults.cpp: who uses memory that nobody may use, is named.
#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>
#include <strata/instantiations/ocaml_runtime/checked/graveyard.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>

extern "C" {
void strata_stock_caml_enter_blocking_section(void);
void strata_stock_caml_enter_blocking_section_no_pending(void);
void strata_stock_caml_leave_blocking_section(void);
int caml_setup_stack_overflow_detection(void);
#ifdef NATIVE_CODE
void strata_stock_caml_init_signals(void);
void caml_init_signals(void);
#endif
}

namespace strata::ocaml_runtime::checked {

namespace {

struct sigaction handler_before;
/// Whether this thread is in a blocking section, and whether the heap is closed: another thread may
/// have taken the lock, and opened it.
thread_local bool is_in_blocking = false;
bool is_heap_closed = false;

void set_rights(int rights)
{
    const auto& heap = old().memory();
    const auto& s = *Caml_state;
    mprotect(reinterpret_cast<void*>(heap.begin()), heap.end() - heap.begin(), rights);
    mprotect(s.young_start, static_cast<std::size_t>(s.young_end - s.young_start) * sizeof(value),
             rights);
}
/// The system needs time for each page: the more were closed, the rarer that becomes.
bool is_guard_due()
{
    static std::uint64_t sections = 0, pages = 0;
    const auto& s = current_settings();
    if (!s.is_on || !s.guards_blocking) return false;
    const auto gap = std::uint64_t{1} << std::min<std::uint64_t>(pages >> 18U, 40);
    if (++sections % (gap * s.sample) != 0) return false;
    pages += (old().heap_words() + Caml_state->minor_heap_wsz) * sizeof(word) / page_bytes;
    return true;
}
void close_heap()
{
    if (!is_guard_due()) return;
    is_in_blocking = true;
    is_heap_closed = true;
    set_rights(PROT_NONE);
}

/// Hands the fault to who was there before: OCaml's own, which looks for stacks that are too deep.
void pass_on(int number, siginfo_t* info, void* context)
{
    if ((handler_before.sa_flags & SA_SIGINFO) != 0)
        return handler_before.sa_sigaction(number, info, context);
    if (handler_before.sa_handler != SIG_DFL && handler_before.sa_handler != SIG_IGN)
        return handler_before.sa_handler(number);
    signal(number, SIG_DFL);  // the fault comes again, and ends the program
}

bool is_closed_address(word a)
{
    const auto where = place_of(a);
    return where == place::old_heap || where == place::nursery || where == place::nursery_unused;
}

/// The block that ends where the nursery does; 0 if the address is not just behind it.
word block_before(word a)
{
    const auto end = reinterpret_cast<word>(Caml_state->young_alloc_end);
    return a - end < page_bytes ? block_around(end - sizeof(word)) : 0;
}

/// An old object that leads to where a young one was: the minor collection did not know of it.
void name_holder(finding& f)
{
    const auto was = remains_of(f.fault);
    pointing holder{};
    if (!was || find_pointing(was->object, &holder, 1) == 0) return;
    if (place_of(holder.object) != place::old_heap) return;
    f.broken = rule::unremembered_store;
    f.object = holder.object;
    f.field = holder.field;
    f.held = was->object;
    f.seen_whole = was->age;
    f.detail =
        "a collection has moved or freed the young object since, and the field was not updated";
}

void on_fault(int number, siginfo_t* info, void* context)
{
    const auto a = reinterpret_cast<word>(info->si_addr);
    const bool was_closed = is_heap_closed && is_closed_address(a);
    if (was_closed && !is_in_blocking) return open_heap();  // it has the lock, by another way
    if (!was_closed && (place_of(a) != place::retired_nursery || !current_settings().is_on))
        return pass_on(number, info, context);
    open_heap();
    finding f;
    f.broken = was_closed ? rule::used_in_blocking_section : rule::unrooted_value;
    f.fault = a;
    f.held = a;
    f.pc = static_cast<word>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
    if (was_closed) f.object = block_around(a);
    if (const auto x = block_before(a); x != 0 && !was_closed) {
        const auto rule_of_last = who_wrote(a, x - sizeof(word), 0);
        f.broken = rule_of_last == rule::header_overwritten ? rule::block_overrun : rule_of_last;
        f.object = f.culprit = x;
        f.detail = "it is the first block of the nursery: behind it there is no memory";
    } else if (!was_closed) {
        name_holder(f);
    }
    set_when("when the memory was used");
    found(f);
    _exit(exit_code);  // what faulted would fault again
}

void (*enter_before)() = nullptr;
void (*leave_before)() = nullptr;

void enter_blocking()
{
    close_heap();
    enter_before();
}
void leave_blocking()
{
    leave_before();
    is_in_blocking = false;
    open_heap();
}
/// Threads bring functions of their own.
void follow_hooks()
{
    if (caml_enter_blocking_section_hook != enter_blocking) {
        enter_before = caml_enter_blocking_section_hook;
        caml_enter_blocking_section_hook = enter_blocking;
    }
    if (caml_leave_blocking_section_hook != leave_blocking) {
        leave_before = caml_leave_blocking_section_hook;
        caml_leave_blocking_section_hook = leave_blocking;
    }
}

}  // namespace

void open_heap()
{
    if (!is_heap_closed) return;
    set_rights(PROT_READ | PROT_WRITE);
    is_heap_closed = false;
}

void install_fault_handler()
{
    struct sigaction ours = {};
    ours.sa_sigaction = on_fault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, nullptr, &handler_before);
    if ((handler_before.sa_flags & SA_SIGINFO) != 0 && handler_before.sa_sigaction == on_fault)
        return;
    sigaction(SIGSEGV, &ours, nullptr);
    caml_setup_stack_overflow_detection();
}

}  // namespace strata::ocaml_runtime::checked

/// A stack for the signals of this thread: the page about a finding needs more than OCaml's own
/// handler does.
int caml_setup_stack_overflow_detection()
{
    stack_t stack{};
    stack.ss_size = 16 * strata::ocaml_runtime::page_bytes;
    stack.ss_sp = mmap(nullptr, stack.ss_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return stack.ss_sp != MAP_FAILED ? sigaltstack(&stack, nullptr) : -1;
}
void caml_enter_blocking_section()
{
    strata::ocaml_runtime::checked::follow_hooks();
    strata_stock_caml_enter_blocking_section();
}
void caml_enter_blocking_section_no_pending()
{
    strata::ocaml_runtime::checked::follow_hooks();
    strata_stock_caml_enter_blocking_section_no_pending();
}
void caml_leave_blocking_section()
{
    strata::ocaml_runtime::checked::follow_hooks();
    strata_stock_caml_leave_blocking_section();
}
#ifdef NATIVE_CODE
void caml_init_signals()
{
    strata_stock_caml_init_signals();
    strata::ocaml_runtime::checked::install_fault_handler();
}
#endif
