// tools/prove/theorem.cpp: what follows from the conditions, what it rests on, and a comparison.
#include <cmath>
#include <cstdio>

#include "copy_theorem.hpp"
#include "groups.hpp"
#include "snapshot_theorem.hpp"

namespace strata::prove {

namespace {

static_assert(STRATA_PROOF_LINES < 3'000, "a proof that nobody reads proves nothing");

constexpr const char* theorem = R"(
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

constexpr const char* assumed[][2] = {
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

}  // namespace

void print_theorem(const report& r)
{
    unsigned conditions = 0, paths = 0;
    double seconds = 0, longest = 0;
    std::string slowest;
    for (const auto& g : r.groups) {
        if (g.name.rfind("small", 0) == 0 || g.name.rfind("bounded", 0) == 0) continue;
        conditions += g.conditions;
        paths += g.paths;
        seconds += g.seconds;
        if (g.longest > longest) longest = g.longest, slowest = g.name + ", " + g.slowest;
    }
    if (r.failures() != 0) {
        std::printf("\nNOT PROVED: %u conditions do not hold or were not decided in time.\n",
                    r.failures());
    } else if (r.only.empty()) {
        std::printf("%s%s%s\nASSUMED AND TRUSTED\n", theorem, copy_theorem, snapshot_theorem);
        const auto list = [](const auto& all) {
            for (const auto& [what, why] : all) std::printf("  %-30s %s\n", what, why);
        };
        list(snapshot_assumed);
        list(copy_assumed);
        list(assumed);
        std::printf("\nCOMPARED WITH THE PAPER (Table 2)\n"
                    "                  lines  definitions  lemmas     time\n"
                    "  Graph           4,653           72      81    2 m 3 s\n"
                    "  DFS               657            1       9    2 m 5 s\n"
                    "  Functional GC  18,401           65     218    120 m\n"
                    "  Imperative GC   2,734           19      19   27 m 43 s\n"
                    "  all            26,445          157     327    152 m\n");
        std::printf("  Strata          %5d          %d statements  %2.0f m %.0f s of one core\n"
                    "    copying       %5d          %d statements, in that time; not in the paper\n"
                    "    a mutator     %5d          %d statements, the same\n"
                    "  %u conditions on %u paths; the longest took %.1f s:\n"
                    "  %s.\n"
                    "  The groups bounded and small (whole collections) are not counted here.\n",
                    STRATA_PROOF_LINES, STRATA_PROOF_STATEMENTS, std::floor(seconds / 60),
                    std::fmod(seconds, 60), STRATA_COPY_LINES, STRATA_COPY_STATEMENTS,
                    STRATA_MUTATOR_LINES, STRATA_MUTATOR_STATEMENTS, conditions, paths, longest,
                    slowest.c_str());
    }
}

bool write_json(const report& r, const char* file)
{
    std::FILE* out = std::fopen(file, "w");
    if (!out) return false;
    std::fprintf(out, "{\"seed\": %u, \"failures\": %u, \"groups\": [", r.seed, r.failures());
    const char* comma = "";
    for (const auto& g : r.groups) {
        std::fprintf(
            out,
            "%s\n  {\"name\": \"%s\", \"conditions\": %u, \"paths\": %u, \"failures\": %zu, "
            "\"seconds\": %.2f, \"longest\": %.2f, \"slowest\": \"%s\"}",
            comma, g.name.c_str(), g.conditions, g.paths, g.failures.size(), g.seconds, g.longest,
            g.slowest.c_str());
        comma = ",";
    }
    std::fprintf(out, "\n]}\n");
    return std::fclose(out) == 0;
}

}  // namespace strata::prove
