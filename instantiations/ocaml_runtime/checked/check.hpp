// instantiations/ocaml_runtime/checked/check.hpp: what the parts of the check have in common.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strata/instantiations/ocaml_runtime/checked/finding.hpp>
#include <strata/instantiations/ocaml_runtime/checked/settings.hpp>
#include <strata/instantiations/ocaml_runtime/checked/word_bits.hpp>
#include <strata/instantiations/ocaml_runtime/heap.hpp>

namespace strata::ocaml_runtime::checked {

// --- words that no program writes: odd, so that the collector passes over them, and with a first
// byte that ends a string ------------------------------------------------------------------------

inline constexpr word fresh_word = 0x00D7'5752'4154'41D7;  ///< in what is allocated, not yet filled
inline constexpr word freed_word = 0x00DE'AD57'5241'DEAD;  ///< in what has been freed

inline word load(word at) { return *reinterpret_cast<const word*>(at); }
inline word end_of(word h, word hd) { return h + (heap_layout::wosize(hd) + 1) * sizeof(word); }
inline tag_t tag_of(word hd) { return static_cast<tag_t>(hd & 255); }

/// What is dead or free has this tag. It is also what OCaml gives to what it cuts off.
inline constexpr tag_t dead_tag = Abstract_tag;
/// The colour of the old block at `h`. That of a header may be black only where Obj.truncate has
/// cut something off, which is dead.
[[nodiscard]] inline color_t color_at(word h, word hd)
{
    if (old().is_black({h})) return Caml_black;
    return Color_hd(hd) == Caml_black ? Caml_white : Color_hd(hd);
}

inline word dead_header(word hd, color_t color)
{
    return Make_header(heap_layout::wosize(hd), dead_tag, color);
}

// --- counters ------------------------------------------------------------------------------------

struct counts {
    std::uint64_t collections = 0;  ///< minor ones, ends of marking and ends of sweeps
    std::uint64_t checked = 0;      ///< those that were looked at
    std::uint64_t walks = 0;        ///< of the old objects
    std::uint64_t objects = 0, edges = 0, roots = 0, findings = 0;
    std::uint64_t nanoseconds = 0;
    std::uint64_t last_walk = 0;    ///< the collection of the last walk of them, without a finding
    std::uint64_t walk_before = 0;  ///< and, while there is one, of the one before it
    bool over_budget = false;
};
counts& tally();
/// Whether the next minor collection may be one of those that are looked at. A cycle may start, and
/// end its marking and its sweep, before that.
[[nodiscard]] bool is_sample_near();
/// What has been looked at, in words, more or less: a measure of time that is always the same.
[[nodiscard]] std::uint64_t work_done();

/// Something is wrong. The rest of the finding is filled in here: the path, if there is none, the
/// last primitive, the collection. It ends the program, unless that is to go on.
void found(finding f);
/// What is being looked at, for `finding::when`.
void set_when(const char* when);

// --- the nursery ---------------------------------------------------------------------------------

struct nursery_view {
    word begin = 0, end = 0;  ///< the part in use
    word_bits starts, reached;
};
nursery_view& nursery();
/// For the verdict: what it is before a minor collection, and that what it has become is right.
void remember_nursery();
void judge_minor();
/// Finds the blocks of the nursery. False, after a finding, if it cannot be walked.
bool parse_nursery();
void check_young_objects();
/// What was allocated before this collection is from here to the end.
void note_used(word begin);
/// Whether so many bytes from here on were nurseries, or are one.
[[nodiscard]] bool is_nursery_address(word a);

// --- the old objects -----------------------------------------------------------------------------

block_starts& old_starts();
/// Everything about the old objects. False, after a finding, if they cannot be walked.
bool walk_old();
[[nodiscard]] bool may_walk_old();
/// There are bits for all of the heap. False if there is no memory for them.
[[nodiscard]] bool cover_old();
/// Whether the bits are those of this moment; they are no longer; and if the end of a marking was
/// not looked at, they say nothing any more.
[[nodiscard]] bool is_old_fresh();
void old_changes();
/// The heap may end earlier than it did.
void old_shrinks();
void old_changes_by_marking(bool is_seen);
/// Every old object may be elsewhere: nothing is known of them. What is free is made unusable.
void old_moves();
/// What nothing leads to, now that a cycle begins, is lost; walks keep that in mind until marking
/// has ended.
///
/// Expects  the old objects have been walked, and nothing has changed since.
void old_begins_cycle();
[[nodiscard]] bool are_lost_known();
/// Whether the block at `h` was in use, and whole, at the walk before the one that is under way.
[[nodiscard]] bool was_seen(word h);

// --- one word that should be a value -------------------------------------------------------------

/// Where the word is.
struct holder {
    word object = 0;  ///< by its first field; 0 for a root
    std::uint64_t field = no_field;
    root from{};
    bool is_young = false;
};
/// A word that is no number and leads to no object in use by its bit: what is wrong with it, if
/// anything is.
void judge_pointer(word v, const holder& at);
/// Pages of static data that were asked for: most pointers out of the heap lead to few of them.
struct static_pages {
    static constexpr std::size_t most = 1024;
    word known[most];

    [[nodiscard]] bool has(word a) const { return known[a / page_bytes % most] == a / page_bytes; }
    void insert(word a) { known[a / page_bytes % most] = a / page_bytes; }
};
inline static_pages pages_of_modules{};

/// A number that is one of the words above.
void judge_filler(word v, const holder& at);
/// Who wrote the word `hd` where a header was, after the block at `previous`: that one, by its own
/// rule, or another.
[[nodiscard]] rule who_wrote(word h, word previous, word hd);
/// A header that cannot be one, after the block at `previous`, or after none.
void judge_header(word h, word previous);
/// The contents of a block that is not scanned.
void judge_bytes(word h, word hd);

/// Looks at one word of an object or a root; `at` says where it is, if it must be said. Whether it
/// leads to a young object.
template <class F>
inline bool look_at(word v, bool is_in_young, F at)
{
    if ((v & 1) != 0) {
        // A young block that nobody reaches need not be filled: that is for who knows if it is.
        if (v == freed_word || (v == fresh_word && !is_in_young)) [[unlikely]]
            judge_filler(v, at());
        return false;
    }
    const auto& young = nursery();
    if (v - young.begin < young.end - young.begin) {
        if (v % sizeof(word) != 0 || !young.starts.test(v - sizeof(word))) [[unlikely]]
            judge_pointer(v, at());
        return true;
    }
    const auto& heap = old().memory();
    if (v - heap.begin() < heap.end() - heap.begin() && v % sizeof(word) == 0 &&
        old_starts().in_use.test(v - sizeof(word))) [[likely]]
        return false;
    if (!pages_of_modules.has(v)) judge_pointer(v, at());
    return false;
}

// --- cycles --------------------------------------------------------------------------------------

/// What nothing leads to, by roots or weak pointers, gets the bits of what is lost. False if there
/// is no memory.
[[nodiscard]] bool note_lost();
/// Marking is over, and the walk of the old objects was without a finding: what is reachable is
/// marked, and what was lost is not. What is not marked is filled with freed words, and its bits
/// are those of what is dead.
void judge_marking();

// --- who else asks -------------------------------------------------------------------------------

[[nodiscard]] std::uintptr_t last_primitive();
/// Finds a path from a root to the object of the finding, which must not have one.
void find_path(finding& f);
/// The heap can be used again, if this is in a blocking section.
void open_heap();
void install_fault_handler();
/// Whether a block of C code that began here was freed, and not allocated again.
[[nodiscard]] bool is_freed_by_c(word a);
[[nodiscard]] std::uint64_t now_in_nanoseconds();

}  // namespace strata::ocaml_runtime::checked
