// tools/prove/theorem.hpp: what follows from the conditions, and what it rests on.
#pragma once

namespace strata::prove {

inline constexpr const char* theorem = R"(
THEOREM. Let a heap of any size be well formed (Definition 1), its objects white or blue, and let
every root be any word at all, as long as one that points into the heap leads to an object or to an
infix header of one. Then, for each layout above, for marking in the paper's order or through a
window, for a mark stack of any capacity from one entry up, and for large objects scanned in parts
of any length: darken_roots, mark and sweep end; every access is to a word of the heap; no operation
on addresses or sizes wraps around; and the heap afterwards satisfies the five clauses of Definition
5 with respect to the heap before: the objects that survive are those that the roots reach. format
makes a well-formed heap of any memory. adopt and sweep hand each free block once, in the order of
addresses, to their allocator; next_fit then has all of them on its list in that order, and
segregated_fit each on the list of its class. Allocation with either of them cuts an object off the
end of a free block that is large enough, leaves every other word but links as it was, leaves each
free block on its list once, and keeps the heap such that a collection may follow: well formed, its
objects white or blue, every root leading where it led.
)";

inline constexpr const char* assumed[][2] = {
    {"an allocation that fails", "changes nothing; that it fails only without room is tested, not "
                                 "proved"},
    {"the loops", "each is `while (condition(s)) step(s)`: the conditions are about its step, its "
                  "first state and its exit; that C++ runs a loop like that is read, not proved"},
    {"the worklists",
     "mark_stack, prefetch_window and held_runs give back what was pushed, each entry "
     "once, and held_runs in its order: tests/test_sweep.cpp, "
     "tests/laws/worklist_laws.hpp"},
    {"finite sets", "a set that loses a member and gains none is smaller; a walk over blocks that "
                    "tile meets them in order; a walk along a list, on which places grow, ends, "
                    "and so does the way back to its head: used to read the measures, the set of "
                    "blocks and the lists"},
    {"paths of edges", "induction on their length: what the roots point to is black, and what a "
                       "black object points to"},
    {"kinds and allocators", "an allocator never asks an object for its kind, so what is proved "
                             "of it for a layout holds for one that differs only in its kinds"},
    {"the abstract codec",
     "words are integers and codecs obey the lemmas of the group `bits`, which "
     "are proved on the shipped codecs; that the step functions see a codec "
     "only through them is how templates work"},
    {"hypotheses of a path", "each path is shown possible; the equations about remainders, which "
                             "only `/` and `%` in the rules of well-formedness use, are then left "
                             "out unless --deep is given"},
    {"trusted", "Z3 4.8.12, the C++ compiler, this machine, and the statements themselves"},
};

}  // namespace strata::prove
