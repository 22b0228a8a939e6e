// instantiations/ocaml_runtime/checked/old.cpp: the old objects, block by block and field by field.
#include <algorithm>
#include <utility>

#include <strata/instantiations/ocaml_runtime/checked/roots.hpp>
#include <strata/instantiations/ocaml_runtime/checked/scan.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

block_starts starts_of_old;
/// What the bits say is in use was there at the last walk, and must be there now: no marking has
/// ended since.
bool is_known = false;
word walked_to = 0;            ///< the end of the heap at the last walk
word walked_before = 0;        ///< and, while there is one, at the one before it
bool is_fresh = false;         ///< and nothing has changed since
bool is_marking_seen = false;  ///< the last one's end
bool has_dead_tags = true;     ///< each end of marking was looked at
bool knows_lost = false;       ///< what is lost in this cycle, until its marking has ended
std::uint64_t free_blocks_found = 0;
/// While there is a walk: blocks that were not there at the last one, where the heap was.
word_bits new_blocks;
bool is_walking = false;

/// Fields that the nursery remembers, sorted: a walk comes by them in this order.
struct {
    word* all;
    std::size_t capacity, size, next;
} slots{};

void sort_slots()
{
    const auto table = ref_table::slots();
    if (table.size() > slots.capacity) {
        if (slots.all != nullptr) munmap(slots.all, slots.capacity * sizeof(word));
        slots.capacity = whole_pages(table.size() * 2 * sizeof(word)) / sizeof(word);
        void* at = mmap(nullptr, slots.capacity * sizeof(word), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        slots.all = at == MAP_FAILED ? nullptr : static_cast<word*>(at);
        if (slots.all == nullptr) slots.capacity = 0;
    }
    slots.size = std::min(table.size(), slots.capacity);
    std::copy_n(table.begin(), slots.size, slots.all);
    std::sort(slots.all, slots.all + slots.size);
    slots.next = 0;
}
bool is_remembered(word at)
{
    while (slots.next < slots.size && slots.all[slots.next] < at) ++slots.next;
    return slots.next < slots.size && slots.all[slots.next] == at;
}

/// Not yet swept; or swept, and held back until the run of free blocks that it belongs to ends.
bool is_dead(word h, word hd)
{
    if (old().at() != phase::sweeping || color_at(h, hd) != Caml_white) return false;
    return h >= old().swept_to() ||
           (tag_of(hd) == dead_tag && load(h + sizeof(word)) == freed_word);
}
/// What is left over by allocation, or by OCaml's Obj.truncate. What is free gets the tag of what
/// is dead, so that few words can be taken for such a header.
bool is_fragment(word hd)
{
    if (heap_layout::wosize(hd) != 0 || Color_hd(hd) == Caml_blue) return false;
    return hd == 0 || tag_of(hd) == dead_tag || !has_dead_tags;
}
bool is_header(word h, word hd, word end)
{
    if (heap_layout::wosize(hd) == 0) return is_fragment(hd);
    if (end_of(h, hd) > end || end_of(h, hd) < h) return false;
    return Color_hd(hd) == Caml_blue || tag_of(hd) != Infix_tag;
}
/// Whether blocks fill the words from `h` to `end` exactly.
bool tiles(word h, word end)
{
    while (h < end && is_header(h, load(h), end)) h = end_of(h, load(h));
    return h == end;
}

/// The end of the block that was in use at `h` at the last walk; 0 if there was none, or nobody
/// knows.
word end_before(word h, word end)
{
    if (!is_known || h >= walked_to || !starts_of_old.in_use.test(h)) return 0;
    return starts_of_old.next(h + sizeof(word), std::min(end, walked_to));
}
/// Whether the block at `h` is as long as it was. Parts of it may have become blocks: a string that
/// was read from a channel, or what was cut off.
bool is_as_before(word h, word hd, word was_end)
{
    if (was_end == 0) return true;
    if (heap_layout::wosize(hd) == 0) return false;
    return end_of(h, hd) == was_end || (end_of(h, hd) < was_end && tiles(end_of(h, hd), was_end));
}

bool has_good_color(word h, word hd)
{
    const auto color = Color_hd(hd);
    if (color == Caml_black && tag_of(hd) != Abstract_tag) return false;  // see color_at
    if (color == Caml_gray && !imperative::is_marking(old().at())) return false;
    if (!old().is_black({h})) return true;
    if (old().at() == phase::sweeping && h < old().swept_to()) return false;
    return color != Caml_blue && old().at() != phase::idle;
}

void report_freed(word h, word next)
{
    finding f;
    f.broken = rule::collection_verdict;
    f.detail = "clause 2 of Definition 6: an object that should survive is in a free block";
    f.object = starts_of_old.in_use.next(h, next) + sizeof(word);
    f.header = f.held = load(h);
    found(f);
}

/// Whether it was dead at the end of marking, and the sweep has passed over it.
bool is_unfreed(word h, word hd)
{
    return old().at() != phase::sweeping && tag_of(hd) == dead_tag &&
           load(h + sizeof(word)) == freed_word;
}
void report_unfreed(word h, word hd)
{
    finding f;
    f.broken = rule::collection_verdict;
    f.detail = "clause 2 of Definition 6: an object that was dead has not been freed";
    f.object = h + sizeof(word);
    f.header = f.held = hd;
    found(f);
}

/// Where the blocks are. False, after a finding, if the walk cannot go on.
bool find_blocks()
{
    const auto begin = old().memory().begin(), end = old().memory().end();
    word previous = 0;
    free_blocks_found = 0;
    for (auto h = begin; h < end;) {
        const auto hd = load(h);
        const auto was_end = end_before(h, end);
        if (!is_header(h, hd, end) || !is_as_before(h, hd, was_end)) {
            judge_header(h, previous);
            return false;
        }
        const auto next = end_of(h, hd);
        if (next == was_end && Color_hd(hd) != Caml_blue && !is_dead(h, hd) && !is_unfreed(h, hd)) {
            previous = std::exchange(h, next);  // its bits are as they must be
            continue;
        }
        const bool is_free = Color_hd(hd) == Caml_blue || next == h + sizeof(word);
        if (is_free && next != h + sizeof(word)) {
            ++free_blocks_found;
            *reinterpret_cast<word*>(h) = dead_header(hd, Caml_blue);
            if (is_known && starts_of_old.in_use.next(h, next) < next) report_freed(h, next);
        }
        const bool is_used = !is_free && !is_dead(h, hd);
        if (is_used && is_unfreed(h, hd)) report_unfreed(h, hd);
        if (is_used && h < walked_to && !starts_of_old.in_use.test(h)) new_blocks.set(h);
        const bool is_lost = knows_lost && is_used && starts_of_old.is_lost(h);
        starts_of_old.insert(h, next, is_used);
        if (is_lost) starts_of_old.others.set(h);
        previous = h;
        h = next;
    }
    return true;
}

void report_color(word h, word hd)
{
    finding f;
    f.broken = rule::header_overwritten;
    f.detail = "its colour is none that an object has in this phase of a cycle";
    f.object = h + sizeof(word);
    f.header = hd;
    f.held = hd;
    found(f);
}
void report_unremembered(word h, word at)
{
    finding f;
    f.broken = rule::unremembered_store;
    f.object = h + sizeof(word);
    f.header = load(h);
    f.field = (at - h) / sizeof(word) - 1;
    f.held = load(at);
    found(f);
}

void look_into_blocks()
{
    const auto begin = old().memory().begin(), end = old().memory().end();
    sort_slots();
    for (auto h = starts_of_old.in_use.next(begin, end); h < end;
         h = starts_of_old.in_use.next(end_of(h, load(h)), end)) {
        const auto hd = load(h);
        if (!has_good_color(h, hd)) report_color(h, hd);
        ++tally().objects;
        tally().edges += look_into(h, hd, false, [h](word at) {
            if (!is_remembered(at)) report_unremembered(h, at);
        });
    }
}

/// The lists of free blocks lead to blocks that are free, and to all of them.
void check_free_lists()
{
    if (old().at() == phase::sweeping) return;
    std::uint64_t listed = 0;
    bool is_good = true;
    old().free_blocks().each_free(old().memory(), [&](header h) {
        is_good = starts_of_old.others.covers(h.at) && starts_of_old.others.test(h.at) &&
                  Color_hd(load(h.at)) == Caml_blue && ++listed <= free_blocks_found;
        if (is_good) return true;
        finding f;
        f.broken = rule::block_overrun;
        f.detail = "a list of free blocks leads to what is none: a free block was written to";
        f.object = h.at + sizeof(word);
        found(f);
        return false;
    });
    if (is_good && listed != free_blocks_found) {
        finding f;
        f.broken = rule::collection_verdict;
        f.detail = "a free block is on no list";
        found(f);
    }
}

}  // namespace

block_starts& old_starts() { return starts_of_old; }
bool was_seen(word h)
{
    if (tally().walks == 0 || !starts_of_old.in_use.covers(h)) return false;
    return starts_of_old.in_use.test(h) &&
           !(is_walking && (h >= walked_before || new_blocks.test(h)));
}

bool cover_old()
{
    const auto& heap = old().memory();
    return new_blocks.cover(heap.begin(), heap.most_words()) &&
           starts_of_old.in_use.cover(heap.begin(), heap.most_words()) &&
           starts_of_old.others.cover(heap.begin(), heap.most_words());
}
bool may_walk_old()
{
    // What is dead and not yet swept can be told only if it was seen to be at the end of marking.
    if (old().at() == phase::sweeping && !is_marking_seen) return false;
    const auto bytes = (old().memory().end() - old().memory().begin()) / sizeof(word) / 4;
    if (bytes <= current_settings().budget && cover_old()) return true;
    tally().over_budget = true;
    return false;
}

bool walk_old()
{
    is_fresh = false;
    is_walking = true;
    tally().walk_before = tally().last_walk;
    walked_before = walked_to;
    is_known = find_blocks();
    knows_lost = knows_lost && is_known;
    if (is_known) {
        walked_to = old().memory().end();
        is_fresh = true;
        look_into_blocks();
        check_free_lists();
        ++tally().walks;
        tally().last_walk = tally().collections;
    }
    is_walking = false;
    new_blocks.forget();
    return is_known;
}
bool is_old_fresh() { return is_fresh; }
void old_changes() { is_fresh = false; }
void old_shrinks()
{
    const auto end = old().memory().end();
    if (end >= walked_to) return;
    starts_of_old.in_use.clear(end, walked_to);
    starts_of_old.others.clear(end, walked_to);
    walked_to = end;
}
void old_changes_by_marking(bool is_seen)
{
    is_fresh = false;
    is_marking_seen = is_seen;
    knows_lost = false;
    if (!is_seen) is_known = has_dead_tags = false;
}
void old_moves()
{
    is_fresh = is_known = knows_lost = false;
    starts_of_old.in_use.forget();
    starts_of_old.others.forget();
    walked_to = 0;
    old().free_blocks().each_free(old().memory(), [](header h) {
        // The header, and the link in the first field, stay.
        std::fill(reinterpret_cast<word*>(h.at) + 2,
                  reinterpret_cast<word*>(end_of(h.at, load(h.at))), freed_word);
        return true;
    });
}
void old_begins_cycle() { knows_lost = note_lost(); }
bool are_lost_known() { return knows_lost; }

}  // namespace strata::ocaml_runtime::checked
