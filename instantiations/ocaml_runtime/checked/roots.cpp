// instantiations/ocaml_runtime/checked/roots.cpp: the roots, and what is wrong with those of C.
#include <strata/instantiations/ocaml_runtime/checked/roots.hpp>

#include <cstdlib>

#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>

extern "C" {
#include <caml/skiplist.h>
#ifdef NATIVE_CODE
#include <caml/stack.h>
#else
#include <caml/interp.h>
#endif
extern struct skiplist caml_global_roots, caml_global_roots_young, caml_global_roots_old;
// The functions of the stock runtime, under the names that the archive gives them.
void strata_stock_caml_register_global_root(value*);
void strata_stock_caml_remove_global_root(value*);
void strata_stock_caml_register_generational_global_root(value*);
void strata_stock_caml_remove_generational_global_root(value*);
void strata_stock_caml_modify_generational_global_root(value*, value);
#ifdef NATIVE_CODE
void strata_stock_caml_register_dyn_global(void*);
void caml_register_dyn_global(void*);
#endif
}

namespace strata::ocaml_runtime::checked {

namespace {

/// A variable of C code that was registered.
struct registered {
    value* slot;
    std::uintptr_t from;  ///< return address of the call
    value told;           ///< what a generational one was given, or the collector put there
    bool is_generational;
};

/// Sorted by address. Threads that hold no lock of OCaml's free memory: they must not look while it
/// changes.
struct {
    registered* all;
    std::size_t size, capacity;
    volatile char is_locked;
} registered_roots{};

struct table_lock {
    table_lock()
    {
        while (__atomic_test_and_set(&registered_roots.is_locked, __ATOMIC_ACQUIRE)) {
        }
    }
    ~table_lock() { __atomic_clear(&registered_roots.is_locked, __ATOMIC_RELEASE); }
    table_lock(const table_lock&) = delete;
    table_lock& operator=(const table_lock&) = delete;
};

std::size_t first_at_or_after(const value* slot)
{
    std::size_t low = 0, high = registered_roots.size;
    while (low < high) {
        const auto middle = (low + high) / 2;
        if (registered_roots.all[middle].slot < slot) low = middle + 1;
        else high = middle;
    }
    return low;
}
registered* find_registered(const value* slot)
{
    const auto i = first_at_or_after(slot);
    return i < registered_roots.size && registered_roots.all[i].slot == slot
               ? &registered_roots.all[i]
               : nullptr;
}

root described(const registered& r)
{
    return {r.is_generational ? root_kind::generational_root : root_kind::global_root,
            reinterpret_cast<word>(r.slot), r.from};
}
void report_root(rule broken, const registered& r, const char* detail, word culprit = 0)
{
    finding f;
    f.broken = broken;
    f.detail = detail;
    f.from = described(r);
    f.culprit = culprit;
    if (word w = 0; read_word(reinterpret_cast<word>(r.slot), w)) f.held = w;
    found(f);
}

void add_root(value* slot, std::uintptr_t from, bool is_generational)
{
    if (const auto* known = find_registered(slot)) {
        const auto first = *known;
        report_root(rule::root_registered_twice, {slot, from, *slot, is_generational},
                    first.is_generational == is_generational
                        ? "it was registered before, and is registered again"
                        : "it was registered before as a root of the other kind",
                    first.from);
        return;
    }
    const table_lock locked;
    if (registered_roots.size == registered_roots.capacity) {
        const auto capacity = registered_roots.capacity * 2 + 64;
        auto* all = static_cast<registered*>(
            mmap(nullptr, whole_pages(capacity * sizeof(registered)), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        if (all == MAP_FAILED) return;
        std::memcpy(all, registered_roots.all, registered_roots.size * sizeof(registered));
        if (registered_roots.all != nullptr)
            munmap(registered_roots.all,
                   whole_pages(registered_roots.capacity * sizeof(registered)));
        registered_roots.all = all;
        registered_roots.capacity = capacity;
    }
    const auto i = first_at_or_after(slot);
    std::memmove(registered_roots.all + i + 1, registered_roots.all + i,
                 (registered_roots.size - i) * sizeof(registered));
    registered_roots.all[i] = {slot, from, *slot, is_generational};
    ++registered_roots.size;
}
void remove_root(value* slot, std::uintptr_t from, bool is_generational)
{
    const auto* known = find_registered(slot);
    if (known == nullptr || known->is_generational != is_generational) {
        const registered removed{slot, from, Val_unit, is_generational};
        report_root(rule::root_not_registered, removed,
                    known == nullptr ? "it is no root, or no longer one"
                                     : "it was registered as a root of the other kind");
        if (known == nullptr) return;
    }
    const table_lock locked;
    const auto i = first_at_or_after(slot);
    std::memmove(registered_roots.all + i, registered_roots.all + i + 1,
                 (registered_roots.size - i - 1) * sizeof(registered));
    --registered_roots.size;
}

std::uintptr_t address_of(const void* code) { return reinterpret_cast<std::uintptr_t>(code); }

/// The visit under way: the runtime's functions take no context.
struct {
    root_visitor visit;
    weak_visitor visit_weak;
    void* context;
    root_kind kind;
} under_visit{};

void visit_slot(value, value* slot)
{
    under_visit.visit(under_visit.kind, slot, under_visit.context);
}
void visit_list(const skiplist& list, root_kind kind)
{
    for (const auto* e = list.forward[0]; e != nullptr; e = e->forward[0])
        under_visit.visit(kind, reinterpret_cast<value*>(e->key), under_visit.context);
}
void visit_local_roots()
{
    for (const auto* r = Caml_state->local_roots; r != nullptr; r = r->next)
        for (intnat i = 0; i < r->ntables; ++i)
            for (intnat j = 0; j < r->nitems; ++j)
                under_visit.visit(root_kind::local_root, &r->tables[i][j], under_visit.context);
}

#ifdef NATIVE_CODE
/// Modules that were loaded; the runtime has a list of them that nobody else sees.
struct loaded_module {
    void* globals;
    loaded_module* next;
}* loaded = nullptr;

void visit_module(const value* glob)
{
    for (; *glob != 0; ++glob)
        for (mlsize_t j = 0; j < Wosize_val(*glob); ++j)
            under_visit.visit(root_kind::ocaml_global, &Field(*glob, j), under_visit.context);
}
void visit_ocaml_roots()
{
    for (int i = 0; caml_globals[i] != nullptr; ++i) visit_module(caml_globals[i]);
    for (const auto* m = loaded; m != nullptr; m = m->next)
        visit_module(static_cast<const value*>(m->globals));
    under_visit.kind = root_kind::stack;
    caml_do_local_roots_nat(visit_slot, Caml_state->bottom_of_stack,
                            Caml_state->last_return_address, Caml_state->gc_regs, nullptr);
}
#else
void visit_ocaml_roots()
{
    under_visit.visit(root_kind::ocaml_global, &caml_global_data, under_visit.context);
    under_visit.kind = root_kind::stack;
    caml_do_local_roots_byt(visit_slot, Caml_state->extern_sp, Caml_state->stack_high, nullptr);
}
#endif

/// Whether this is stack that a function which has returned had.
bool is_left_stack(word a)
{
    const auto now = reinterpret_cast<word>(__builtin_frame_address(0));
    return a < now && now - a < 8 * page_bytes;
}

/// `checked_page` is one that can be read: they come sorted.
void audit_root(registered& r, word& checked_page)
{
    const auto at = reinterpret_cast<word>(r.slot);
    word held = 0;
    if (at / page_bytes != checked_page && (!read_word(at, held) || is_left_stack(at)))
        return report_root(rule::root_in_freed_memory, r, "there is no memory there any more");
    checked_page = at / page_bytes;
    if (r.is_generational && *r.slot != r.told) {
        report_root(rule::generational_root_modified, r, "it holds another value than it was given",
                    word_of_value(r.told));
        r.told = *r.slot;
    }
}

#ifdef NATIVE_CODE
const frame_descr* descriptor_of(uintnat return_address)
{
    for (auto h = Hash_retaddr(return_address);; h = (h + 1) & caml_frame_descriptors_mask)
        if (caml_frame_descriptors[h]->retaddr == return_address) return caml_frame_descriptors[h];
}
bool is_live_in(const frame_descr& d, const char* sp, const value* regs, const value* slot)
{
    for (int i = 0; i < d.num_live; ++i) {
        const auto offset = d.live_ofs[i];
        const auto* at =
            (offset & 1) != 0 ? regs + (offset >> 1) : reinterpret_cast<const value*>(sp + offset);
        if (at == slot) return true;
    }
    return false;
}
#endif

}  // namespace

#ifdef NATIVE_CODE
std::uintptr_t frame_of(const value* slot)
{
    const char* sp = Caml_state->bottom_of_stack;
    const value* regs = Caml_state->gc_regs;
    uintnat return_address = Caml_state->last_return_address;
    while (sp != nullptr) {
        const auto& d = *descriptor_of(return_address);
        if (d.frame_size == 0xFFFF) {  // C code called OCaml code: the part before that
            const auto* context = Callback_link(sp);
            sp = context->bottom_of_stack;
            return_address = context->last_retaddr;
            regs = context->gc_regs;
            continue;
        }
        if (is_live_in(d, sp, regs, slot)) return return_address;
        sp += d.frame_size & 0xFFFC;
        return_address = Saved_return_address(sp);
    }
    return 0;
}

namespace {

intnat settled_globals = 0;

bool is_in_module(const value* slot, const value* glob)
{
    for (; *glob != 0; ++glob)
        if (slot >= &Field(*glob, 0) && slot < &Field(*glob, Wosize_val(*glob))) return true;
    return false;
}

}  // namespace

bool is_settled_global(const value* slot)
{
    for (intnat i = 0; i < settled_globals && caml_globals[i] != nullptr; ++i)
        if (is_in_module(slot, caml_globals[i])) return true;
    return false;
}
void settle_globals() { settled_globals = caml_globals_inited; }
#else
std::uintptr_t frame_of(const value*) { return 0; }
bool is_settled_global(const value*) { return false; }
void settle_globals() {}
#endif

void visit_roots(root_visitor visit, void* context)
{
    under_visit = {visit, nullptr, context, root_kind::none};
    visit_ocaml_roots();
    visit_local_roots();
    visit_list(caml_global_roots, root_kind::global_root);
    visit_list(caml_global_roots_young, root_kind::generational_root);
    visit_list(caml_global_roots_old, root_kind::generational_root);
    under_visit.kind = root_kind::finaliser;
    caml_final_do_roots(visit_slot);
    under_visit.kind = root_kind::memprof;
    caml_memprof_do_roots(visit_slot);
    under_visit.kind = root_kind::other_thread;
    if (caml_scan_roots_hook != nullptr) caml_scan_roots_hook(visit_slot);
}

void visit_weakly_held(weak_visitor visit, void* context)
{
    under_visit = {nullptr, visit, context, root_kind::finaliser};
    replace_weakly_held([](value v) {
        under_visit.visit_weak(v, under_visit.context);
        return v;
    });
}

std::uintptr_t registered_from(const value* slot)
{
    const auto* r = find_registered(slot);
    return r == nullptr ? 0 : r->from;
}
void audit_registered_roots()
{
    word checked_page = 0;
    for (std::size_t i = 0; i < registered_roots.size; ++i)
        audit_root(registered_roots.all[i], checked_page);
}
void note_registered_roots()
{
    for (std::size_t i = 0; i < registered_roots.size; ++i)
        if (registered_roots.all[i].is_generational)
            registered_roots.all[i].told = *registered_roots.all[i].slot;
}
void forget_registered_roots() { registered_roots.size = 0; }
bool are_there_registered_roots() { return registered_roots.size != 0; }
void audit_freed(word begin, word end)
{
    if (registered_roots.size == 0 || registered_roots.is_locked) return;
    registered hit{};
    {
        const table_lock locked;
        const auto i = first_at_or_after(reinterpret_cast<const value*>(begin));
        if (i >= registered_roots.size ||
            reinterpret_cast<word>(registered_roots.all[i].slot) >= end)
            return;
        hit = registered_roots.all[i];
    }
    report_root(rule::root_in_freed_memory, hit, "the memory that it lies in is being freed",
                begin);
}

}  // namespace strata::ocaml_runtime::checked

// --- what C code calls ---------------------------------------------------------------------------

namespace checked_ns = strata::ocaml_runtime::checked;

void caml_register_global_root(value* slot)
{
    checked_ns::add_root(slot, checked_ns::address_of(__builtin_return_address(0)), false);
    strata_stock_caml_register_global_root(slot);
}
void caml_remove_global_root(value* slot)
{
    checked_ns::remove_root(slot, checked_ns::address_of(__builtin_return_address(0)), false);
    strata_stock_caml_remove_global_root(slot);
}
void caml_register_generational_global_root(value* slot)
{
    checked_ns::add_root(slot, checked_ns::address_of(__builtin_return_address(0)), true);
    strata_stock_caml_register_generational_global_root(slot);
}
void caml_remove_generational_global_root(value* slot)
{
    checked_ns::remove_root(slot, checked_ns::address_of(__builtin_return_address(0)), true);
    strata_stock_caml_remove_generational_global_root(slot);
}
void caml_modify_generational_global_root(value* slot, value v)
{
    strata_stock_caml_modify_generational_global_root(slot, v);
    if (auto* r = checked_ns::find_registered(slot)) r->told = v;
}
#ifdef NATIVE_CODE
void caml_register_dyn_global(void* globals)
{
    auto* m = static_cast<checked_ns::loaded_module*>(caml_stat_alloc(sizeof *checked_ns::loaded));
    *m = {globals, checked_ns::loaded};
    checked_ns::loaded = m;
    strata_stock_caml_register_dyn_global(globals);
}
#endif
