// tools/prove/marks_theorem.hpp: what is proved of marks beside a heap.
#pragma once

namespace strata::prove {

inline constexpr const char* marks_theorem = R"(
MARKS BESIDE A HEAP. Where a memory keeps a mark for each of its words (marked_memory), black is a
mark. For ocaml_64 and bitmap_record each step of marking keeps what the theorem needs, and this:
all words of an object are marked, or none, and no word of a free block; no header is black, and
that of a marked object is white; no word changes but headers, from white to gray and back. So when
marking is over, what is marked is what the roots reach. For every layout, sweep by runs ends; it
writes to no word that was marked; each other word is in one free block or white fragment in the
end, none of which has a marked word or is too long; each free block is handed over once, in the
order of addresses; and no mark is left. If all words of an object were marked, or none, survivors
and free blocks tile the memory. What is new while a cycle marks is marked, all of it; while it
sweeps, where sweep is still to come and not behind it; otherwise not. That holds of allocate, and
of what a nursery takes from the room of a cycle.
)";

inline constexpr const char* marks_assumed[][2] = {
    {"marks", "obey the laws of marked_memory; that mark_bits does is run, not proved by the "
              "solver: all places in an entry and all lengths up to three entries, on entries "
              "that are full, empty, and mixed; that longer runs and other entries are alike, and "
              "that countr_zero and countr_one look no further than they count, is read"},
    {"kinds and marks", "a sweep by marks and an allocation never ask an object for its kind, so "
                        "what is proved for a layout holds for one that differs only in its kinds"},
    {"where a free run is cut", "the walk over its headers, which sweep has not written to, ends "
                                "at the end of the dead object that goes on there: tested"},
    {"steps of a cycle with marks", "the snapshot is proved where colours are in headers; with "
                                    "marks, marking, sweep and allocation are, each on its own"},
    {"what looks at marks besides", "compaction, ephemerons and finalisers of the OCaml runtime: "
                                    "tested, not proved"},
};

}  // namespace strata::prove
