// tools/prove/main.cpp: ./dev prove: the shipped templates, proved for every word and every heap.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "groups.hpp"

namespace {

constexpr const char* usage = R"(strata_prove [--only NAME] [--seed N] [--deep] [--json FILE]
  --only NAME   the groups whose name contains NAME, such as mark, sweep-ocaml_32 or glue
  --seed N      the solver's seed; the result must not depend on it
  --deep        heaps of up to 12 words in the exhaustive run; hypotheses checked in full
  --json FILE   the result, for machines
)";

}  // namespace

int main(int argc, char** argv)
{
    using namespace strata::prove;
    auto& r = the_report();
    std::string json;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        const bool more = i + 1 < argc;
        if (option == "--deep") r.deep = true;
        else if (option == "--only" && more) r.only = argv[++i];
        else if (option == "--seed" && more) r.seed = static_cast<unsigned>(std::atoi(argv[++i]));
        else if (option == "--json" && more) json = argv[++i];
        else {
            std::fputs(usage, stderr);
            return 2;
        }
    }
    std::printf("       group      conditions      time  what is proved\n");
    prove_bit_lemmas(r);
    prove_kinds(r);
    prove_marking(r);
    prove_sweep(r);
    prove_allocation(r);
    prove_glue(r);
    prove_small_scope(r);
    r.finish();
    if (r.groups.empty()) std::printf("no group has '%s' in its name\n", r.only.c_str());
    print_theorem(r);
    if (!json.empty()) write_json(r, json.c_str());
    return r.failures() != 0 || r.groups.empty();
}
