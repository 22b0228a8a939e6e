// instantiations/ocaml_runtime/checked/heap_view.cpp: any address at all can be asked about.
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>

#include <sys/uio.h>
#include <unistd.h>

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>

namespace strata::ocaml_runtime::checked {

bool read_word(std::uintptr_t at, std::uintptr_t& word_there)
{
    // The system looks, and says so if it cannot; this goes on even where signals are handled.
    const iovec to{&word_there, sizeof word_there}, from{reinterpret_cast<void*>(at), sizeof at};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof word_there;
}

place place_of(std::uintptr_t a)
{
    const auto& heap = old().memory();
    if (heap.begin() <= a && a < heap.end()) return place::old_heap;
    const auto& s = *Caml_state;
    const auto begin = reinterpret_cast<word>(s.young_start),
               end = reinterpret_cast<word>(s.young_end);
    if (begin <= a && a < end)
        return reinterpret_cast<word>(s.young_ptr) <= a ? place::nursery : place::nursery_unused;
    if (is_nursery_address(a)) return place::retired_nursery;
    if ((caml_page_table_lookup(reinterpret_cast<void*>(a)) & In_static_data) != 0)
        return place::static_data;
    std::uintptr_t w = 0;
    return read_word(a / sizeof w * sizeof w, w) ? place::foreign : place::unreadable;
}

namespace {

/// The young block around `a`, walked to from the last one allocated; 0 if the walk goes astray.
word young_block_around(word a)
{
    const auto end = reinterpret_cast<word>(Caml_state->young_alloc_end);
    for (auto h = reinterpret_cast<word>(Caml_state->young_ptr); h <= a && h < end;) {
        const auto next = end_of(h, load(h));
        if (next > end || next <= h) return 0;
        if (a < next) return h + sizeof(word);
        h = next;
    }
    return 0;
}

bool is_in_heap(word v)
{
    const auto where = place_of(v);
    return where == place::old_heap || where == place::nursery;
}
bool leads_to(word v, word object)
{
    if (v == object) return true;
    if ((v & 7U) != 0 || v <= object) return false;
    return tag_of(load(v - sizeof(word))) == Infix_tag &&
           v - heap_layout::wosize(load(v - sizeof(word))) * sizeof(word) == object;
}

/// Looks through the blocks from `begin` to `end` for fields that lead to `object`.
std::size_t find_in(word begin, word end, word object, pointing* out, std::size_t most)
{
    std::size_t n = 0;
    for (auto h = begin; h < end && n < most;) {
        const auto hd = load(h);
        const auto next = end_of(h, hd);
        if (next > end || next <= h) break;
        const bool is_scanned = tag_of(hd) < No_scan_tag && Color_hd(hd) != Caml_blue;
        for (word i = 0; is_scanned && i < heap_layout::wosize(hd) && n < most; ++i)
            if (const auto v = load(h + (i + 1) * sizeof(word));
                v == object || (is_in_heap(v) && leads_to(v, object)))
                out[n++] = {h + sizeof(word), i};
        h = next;
    }
    return n;
}

}  // namespace

std::uintptr_t block_around(std::uintptr_t a)
{
    const auto where = place_of(a);
    if (where == place::nursery) return young_block_around(a);
    if (where != place::old_heap || !old_starts().in_use.covers(a)) return 0;
    const auto h = old_starts().around(a);
    if (h == 0) return 0;
    const auto hd = load(h);
    return a < end_of(h, hd) ? h + sizeof(word) : 0;
}

std::size_t find_pointing(std::uintptr_t object, pointing* out, std::size_t most)
{
    const auto& heap = old().memory();
    auto n = find_in(reinterpret_cast<word>(Caml_state->young_ptr),
                     reinterpret_cast<word>(Caml_state->young_alloc_end), object, out, most);
    return n + find_in(heap.begin(), heap.end(), object, out + n, most - n);
}

}  // namespace strata::ocaml_runtime::checked
