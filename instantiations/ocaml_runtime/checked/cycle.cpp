// instantiations/ocaml_runtime/checked/cycle.cpp: what Definition 6 says of a cycle's marking.
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

/// A search at the end of marking expects marks; one at the start of the cycle does not.
bool is_marking_over = false;

bool lend_stack()
{
    const auto heap = (old().memory().end() - old().memory().begin()) / sizeof(word);
    const auto words = std::max<std::size_t>(heap / 1024, 4096);
    if (words <= to_scan.capacity) return true;
    if (to_scan.base != nullptr) munmap(to_scan.base, to_scan.capacity * sizeof(word));
    to_scan = {};
    const auto bytes = whole_pages(words * sizeof(word));
    void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return false;
    to_scan = {static_cast<word*>(at), bytes / sizeof(word), 0, false};
    return true;
}

void report_block(rule broken, word h, const char* detail)
{
    finding f;
    f.broken = broken;
    f.detail = detail;
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
    if (starts.is_lost(h))
        report_block(rule::dead_or_free_object_reached, h,
                     "it is not freed yet, but nothing led to it when the cycle began");
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
    if (is_marking_over && h - nursery().begin >= nursery().end - nursery().begin &&
        color_at(h, hd) == Caml_white)
        report_block(
            rule::collection_verdict, h,
            "clause 2 of Definition 6: a reachable object is not marked, and would be freed");
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

/// There is always room for another root.
void reach_by_root(word v)
{
    reach_by(v);
    if (to_scan.size > to_scan.capacity / 2) drain();
}
/// What no root leads to, and a program can reach all the same.
void reach_by_weak_pointers()
{
    visit_weakly_held([](value v, void*) { reach_by_root(word_of_value(v)); }, nullptr);
    for (auto e = caml_ephe_list_head; e != 0; e = Field(e, CAML_EPHE_LINK_OFFSET))
        for (mlsize_t i = CAML_EPHE_DATA_OFFSET; i < Wosize_val(e); ++i)
            if (Field(e, i) != caml_ephe_none) reach_by_root(word_of_value(Field(e, i)));
}
/// What is reached has the bits of what is free then, and the rest those of what is in use.
void reach_all(bool is_at_end)
{
    is_marking_over = is_at_end;
    for_each_root([](root_kind, value* slot) { reach_by_root(word_of_value(*slot)); });
    if (!is_at_end) reach_by_weak_pointers();
    drain();
    while (to_scan.has_dropped) find_dropped();
}

template <class F>
void each_used_block(F f)
{
    const auto begin = old().memory().begin(), end = old().memory().end();
    for (auto h = begin; h < end; h = end_of(h, load(h)))
        if (heap_layout::wosize(load(h)) != 0 && Color_hd(load(h)) != Caml_blue) f(h, load(h));
}

/// What is marked is in use, and the rest is dead.
void bury_dead()
{
    each_used_block([&starts = old_starts()](word h, word hd) {
        const bool is_dead = color_at(h, hd) == Caml_white;
        if (!is_dead && starts.is_lost(h))
            report_block(
                rule::collection_verdict, h,
                "clause 2 of Definition 6: nothing led to it when the cycle began, and it is "
                "marked");
        (is_dead ? starts.in_use : starts.others).clear(h);
        (is_dead ? starts.others : starts.in_use).set(h);
        if (!is_dead) return;
        *reinterpret_cast<word*>(h) = dead_header(hd, Caml_white);
        std::fill_n(reinterpret_cast<word*>(h + sizeof(word)), heap_layout::wosize(hd), freed_word);
    });
}

}  // namespace

bool note_lost()
{
    if (!lend_stack()) return false;
    reach_all(false);
    each_used_block([&starts = old_starts()](word h, word) {
        const bool is_reached = !starts.in_use.test(h);
        starts.in_use.set(h);
        if (is_reached) starts.others.clear(h);
        else starts.others.set(h);
    });
    return true;
}

void judge_marking()
{
    if (lend_stack()) reach_all(true);
    bury_dead();
}

}  // namespace strata::ocaml_runtime::checked
