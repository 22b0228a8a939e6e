// instantiations/ocaml_runtime/minor_gc.cpp: the nursery as OCaml's runtime knows it.
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/heap.hpp>

using namespace strata::ocaml_runtime;
namespace imperative = strata::imperative;

namespace {

using minor_state = decltype(gc().begin_minor());

/// The minor collection under way: parts of the runtime that stay hand over their roots one by one.
union {
    char none;
    minor_state s;
} minor{};
bool is_under_way = false;

minor_state& under_way()
{
    if (!is_under_way) {
        gc().young().next = reinterpret_cast<word>(Caml_state->young_ptr);
        new (&minor.s) minor_state(gc().begin_minor());
        is_under_way = true;
    }
    return minor.s;
}

void expect_room(const minor_state& s)
{
    if (!s.ok) caml_fatal_error("out of memory: no room for what survives a minor collection");
}

/// The young object that a key or the data of an ephemeron leads to; 0 if it leads elsewhere.
value young_object(value v)
{
    if (v == caml_ephe_none || !Is_block(v) || !Is_young(v)) return 0;
    if (Hd_val(v) != 0 && Tag_val(v) == Infix_tag) return v - Infix_offset_val(v);
    return v;
}
bool has_moved(value young) { return Hd_val(young) == 0; }

/// Everything out of the nursery is alive.
bool keys_survive(value ephemeron)
{
    for (mlsize_t i = CAML_EPHE_FIRST_KEY; i < Wosize_val(ephemeron); ++i) {
        const auto young = young_object(Field(ephemeron, i));
        if (young != 0 && !has_moved(young)) return false;
    }
    return true;
}

/// Promotes the data of ephemerons whose keys are alive. Whether there was any.
bool promote_ephemeron_data()
{
    bool any = false;
    const auto& table = *Caml_state->ephe_ref_table;
    for (auto* e = table.base; e < table.ptr; ++e) {
        if (e->offset != CAML_EPHE_DATA_OFFSET) continue;
        value& data = Field(e->ephe, CAML_EPHE_DATA_OFFSET);
        const auto young = young_object(data);
        if (young == 0) continue;
        if (!has_moved(young) && !keys_survive(e->ephe)) continue;
        any = any || !has_moved(young);
        caml_oldify_one(data, &data);
    }
    return any;
}

/// Keys that have moved are followed; those that have not are dead, and their ephemerons empty.
void update_ephemeron_keys()
{
    const auto& table = *Caml_state->ephe_ref_table;
    for (auto* e = table.base; e < table.ptr; ++e) {
        if (e->offset >= Wosize_val(e->ephe)) continue;  // it was truncated
        value& key = Field(e->ephe, e->offset);
        const auto young = young_object(key);
        if (young == 0) continue;
        if (has_moved(young)) {
            key = Field(young, 0) + (key - young);
        } else {
            key = caml_ephe_none;
            Field(e->ephe, CAML_EPHE_DATA_OFFSET) = caml_ephe_none;
        }
    }
}

void update_customs()
{
    const auto& table = *Caml_state->custom_table;
    for (auto* e = table.base; e < table.ptr; ++e) {
        if (has_moved(e->block)) {
            caml_adjust_gc_speed(e->mem, e->max);
            register_custom(Field(e->block, 0));
        } else if (const auto finalize = Custom_ops_val(e->block)->finalize) {
            finalize(e->block);
        }
    }
}

/// The three tables are structs of pointers to different things, made by the same macro.
template <class Table>
void clear(Table& t)
{
    t.ptr = t.base;
    t.limit = t.threshold;
}
template <class Table>
void forget(Table& t)
{
    caml_stat_free(t.base);
    t = Table{};
}
template <class Table>
using entry_of = std::remove_pointer_t<decltype(Table::base)>;

template <class Table>
void allocate_table(Table& t, asize_t size, asize_t reserve)
{
    auto* base = static_cast<entry_of<Table>*>(
        caml_stat_alloc_noexc((size + reserve) * sizeof(entry_of<Table>)));
    if (base == nullptr) caml_fatal_error("not enough memory");
    caml_stat_free(t.base);
    t = {base, base + size + reserve, base + size, base, base + size, size, reserve};
}
/// At its threshold a table asks for a minor collection; if that does not come in time it grows.
template <class Table>
void make_room(Table& t)
{
    if (t.base == nullptr) {
        allocate_table(t, Caml_state->minor_heap_wsz / 8, 256);
    } else if (t.limit == t.threshold) {
        t.limit = t.end;
        caml_request_minor_gc();
    } else {
        const auto used = t.ptr - t.base;
        const auto size = t.size * 2;
        auto* base = static_cast<entry_of<Table>*>(
            caml_stat_resize_noexc(t.base, (size + t.reserve) * sizeof(entry_of<Table>)));
        if (base == nullptr) caml_fatal_error("not enough memory for the remembered set");
        t = {base,        base + size + t.reserve, base + size,
             base + used, base + size + t.reserve, size,
             t.reserve};
    }
}
template <class Table>
Table* new_table()
{
    auto* t = static_cast<Table*>(caml_stat_alloc_noexc(sizeof(Table)));
    if (t == nullptr) caml_fatal_error("cannot initialize minor heap");
    return new (t) Table{};
}

}  // namespace

void strata::ocaml_runtime::forget_tables()
{
    forget(*Caml_state->ref_table);
    forget(*Caml_state->ephe_ref_table);
    forget(*Caml_state->custom_table);
}

void caml_alloc_minor_tables()
{
    Caml_state->ref_table = new_table<caml_ref_table>();
    Caml_state->ephe_ref_table = new_table<caml_ephe_ref_table>();
    Caml_state->custom_table = new_table<caml_custom_table>();
}
void caml_alloc_table(caml_ref_table* t, asize_t size, asize_t reserve)
{
    allocate_table(*t, size, reserve);
}
void caml_alloc_ephe_table(caml_ephe_ref_table* t, asize_t size, asize_t reserve)
{
    allocate_table(*t, size, reserve);
}
void caml_alloc_custom_table(caml_custom_table* t, asize_t size, asize_t reserve)
{
    allocate_table(*t, size, reserve);
}
void caml_realloc_ref_table(caml_ref_table* t) { make_room(*t); }
void caml_realloc_ephe_ref_table(caml_ephe_ref_table* t) { make_room(*t); }
void caml_realloc_custom_table(caml_custom_table* t) { make_room(*t); }

void caml_oldify_one(value v, value* p)
{
    auto& s = under_way();
    *p = value_of_word(imperative::hand_over(s, word_of_value(v)));
    expect_room(s);
}

/// What was handed over is scanned, and with it what the ephemerons keep alive.
void caml_oldify_mopup()
{
    auto& s = under_way();
    do s = imperative::scan_unscanned(std::move(s));
    while (promote_ephemeron_data());
    expect_room(s);
    imperative::hand_back(s.room);
    if (!Caml_state->in_minor_collection) {
        is_under_way = false;
        checked::promoted_some();
    }
}

void caml_empty_minor_heap()
{
    auto& state = *Caml_state;
    if (state.young_ptr == state.young_alloc_end) return caml_final_empty_young();
    if (caml_minor_gc_begin_hook != nullptr) caml_minor_gc_begin_hook();
    checked::before_minor();
    const auto allocated_before = caml_allocated_words;
    state.in_minor_collection = 1;
    caml_gc_message(0x02, const_cast<char*>("<"));

    auto& s = under_way();
    caml_oldify_local_roots();
    s = imperative::promote_slots(std::move(s), gc().remembered());
    caml_oldify_mopup();
    update_ephemeron_keys();
    caml_final_update_minor_roots();
    caml_memprof_minor_update();
    update_customs();

    const auto used = state.young_alloc_end - state.young_ptr;
    state.stat_minor_words += static_cast<double>(used);
    caml_gc_clock += static_cast<double>(used) / static_cast<double>(state.minor_heap_wsz);
    is_under_way = false;
    gc().end_minor();
    state.young_ptr = state.young_alloc_end;
    clear(*state.ephe_ref_table);
    clear(*state.custom_table);
    state.extra_heap_resources_minor = 0;
    caml_gc_message(0x02, const_cast<char*>(">"));
    state.in_minor_collection = 0;
    caml_final_empty_young();
    state.stat_promoted_words += static_cast<double>(caml_allocated_words - allocated_before);
    ++state.stat_minor_collections;
    checked::after_minor();
    caml_memprof_renew_minor_sample();
    if (caml_minor_gc_end_hook != nullptr) caml_minor_gc_end_hook();
}

namespace {

/// Near its limit the heap is collected at once, so that what survives in the nursery next time
/// has room.
///
/// Expects  the nursery is empty.
void make_room_for_nursery()
{
    const auto words = Caml_state->minor_heap_wsz;
    for (int cycles = 0; cycles < 2 && old().may_lack(words); ++cycles) caml_finish_major_cycle();
}

}  // namespace

/// Makes room in the nursery, or a slice of the cycle; a cycle starts with an empty nursery, so
/// then both. No OCaml code runs.
void caml_gc_dispatch()
{
    auto& state = *Caml_state;
    if (state.young_trigger == state.young_alloc_start) state.requested_minor_gc = 1;
    else state.requested_major_slice = 1;
    if (waits_for_empty_nursery()) state.requested_minor_gc = state.requested_major_slice = 1;
    if (state.requested_minor_gc) {
        state.requested_minor_gc = 0;
        state.young_trigger = state.young_alloc_mid;
        caml_update_young_limit();
        caml_empty_minor_heap();
        make_room_for_nursery();
    }
    if (state.requested_major_slice) {
        state.requested_major_slice = 0;
        state.young_trigger = state.young_alloc_start;
        caml_update_young_limit();
        caml_major_collection_slice(-1);
    }
}

/// An allocation has gone below the limit: there is no room, or something else to do. It is undone,
/// and done again when there is room.
void caml_alloc_small_dispatch(intnat wosize, int flags, int nallocs, unsigned char* lengths)
{
    auto& state = *Caml_state;
    const auto whsize = Whsize_wosize(wosize);
    state.young_ptr += whsize;
    checked::allocating();
    for (;;) {
        if ((flags & CAML_FROM_CAML) != 0) {
            caml_raise_if_exception(caml_do_pending_actions_exn());
        } else {
            caml_check_urgent_gc(Val_unit);
            caml_something_to_do = 1;  // so that C code that polls runs what is pending
        }
        if (state.young_ptr - whsize >= state.young_trigger) break;
        caml_gc_dispatch();
        if (old().may_lack(state.minor_heap_wsz)) caml_raise_out_of_memory();
    }
    state.young_ptr -= whsize;
    if (state.young_ptr < caml_memprof_young_trigger) {
        if ((flags & CAML_DO_TRACK) != 0)
            caml_memprof_track_young(static_cast<uintnat>(wosize), flags & CAML_FROM_CAML, nallocs,
                                     lengths);
        else caml_memprof_renew_minor_sample();
    }
    checked::allocated();
}

void caml_minor_collection()
{
    Caml_state->requested_minor_gc = 1;
    caml_gc_dispatch();
}

value caml_check_urgent_gc(value extra_root)
{
    if (Caml_state->requested_major_slice || Caml_state->requested_minor_gc) {
        CAMLparam1(extra_root);
        caml_gc_dispatch();
        CAMLdrop;
    }
    return extra_root;
}
