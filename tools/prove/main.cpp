// tools/prove/main.cpp: ./dev prove.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "groups.hpp"

int main(int argc, char** argv)
{
    auto& r = strata::prove::the_report();
    for (int i = 1; i < argc; ++i) {
        if (!std::strcmp(argv[i], "--only") && i + 1 < argc) r.only = argv[++i];
        if (!std::strcmp(argv[i], "--seed") && i + 1 < argc)
            r.seed = unsigned(std::atoi(argv[++i]));
    }
    strata::prove::prove_bit_lemmas(r);
    strata::prove::prove_marking(r);
    strata::prove::prove_sweep(r);
    strata::prove::prove_allocation(r);
    strata::prove::prove_glue(r);
    for (const auto& g : r.groups)
        for (const auto& f : g.failures)
            std::printf("%s: %s: %s [%s]%s\n%s\n", g.name.c_str(), f.step.c_str(),
                        f.condition.c_str(), f.path.c_str(), f.timeout ? " TIMEOUT" : "",
                        f.drawing.c_str());
    return r.failures() != 0;
}
