// tools/prove/show/main.cpp: ./dev prove: the templates, proved for every word and every heap.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "groups.hpp"

namespace {

constexpr const char* usage = R"(strata_prove [OPTION]...
  --only NAME   the groups whose name contains NAME, such as mark, sweep-ocaml_32 or glue
  --seed N      the solver's first seed (0); the result must not depend on it
  --seeds N     everything N times, with as many seeds, and whether the results agree
  --deep        three seeds; hypotheses checked in full; exhaustive heaps of up to 12 words, which
                take hours
  --jobs N      how many processes prove at a time (2)
  --first       a group ends at its first failure
  --json FILE   the result, for machines
)";

/// A number that is an argument; ends the program if it is none.
unsigned number(const std::string& option, const char* text)
{
    char* end = nullptr;
    const auto n = std::strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && n < 1'000'000)
        return static_cast<unsigned>(n);
    std::fprintf(stderr, "strata_prove: %s takes a number, not '%s'\n", option.c_str(), text);
    std::exit(2);
}

/// Proves everything that was asked for, with the seed of the report.
void prove_all(strata::prove::report& r)
{
    using namespace strata::prove;
    r.groups.clear();
    r.work.clear();
    for (const auto prove :
         {prove_bit_lemmas,     prove_kinds,      prove_marking,        prove_sweep,
          prove_allocation,     prove_next_fit,   prove_segregated_fit, prove_format,
          prove_glue,           prove_copying,    prove_snapshot,       prove_nursery,
          prove_minor,          prove_reserve,    prove_marks_mark,     prove_marks_sweep,
          prove_marks_allocate, prove_marks_bits, prove_bounded,        prove_small_scope})
        if (prove) prove(r);  // a program that is made to look for one fault has not all of them
    r.finish();
}

/// Whether each group that was asked again gave the same answer again. The longest times are kept.
bool agree(std::vector<strata::prove::group>& first, const std::vector<strata::prove::group>& again)
{
    bool same = true;
    for (const auto& b : again) {
        const auto a = std::find_if(first.begin(), first.end(),
                                    [&](const auto& g) { return g.name == b.name; });
        if (b.longest > a->longest) a->longest = b.longest, a->slowest = b.slowest;
        if (a->conditions == b.conditions && a->failures.size() == b.failures.size()) continue;
        std::printf("the seeds DO NOT AGREE about %s\n", b.name.c_str());
        same = false;
    }
    return same;
}

}  // namespace

int main(int argc, char** argv)
{
    using namespace strata::prove;
    auto& r = the_report();
    std::string json;
    unsigned seeds = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        const bool more = i + 1 < argc;
        if (option == "--deep") r.deep = true;
        else if (option == "--first") r.first = true;
        else if (option == "--only" && more) r.only = argv[++i];
        else if (option == "--seed" && more) r.seed = number(option, argv[++i]);
        else if (option == "--seeds" && more) seeds = number(option, argv[++i]);
        else if (option == "--jobs" && more) r.jobs = number(option, argv[++i]);
        else if (option == "--json" && more) json = argv[++i];
        else {
            std::fputs(usage, stderr);
            return 2;
        }
    }
    std::printf("       group                        conditions      time  what is proved\n");
    if (seeds == 0) seeds = r.deep ? 3 : 1;
    r.jobs = std::max(r.jobs, 1U);
    prove_all(r);
    bool same = true;
    const auto first_seed = r.seed;
    auto first = r.groups;
    for (r.again = true; r.seed + 1 < first_seed + seeds && same;) {
        std::printf("\nthe same with seed %u\n", ++r.seed);
        prove_all(r);
        same = agree(first, r.groups);
    }
    r.groups = first;
    if (r.seed > first_seed && same)
        std::printf("\nthe results with seeds %u to %u agree\n", first_seed, r.seed);
    if (r.groups.empty()) std::printf("no group has '%s' in its name\n", r.only.c_str());
    print_theorem(r);
    if (!json.empty() && !write_json(r, json.c_str())) {
        std::fprintf(stderr, "strata_prove: cannot write %s\n", json.c_str());
        return 2;
    }
    return r.failures() != 0 || r.groups.empty() || !same;
}
