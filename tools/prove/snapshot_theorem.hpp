// tools/prove/snapshot_theorem.hpp: what is proved of a cycle in slices and of a nursery's barrier.
#pragma once

namespace strata::prove {

inline constexpr const char* snapshot_theorem = R"(
INCREMENTAL. For ocaml_64 and bitmap_record, the steps of marking may be taken one by one, with
writes and allocations of a mutator between any two of them, from begin_cycle on. Then each field
that pointed to an object in the snapshot still holds that pointer, in an object that is not black,
or is among those still to be scanned; or what it pointed to is not white, or is held. New objects
are black. When marking is over, what the roots reached when the cycle began is black, and so is
what is new, and no other object; what a black object points to is black; and sweep begins with that
heap: it frees neither what was reachable at the start nor what is new (Definition 6). While it
sweeps, a new object is black where sweep is still to come, and white behind it, and the other part
of the heap does not change.

NURSERY. For the same layouts, after write, modify, initialise and allocate of with_nursery, each
field of an old object that leads into the nursery is in the remembered set, or the set says that it
is incomplete, and then a minor collection looks at all fields. Each step of that collection, for
ocaml_64, in the order of slot_stack, and with room for what is promoted, keeps this: a field of an
old object that leads into the nursery is still to come, or ahead, or waits, or a walk will find its
object. So when it is over, and no field is still to come, none leads into the nursery; nor does a
root that has been forwarded. What is promoted is cut off the front of segregated_fit's reserve by
the promotion itself: each cut leaves all other words
but links as they were, the blocks tiling the memory and, once the allocator is told, each free
block on its list once.
)";

inline constexpr const char* snapshot_assumed[][2] = {
    {"the mutator", "writes only to objects that it reaches, and only pointers to such; keeps "
                    "Definition 1; a word that says which fields hold values changes only for "
                    "fields without a pointer"},
    {"R, while a mutator runs", "in the proof of marking it is any set that no edge leaves now: "
                                "here what the roots reached, and what is new; readings of a heap "
                                "look at no colour but blue"},
    {"what an allocation keeps", "is proved with the allocators: only words of the free block and "
                                 "links change, and a new object holds the filler; a run that "
                                 "ends because of it ends as proved with sweep"},
    {"the old space of a nursery",
     "its write stores the value and else changes only colours, which "
     "is proved of the incremental one; what it takes for a promoted "
     "object lies in no other, which is proved of both allocators"},
    {"fields that are copied", "and looked at: a turn of each loop keeps what is said of all turns "
                               "before it, which is proved; that this is then so at the end of the "
                               "loop, for any number of fields, is used"},
    {"a minor collection", "walks over the remembered fields, or all fields, and over the roots; "
                           "what is remembered is a field of an old object that holds a value, "
                           "because forget_dead forgets the others; promotion without room is "
                           "undone: these are tested, not proved"},
    {"the remembered set", "what push promises is proved of tables with room for one field and for "
                           "three"},
};

}  // namespace strata::prove
