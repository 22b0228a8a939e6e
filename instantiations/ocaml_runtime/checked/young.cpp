// instantiations/ocaml_runtime/checked/young.cpp: the nursery, and what Definition 7 says of it.
#include <algorithm>

#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/checked/roots.hpp>
#include <strata/instantiations/ocaml_runtime/checked/scan.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

nursery_view the_nursery;

/// Words that the system gives memory to when they are used; of no use beyond a collection.
class lent_words {
public:
    [[nodiscard]] word* get(std::size_t words)
    {
        if (words > words_) {
            if (at_ != nullptr) munmap(at_, words_ * sizeof(word));
            words_ = whole_pages(words * sizeof(word)) / sizeof(word);
            void* at = mmap(nullptr, words_ * sizeof(word), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            at_ = at == MAP_FAILED ? nullptr : static_cast<word*>(at);
            if (at_ == nullptr) words_ = 0;
        }
        return at_;
    }

private:
    word* at_ = nullptr;
    std::size_t words_ = 0;
};

/// What was reachable of the nursery before a minor collection, as it was.
struct {
    lent_words copy, stack;
    word *words = nullptr, *top = nullptr;
    word begin = 0, end = 0;
    double promoted = 0;    ///< words, by all collections so far
    bool is_exact = false;  ///< nothing but what was found reachable may survive
} before;

bool is_young(word v)
{
    return (v & 1) == 0 && v - the_nursery.begin < the_nursery.end - the_nursery.begin;
}

/// Expects  it leads to a young object.
void reach(word v)
{
    const auto h = base_of(v);
    if (h - the_nursery.begin >= the_nursery.end - the_nursery.begin || !the_nursery.starts.test(h))
        return;  // a finding
    if (the_nursery.reached.test_and_set(h)) return;
    *before.top++ = h;
    std::copy_n(reinterpret_cast<const word*>(h), heap_layout::wosize(load(h)) + 1,
                before.words + (h - before.begin) / sizeof(word));
}
void reach_value(word v)
{
    if (is_young(v)) reach(v);
}

bool is_in_ref_table(word at)
{
    for (const auto slot : ref_table::slots())
        if (slot == at) return true;
    return false;
}
void report_unremembered_global(word v, const root& from)
{
    finding f;
    f.broken = rule::unremembered_store;
    f.detail = "the field is one of a module";
    f.held = v;
    f.from = from;
    found(f);
}

/// Everything that the roots and the remembered fields lead to.
void reach_from_roots(word* stack)
{
    before.top = stack;
    for_each_root([](root_kind kind, value* slot) {
        const auto v = word_of_value(*slot);
        const auto at = reinterpret_cast<word>(slot);
        ++tally().roots;
        const root from{kind, at, 0};
        if (!look_at(v, false, [&] { return holder{0, no_field, from, false}; })) return;
        reach(v);
        if (kind == root_kind::ocaml_global && !is_in_ref_table(at) && is_settled_global(slot))
            report_unremembered_global(v, from);
    });
    settle_globals();
    for (const auto slot : ref_table::slots()) reach_value(load(slot));
    while (before.top != stack) {
        const auto h = *--before.top;
        const auto hd = load(h);
        if (tag_of(hd) >= No_scan_tag) continue;
        for (auto at = first_value(h, hd); at < end_of(h, hd); at += sizeof(word)) {
            const auto v = load(at);
            if (is_young(v)) reach(v);
            else if (v == fresh_word) [[unlikely]]
                judge_filler(v, {h + sizeof(word), (at - h) / sizeof(word) - 1, {}, true});
        }
    }
}

/// The start of a program in bytecode promotes its globals, and leaves the nursery as it is: there
/// are objects in it that have moved.
bool has_moved_objects = false;
bool has_moved_at_start(word h)
{
    return has_moved_objects && load(h) == 0 && place_of(load(h + sizeof(word))) == place::old_heap;
}
inline word next_young(word h)
{
    if (has_moved_at_start(h)) [[unlikely]]
        return end_of(h, load(load(h + sizeof(word)) - sizeof(word)));
    return end_of(h, load(h));
}

bool is_header_of_young(word h, word hd)
{
    if (has_moved_at_start(h)) return true;
    if (Color_hd(hd) != Caml_white) return false;
    if (heap_layout::wosize(hd) == 0) return tag_of(hd) == Abstract_tag;  // the rest of another
    return heap_layout::wosize(hd) <= Max_young_wosize && tag_of(hd) != Infix_tag &&
           end_of(h, hd) <= the_nursery.end;
}

void report_verdict(word object, std::uint64_t field, word held, int clause, const char* detail)
{
    static char text[200];
    std::snprintf(text, sizeof text, "clause %d of Definition 7: %s", clause, detail);
    finding f;
    f.broken = rule::collection_verdict;
    f.detail = text;
    f.object = object;
    f.field = field;
    f.held = held;
    found(f);
}

word was(word at) { return before.words[(at - before.begin) / sizeof(word)]; }
bool was_young(word v) { return (v & 1) == 0 && v - before.begin < before.end - before.begin; }

/// Whether an old lazy value at `v` has been forced, and `now` is what it stands for. It may be an
/// old object that it stands for since this collection.
bool stands_for(word v, word now)
{
    const auto& heap = old().memory();
    if ((v & 7) != 0 || v - heap.begin() >= heap.end() - heap.begin()) return false;
    return tag_of(load(v - sizeof(word))) == Forward_tag && now == load(v);
}
/// Whether a field that held `v` may hold `now` after the collection. A lazy value that has been
/// forced may be what it stands for.
bool may_become(word v, word now)
{
    if (!was_young(v)) return v == now || stands_for(v, now);
    auto h = v - sizeof(word);
    if (tag_of(was(h)) == Infix_tag) h -= heap_layout::wosize(was(h)) * sizeof(word);
    const auto object = h + sizeof(word);
    if (load(h) == 0 && now == load(object) + (v - object)) return true;
    return tag_of(was(h)) == Forward_tag && may_become(was(object), now);
}

/// The copy of the object that was at `h` has its fields.
void compare_copy(word h)
{
    const auto hd = was(h), object = h + sizeof(word);
    if (load(h) != 0) {
        if (tag_of(hd) != Forward_tag)
            report_verdict(object, no_field, load(h), 2, "a reachable object has no copy");
        return;
    }
    const auto copy = load(object);
    const auto& heap = old().memory();
    if (copy - heap.begin() >= heap.end() - heap.begin() || copy % sizeof(word) != 0)
        return report_verdict(object, no_field, copy, 2, "a copy is not in the heap");
    const auto there = load(copy - sizeof(word));
    if (heap_layout::wosize(there) != heap_layout::wosize(hd) || tag_of(there) != tag_of(hd))
        return report_verdict(copy, no_field, there, 3, "a copy has another header");
    word first = tag_of(hd) >= No_scan_tag ? heap_layout::wosize(hd) : 0;
    if (tag_of(hd) == Closure_tag) first = heap_layout::start_env(was(object + sizeof(word)));
    for (word i = 0; i < heap_layout::wosize(hd); ++i) {
        const auto v = was(object + i * sizeof(word)), now = load(copy + i * sizeof(word));
        if (i < first ? v != now : !may_become(v, now))
            return report_verdict(copy, i, now, i < first ? 3 : 2,
                                  "a field of a copy is not that of its original");
    }
}

void find_unreachable_copy()
{
    const auto& n = the_nursery;
    for (auto h = n.starts.next(before.begin, before.end); h < before.end;
         h = n.starts.next(h + sizeof(word), before.end))
        if (!n.reached.test(h) && load(h) == 0)
            report_verdict(h + sizeof(word), no_field, load(h), 2,
                           "an unreachable object has a copy");
}

}  // namespace

void expect_moved_objects(bool are_there) { has_moved_objects = are_there; }

nursery_view& nursery() { return the_nursery; }

bool parse_nursery()
{
    auto& n = the_nursery;
    n.begin = reinterpret_cast<word>(Caml_state->young_ptr);
    n.end = reinterpret_cast<word>(Caml_state->young_alloc_end);
    const auto base = reinterpret_cast<word>(Caml_state->young_alloc_start);
    const auto words = (n.end - base) / sizeof(word);
    if (!n.starts.cover(base, words) || !n.reached.cover(base, words)) return false;
    n.starts.clear(n.begin, n.end);
    n.reached.clear(n.begin, n.end);
    word previous = 0;
    for (auto h = n.begin; h < n.end; h = next_young(h)) {
        if (!is_header_of_young(h, load(h))) {
            judge_header(h, previous);
            n.end = h;  // what is behind cannot be walked
            return false;
        }
        if (heap_layout::wosize(load(h)) != 0) n.starts.set(h);
        previous = h;
    }
    return true;
}

void check_young_objects()
{
    auto& n = the_nursery;
    for (auto h = n.begin; h < n.end; h = next_young(h)) {
        if (heap_layout::wosize(load(h)) == 0) continue;
        ++tally().objects;
        tally().edges += look_into(h, load(h), true, [](word) {});
    }
}

/// Expects  the nursery is parsed and without defect.
void remember_nursery()
{
    const auto& n = the_nursery;
    before.begin = n.begin;
    before.end = n.end;
    const auto words = (n.end - n.begin) / sizeof(word);
    before.words = before.copy.get(words + 1);
    auto* stack = before.stack.get(words / 2 + 2);
    if (before.words == nullptr || stack == nullptr) return;
    before.promoted = Caml_state->stat_promoted_words;
    reach_from_roots(stack);
    const auto& ephemerons = *Caml_state->ephe_ref_table;
    before.is_exact = ephemerons.ptr == ephemerons.base;
    visit_weakly_held(
        [](value v, void*) {
            if (Is_block(v) && is_young(word_of_value(v))) before.is_exact = false;
        },
        nullptr);
}

/// The verdict of Definition 7: the copies are the reachable objects, field by field. If they have
/// as many words as were promoted, there are no others.
void judge_minor()
{
    expect_moved_objects(false);
    if (before.words == nullptr) return;
    const auto& n = the_nursery;
    std::uint64_t words = 0;
    for (auto h = n.reached.next(before.begin, before.end); h < before.end;
         h = n.reached.next(h + sizeof(word), before.end)) {
        compare_copy(h);
        if (load(h) == 0) words += heap_layout::wosize(was(h)) + 1;
    }
    const auto promoted = Caml_state->stat_promoted_words - before.promoted;
    if (before.is_exact && static_cast<double>(words) != promoted) find_unreachable_copy();
    before.words = nullptr;
}

}  // namespace strata::ocaml_runtime::checked
