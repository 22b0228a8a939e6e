// instantiations/ocaml_runtime/compact.cpp: the objects of the major heap slide together.
#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>

#include <strata/layer3_imperative/freed_words.hpp>

#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/heap.hpp>

using namespace strata::ocaml_runtime;
using strata::imperative::freed_entry, strata::imperative::freed_words;

namespace {

/// Where objects go, while there is a compaction: the runtime's functions take no context.
struct {
    word (*new_value)(const void*, word);
    const void* of;
} redirection{};

value redirected(value v)
{
    return value_of_word(redirection.new_value(redirection.of, word_of_value(v)));
}

/// All that leads into the major heap from elsewhere, or from fields that are not scanned.
///
/// Expects  the nursery is empty.
void redirect_all()
{
    caml_do_roots([](value v, value* p) { *p = redirected(v); }, 1);
    replace_weakly_held(redirected);
    redirect_ephemerons(redirected);
    redirect_customs(redirected);
}

/// All objects that the map in `storage` has room for.
void slide(std::span<freed_entry> storage)
{
    old().compact(storage, [](const auto& new_value) {
        using function = std::remove_cvref_t<decltype(new_value)>;
        redirection = {[](const void* f, word v) { return (*static_cast<const function*>(f))(v); },
                       &new_value};
        redirect_all();
        redirection = {};
    });
    checked::compacted();
}

/// The end of the nursery, where everything was in use: of no entries if it is too small.
///
/// Expects  the nursery is empty.
std::span<freed_entry> end_of_nursery(std::size_t entries)
{
    const auto& s = *Caml_state;
    if (entries > s.minor_heap_wsz * sizeof(value) / sizeof(freed_entry)) return {};
    return {reinterpret_cast<freed_entry*>(s.young_end) - entries, entries};
}

/// The same with a map of at most so many entries elsewhere.
void slide_with_new_map(std::size_t entries)
{
    reserved_range storage;
    if (storage.reserve(whole_pages(entries * sizeof(freed_entry))) &&
        storage.commit(storage.bytes()))
        slide({reinterpret_cast<freed_entry*>(storage.begin()),
               std::min(entries, storage.bytes() / sizeof(freed_entry))});
    storage.release();
}

}  // namespace

double strata::ocaml_runtime::free_overhead()
{
    const auto free = static_cast<double>(old().free_words());
    const auto used = static_cast<double>(Caml_state->stat_heap_wsz) - free;
    return std::min(100.0 * free / std::max(used, 1.0), 999999.0);
}

namespace {

/// With less memory for the map than it wants, a part of the heap is compacted; with none, nothing.
void compact()
{
    caml_gc_message(0x10, const_cast<char*>("Compacting heap...\n"));
    const auto entries = freed_words<heap_layout>::entries_for(old().heap_words());
    const auto unused = end_of_nursery(entries);
    if (!unused.empty()) slide(unused);
    else slide_with_new_map(entries);
    ++Caml_state->stat_compactions;
    caml_gc_message(0x10, const_cast<char*>("done.\n"));
}

}  // namespace

/// Who asks for it gets all memory back that is free.
///
/// Expects  the nursery is empty, and no cycle is under way.
void caml_compact_heap(intnat)
{
    compact();
    old().release_unused();
    old().release_free_pages();
}

namespace {

/// Whether a program that needs the free memory again has most of it in one piece.
bool is_in_one_piece()
{
    const auto& memory = old().memory();
    const auto h = old().free_blocks().largest(memory);
    if (h.at >= memory.end() || !heap_layout::has_color(memory.load(h.at), strata::color::blue))
        return false;
    return heap_layout::wosize(memory.load(h.at)) >= old().free_words() / 8 * 7;
}

}  // namespace

/// When a cycle has ended, unless nothing could be given back. In OCaml there is another cycle
/// first, at once, because what is dead and not free is not counted. But then even more is free,
/// and little is alive now: sliding takes less time than that cycle. What is in one piece may be
/// needed soon; it is given back if it was not for some cycles.
void caml_compact_heap_maybe(double previous_overhead)
{
    constexpr int some_cycles = 3;
    static int sparse_cycles = 0;
    const bool is_sparse =
        caml_percent_max < 1000000 && Caml_state->stat_major_collections >= 3 &&
        old().heap_words() > caml_clip_heap_chunk_wsz(0) + old_generation::least_returned &&
        previous_overhead >= static_cast<double>(caml_percent_max);
    sparse_cycles = is_sparse ? sparse_cycles + 1 : 0;
    if (!is_sparse || (sparse_cycles < some_cycles && is_in_one_piece())) return;
    sparse_cycles = 0;
    caml_gc_message(0x200, const_cast<char*>("Automatic compaction triggered.\n"));
    caml_empty_minor_heap();
    compact();
}
