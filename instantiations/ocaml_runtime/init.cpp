// instantiations/ocaml_runtime/init.cpp: how the heap of a program begins, and its nursery changes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>

#include <sys/resource.h>

#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/heap.hpp>
#include <strata/instantiations/ocaml_runtime/parameters.hpp>

using namespace strata::ocaml_runtime;

namespace {

/// A nursery that can be used at once; of no bytes if there is no memory.
reserved_range new_nursery(asize_t bytes)
{
    if constexpr (checked::is_on) return checked::take_nursery(bytes);
    reserved_range nursery;
    if (nursery.reserve(bytes) && nursery.bytes() == bytes && nursery.commit(bytes)) return nursery;
    nursery.release();
    return nursery;
}
/// A nursery's memory, of which nothing is ever marked.
heap_memory memory_of(const reserved_range& r)
{
    return {{r.begin(), r.begin() + r.bytes(), r.begin() + r.bytes()}, {0, 0}};
}

/// Tells the runtime where the nursery is. The last one is given back.
void tell(const reserved_range& nursery)
{
    static reserved_range last;
    if constexpr (checked::is_on) checked::retire_nursery(last);
    else last.release();
    last = nursery;
    auto& s = *Caml_state;
    s.young_base = reinterpret_cast<void*>(nursery.begin());
    s.young_start = s.young_alloc_start = reinterpret_cast<value*>(nursery.begin());
    s.young_end = s.young_alloc_end = s.young_start + nursery.bytes() / sizeof(value);
    s.young_alloc_mid = s.young_start + (s.young_end - s.young_start) / 2;
    s.young_trigger = s.young_alloc_start;
    s.young_ptr = s.young_alloc_end;
    s.minor_heap_wsz = nursery.bytes() / sizeof(value);
}
void publish(const reserved_range& nursery)
{
    tell(nursery);
    caml_memprof_renew_minor_sample();
    forget_tables();
}

/// Enough for any machine, but only half of what a program may have at all.
std::size_t most_bytes()
{
    rlimit limit{};
    const std::size_t most = std::size_t{1} << 40;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return most;
    return std::min<std::size_t>(most, limit.rlim_cur / 2 / page_bytes * page_bytes);
}

/// The heap's limit that the environment sets, in words: 0 if it sets none.
std::uint64_t limit_in_environment()
{
    const char* text = std::getenv("STRATA_HEAP_LIMIT");
    if (text == nullptr) return 0;
    char* end = nullptr;
    const auto number = std::strtoull(text, &end, 10);
    const char* units = "kMGT";
    std::uint64_t bytes = number;
    for (const char* u = units; *end != '\0' && *u != '\0'; ++u) {
        bytes <<= 10U;
        if (*end == *u && end[1] == '\0') return bytes / sizeof(value);
    }
    if (end == text || *end != '\0' || text[0] == '-')
        caml_fatal_error("STRATA_HEAP_LIMIT: '%s' is no number of bytes, such as 512M", text);
    return number / sizeof(value);
}

/// Whether the environment asks for whole cycles.
bool stops_the_world_in_environment()
{
    const char* text = std::getenv("STRATA_MAJOR");
    if (text == nullptr || std::strcmp(text, "incremental") == 0) return false;
    if (std::strcmp(text, "stop_the_world") != 0)
        caml_fatal_error("STRATA_MAJOR: '%s' is neither incremental nor stop_the_world", text);
    return true;
}

template <class T>
std::span<T> new_storage(std::size_t count)
{
    reserved_range range;
    if (!range.reserve(whole_pages(count * sizeof(T))) || !range.commit(range.bytes()))
        caml_fatal_error("cannot initialize the collector: out of memory");
    return {reinterpret_cast<T*>(range.begin()), range.bytes() / sizeof(T)};
}

}  // namespace

#if STRATA_CHECKED
void strata::ocaml_runtime::move_nursery()
{
    auto& s = *Caml_state;
    const auto trigger = s.young_trigger - s.young_start;
    const auto nursery = checked::carry_nursery(reinterpret_cast<word>(s.young_start),
                                                s.minor_heap_wsz * sizeof(value));
    if (nursery.bytes() == 0) return;  // there it stays
    gc().resize(memory_of(nursery), std::span<word>{});
    tell(nursery);
    s.young_trigger = s.young_start + trigger;
}
#endif

void caml_set_minor_heap_size(asize_t bytes)
{
    auto& s = *Caml_state;
    if (s.young_ptr != s.young_alloc_end) {
        s.requested_minor_gc = 0;
        s.young_trigger = s.young_alloc_mid;
        caml_update_young_limit();
        caml_empty_minor_heap();
    }
    const auto nursery = new_nursery(bytes);
    if (nursery.bytes() == 0) caml_raise_out_of_memory();
    gc().resize(memory_of(nursery), std::span<word>{});
    publish(nursery);
}

void caml_init_gc(uintnat minor, uintnat major, uintnat increment, uintnat overhead,
                  uintnat max_overhead, uintnat window, uintnat custom_major, uintnat custom_minor,
                  uintnat custom_bytes, uintnat policy)
{
    checked::starting();
    caml_percent_free = at_least_one(overhead);
    caml_percent_max = max_overhead;
    caml_major_heap_increment = increment;
    caml_allocation_policy = policy;
    caml_major_window = window_size(static_cast<intnat>(window));
    caml_custom_major_ratio = at_least_one(custom_major);
    caml_custom_minor_ratio = at_least_one(custom_minor);
    caml_custom_minor_max_bsz = custom_bytes;

    const auto nursery = new_nursery(nursery_words(static_cast<intnat>(minor)) * sizeof(value));
    reserved_range heap, marks, stack;
    const auto bytes = whole_pages(std::max<uintnat>(major, Heap_chunk_min) * sizeof(value));
    if (nursery.bytes() == 0 || !heap.reserve(most_bytes()) || !heap.commit(bytes) ||
        !marks.reserve(whole_pages(machine_entries::bytes_for(heap.bytes()))) ||
        marks.bytes() < machine_entries::bytes_for(heap.bytes()) ||
        !marks.commit(whole_pages(machine_entries::bytes_for(bytes))) ||
        !stack.reserve(old_generation::stack_bytes_for(heap.bytes())) ||
        !stack.commit(old_generation::stack_bytes_for(bytes)))
        caml_fatal_error("cannot initialize the heap: out of memory");
    static old_generation::ring_type ring;
    new (&storage.gc) collector{old_generation{heap, marks, stack, ring},
                                memory_of(nursery),
                                {},
                                new_storage<object>(std::size_t{1} << 20)};
    old().set_limit(limit_in_environment());
    set_stop_the_world(stops_the_world_in_environment());
    publish(nursery);
    caml_heap_start = reinterpret_cast<char*>(heap.begin());
    Caml_state->stat_heap_wsz = Caml_state->stat_top_heap_wsz =
        static_cast<intnat>(old().heap_words());
    Caml_state->stat_heap_chunks = 1;
    say(0x20, "Initial minor heap size: %luk words\n", Caml_state->minor_heap_wsz / 1024);
    say(0x20, "Initial major heap size: %luk bytes\n", bytes / 1024);
    say(0x20, "Initial space overhead: %lu%%\n", caml_percent_free);
}
