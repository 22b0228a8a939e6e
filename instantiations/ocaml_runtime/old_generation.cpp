// instantiations/ocaml_runtime/old_generation.cpp: how the major heap gets memory, and returns it.
#include <strata/instantiations/ocaml_runtime/old_generation.hpp>

#include <algorithm>
#include <array>

#include <strata/layer2_functional/objects.hpp>

#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>
#include <strata/instantiations/ocaml_runtime/pacing.hpp>

namespace strata::ocaml_runtime {

namespace {

/// A share of the heap is added in as many parts. OCaml adds it at once, because each addition is
/// another chunk; here it is the same range, and what is not needed in the end is never touched.
constexpr std::uint64_t parts_of_increment = 8;

/// OCaml: `caml_clip_heap_chunk_wsz`.
std::uint64_t increment()
{
    const std::uint64_t heap = Caml_state->stat_heap_wsz;
    const auto wanted = caml_major_heap_increment > 1000
                            ? caml_major_heap_increment
                            : heap / 100 * caml_major_heap_increment / parts_of_increment;
    return std::max<std::uint64_t>(wanted, Heap_chunk_min);
}

/// The system gets pages back until that was so much memory. As much as it was.
std::size_t release_pages(std::uintptr_t first, std::uintptr_t last, std::size_t most)
{
    constexpr std::size_t some = 64;
    std::array<unsigned char, some> has_memory{};
    std::size_t released = 0;
    for (; first < last && released < most; first += some * page_bytes) {
        const auto bytes = std::min<std::size_t>(last - first, some * page_bytes);
        void* const at = reinterpret_cast<void*>(first);
        if (mincore(at, bytes, has_memory.data()) != 0) continue;
        const auto pages =
            std::count_if(has_memory.begin(),
                          has_memory.begin() + static_cast<std::ptrdiff_t>(bytes / page_bytes),
                          [](unsigned char page) { return (page & 1U) != 0; });
        if (pages > 0) madvise(at, bytes, MADV_DONTNEED);
        released += static_cast<std::size_t>(pages) * page_bytes;
    }
    return released;
}

}  // namespace

bool old_generation::grow_by(std::uint64_t words)
{
    const auto now = heap_words();
    const bool is_limited = limit_ != 0 && !Caml_state->in_minor_collection;
    const auto most = is_limited ? limit_ : memory().most_words();
    if (words > most || now > most - words) return false;
    // Beyond the limit by no more than what is needed.
    const auto wanted = limit_ != 0 && !is_limited ? words : std::max(words, increment());
    const auto bytes = [&](std::uint64_t more) {
        return whole_pages((now + std::min(more, most - now)) * sizeof(word));
    };
    auto end = bytes(wanted);
    if (!commit(end) && !commit(end = bytes(words))) return false;
    // Not unless the program asks for it: to get them costs more than they save.
    if (caml_use_huge_pages != 0) range_.prefer_large_pages();
    // What does not fit in the pieces that are free needs their memory more than they do.
    if (words > increment()) release_free_pages(words * sizeof(word));
    pacing::heap_grows();
    space::grow(range_.begin() + end);
    Caml_state->stat_heap_wsz = static_cast<intnat>(heap_words());
    Caml_state->stat_top_heap_wsz =
        std::max(Caml_state->stat_top_heap_wsz, Caml_state->stat_heap_wsz);
    return true;
}

/// There is memory behind so many bytes, and their marks. What is given back leaves its marks where
/// they are: all clear, and few.
bool old_generation::commit(std::size_t bytes)
{
    const auto marks = whole_pages(machine_entries::bytes_for(bytes));
    return (marks <= marks_.committed() || marks_.commit(marks)) &&
           (bytes <= range_.committed() || range_.commit(bytes));
}

void old_generation::release_unused(std::size_t most)
{
    const auto used = memory().end() - range_.begin(), has = range_.committed();
    if (used < has) static_cast<void>(range_.commit(std::max(used, has - std::min(has, most))));
}

void old_generation::grow_stack()
{
    const auto bytes = stack_bytes_for(range_.committed());
    if (bytes > stack_.committed() && stack_.commit(bytes)) lend_stack(objects_of(stack_));
}

/// What is dead is used before the heap grows: a sweep that is under way goes on, as far as it
/// would have to go for these words if everything were as full as can be.
object old_generation::take_slowly(word wosize)
{
    [[maybe_unused]] const checked::allocation under_way;
    const auto none = imperative::nowhere<heap_layout>();
    auto& to = cycle_.memory();
    for (std::uint64_t budget = 256; at() == phase::sweeping && budget <= (1U << 20); budget *= 2) {
        if (run_phase(budget) > 0) end_sweep();
        if (const auto x = space::room().take_at(to, wosize); x != none) return x;
    }
    if (!grow_by(std::uint64_t{wosize} + 1)) {
        while (at() == phase::sweeping)
            if (run_phase(65536) > 0) end_sweep();
        if (const auto x = space::room().take_at(to, wosize); x != none) return x;
        return none;
    }
    return space::room().take_at(to, wosize);
}

/// How many of the words that are free at the end of the heap are no longer part of it. What the
/// space overhead allows stays: a program in a steady state gives nothing back.
std::uint64_t old_generation::to_give_back(std::uint64_t trailing, std::uint64_t alive)
{
    const auto keep = alive / 100 * caml_percent_free + Heap_chunk_min;
    if (trailing <= keep) return 0;
    return (trailing - keep) * sizeof(word) / page_bytes * (page_bytes / sizeof(word));
}

void old_generation::end_sweep()
{
    const auto trailing = trailing_free_words();
    const auto words = to_give_back(trailing, heap_words() - free_words() - trailing);
    shrink(words < least_returned ? 0 : words);
    advance();
    caml_gc_phase = Phase_idle;
    ++Caml_state->stat_major_collections;
    Caml_state->stat_heap_wsz = static_cast<intnat>(heap_words());
    checked::swept();
}

void old_generation::release_free_pages(std::size_t most)
{
    const auto held = free_blocks().reserve_of(memory()).h;
    free_blocks().each_free(memory(), [&](header h) {
        const auto end = next_header<heap_layout>(h, functional::wosize<heap_layout>(h, memory()));
        // The header, and the link in the first field, stay.
        const auto first = whole_pages(h.at + 2 * sizeof(word)),
                   last = end.at / page_bytes * page_bytes;
        if (first < last) most -= std::min(most, release_pages(first, last, most));
        // Those that follow a block of less than a page are no larger, and many; but the reserve is
        // the first, of whatever size.
        return most > 0 && (end.at - h.at >= page_bytes || h == held);
    });
}

}  // namespace strata::ocaml_runtime
