// instantiations/ocaml_runtime/checked/cycle.cpp: what Definition 6 says of the end of marking.
#include <algorithm>

#include <strata/instantiations/ocaml_runtime/checked/roots.hpp>
#include <strata/instantiations/ocaml_runtime/checked/scan.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

/// Objects that are reached and not yet scanned. What it has no room for is found again by a look
/// at all that is reached.
struct {
    word* base;
    std::size_t capacity, size;
    bool has_dropped;
} to_scan{};

/// Large objects that are scanned a part at a time: what they lead to need not all be on the stack.
struct scanned_parts {
    static constexpr std::size_t most = 4096, part = 64;
    struct {
        word at, end;
    } all[most];
    std::size_t size;
} parts{};

bool lend_stack(std::size_t words)
{
    if (words <= to_scan.capacity) return true;
    if (to_scan.base != nullptr) munmap(to_scan.base, to_scan.capacity * sizeof(word));
    to_scan = {};
    const auto bytes = whole_pages(words * sizeof(word));
    void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return false;
    to_scan = {static_cast<word*>(at), bytes / sizeof(word), 0, false};
    return true;
}

void report_unmarked(word h)
{
    finding f;
    f.broken = rule::collection_verdict;
    f.detail = "clause 2 of Definition 6: a reachable object is not marked, and would be freed";
    f.object = h + sizeof(word);
    f.header = f.held = load(h);
    found(f);
}

void push(word h)
{
    __builtin_prefetch(reinterpret_cast<const void*>(h));
    to_scan.base[to_scan.size++] = h;
}
/// What is reached is moved from the bits of what is in use to the others.
void reach_old(word v)
{
    auto& starts = old_starts();
    auto h = v - sizeof(word);
    if (!starts.in_use.test(h)) {
        if (starts.others.test(h)) return;  // it was reached before
        h = base_of(v);                     // an entry point of a closure
        if (!starts.in_use.covers(h) || !starts.in_use.test(h)) return;
    }
    if (to_scan.size == to_scan.capacity) {
        to_scan.has_dropped = true;
        return;
    }
    starts.in_use.clear(h);
    starts.others.set(h);
    push(h);
}
void reach_by(word v)
{
    const auto& heap = old().memory();
    const auto& young = nursery();
    if ((v & 1) != 0) return;
    if (v - heap.begin() < heap.end() - heap.begin()) return reach_old(v);
    if (v - young.begin >= young.end - young.begin) return;
    const auto h = base_of(v);
    if (h - young.begin >= young.end - young.begin || young.reached.test(h)) return;
    if (to_scan.size == to_scan.capacity) {
        to_scan.has_dropped = true;
        return;
    }
    nursery().reached.set(h);
    push(h);
}
void reach_from(word h)
{
    const auto hd = load(h);
    if (Color_hd(hd) == Caml_white && h - nursery().begin >= nursery().end - nursery().begin)
        report_unmarked(h);
    if (tag_of(hd) >= No_scan_tag) return;
    const auto first = first_value(h, hd), end = end_of(h, hd);
    if (end - first > parts.part * sizeof(word) && parts.size < parts.most) {
        parts.all[parts.size++] = {first, end};
        return;
    }
    for (auto at = first; at < end; at += sizeof(word)) reach_by(load(at));
}
/// Some fields of the last object that is scanned by parts.
void reach_from_part()
{
    auto& last = parts.all[parts.size - 1];
    const auto end = std::min<word>(last.end, last.at + parts.part * sizeof(word));
    auto at = last.at;
    last.at = end;
    if (end == last.end) --parts.size;
    for (; at < end; at += sizeof(word)) reach_by(load(at));
}
/// An object waits a little, until its words are there.
void drain()
{
    constexpr std::size_t most = 16;
    word waiting[most] = {};
    std::size_t next = 0, left = 0;
    while (to_scan.size > 0 || left > 0 || parts.size > 0) {
        if (to_scan.size == 0 && left == 0) reach_from_part();
        auto& h = waiting[next++ % most];
        if (h != 0) {
            reach_from(h);
            h = 0;
            --left;
        }
        if (to_scan.size > 0) {
            h = to_scan.base[--to_scan.size];
            ++left;
        }
    }
}

/// What is reached leads to what was dropped.
void find_dropped()
{
    const auto begin = old().memory().begin(), end = old().memory().end();
    to_scan.has_dropped = false;
    for (auto h = begin; h < end; h = end_of(h, load(h))) {
        const bool is_used =
            Color_hd(load(h)) != Caml_blue && end_of(h, load(h)) > h + sizeof(word);
        if (is_used && !old_starts().in_use.test(h)) reach_from(h);
        drain();
    }
    const auto& n = nursery();
    for (auto h = n.reached.next(n.begin, n.end); h < n.end;
         h = n.reached.next(h + sizeof(word), n.end)) {
        reach_from(h);
        drain();
    }
}

/// What is marked is in use, and the rest is dead.
void bury_dead()
{
    const auto begin = old().memory().begin(), end = old().memory().end();
    for (auto h = begin; h < end; h = end_of(h, load(h))) {
        const auto hd = load(h);
        const auto words = heap_layout::wosize(hd);
        if (words == 0 || Color_hd(hd) == Caml_blue) continue;
        const bool is_dead = Color_hd(hd) == Caml_white;
        (is_dead ? old_starts().in_use : old_starts().others).clear(h);
        (is_dead ? old_starts().others : old_starts().in_use).set(h);
        if (!is_dead) continue;
        *reinterpret_cast<word*>(h) = dead_header(hd, Caml_white);
        std::fill_n(reinterpret_cast<word*>(h + sizeof(word)), words, freed_word);
    }
}

}  // namespace

void judge_marking()
{
    const auto words = (old().memory().end() - old().memory().begin()) / sizeof(word);
    if (lend_stack(std::max<std::size_t>(words / 1024, 4096))) {
        for_each_root([](root_kind, value* slot) { reach_by(word_of_value(*slot)); });
        drain();
        while (to_scan.has_dropped) find_dropped();
    }
    bury_dead();
}

}  // namespace strata::ocaml_runtime::checked
