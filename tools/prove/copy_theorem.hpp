// tools/prove/copy_theorem.hpp: what is proved of copying, and what it rests on.
#pragma once

namespace strata::prove {

inline constexpr const char* copy_theorem = R"(
COPYING. Let from-space be well formed, its objects white or blue, to-space elsewhere, and no value
lead there; and let it have room for the objects in some set that has what the roots point to and
that no edge leaves. Then forward_roots and scan_unscanned, in Cheney's order, end; the same is true
of their accesses and operations; ok stays true; the roots lead to the copies of what they led to;
and to-space satisfies Definition 7: it is tiled by one copy of each object that the roots reach,
the forwarding pointers are the one-to-one map, copies point to the copies of what their originals
pointed to, infix pointers with the same distance, and all other words are the same.
)";

inline constexpr const char* copy_assumed[][2] = {
    {"sums", "the objects in R that are not copied have as many words as they had, less those of "
             "the object that has just been copied, and no fewer than any one of them"},
    {"without room", "copying stops and says so, which is proved; that put_back then undoes all of "
                     "it is tested; so are orders other than Cheney's"},
    {"layouts and copying", "ocaml_base and ocaml_no_scan have the words of ocaml_64 and some of "
                            "its kinds: what is proved of that one is not proved of them again"},
    {"copy_fields", "a turn of its loop copies the last field and ends after the first, and tells "
                    "whether it leads to from-space, which is proved, and of two turns; it goes on "
                    "with the last but one as if it were the last"},
};

}  // namespace strata::prove
