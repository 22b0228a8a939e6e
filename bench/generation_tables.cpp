// bench/generation_tables.cpp: Tables 1 and 2 of CakeML's paper, and ours beside them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "results.hpp"

namespace strata::bench {
namespace {

constexpr std::array settings{"copying", "no-gen", "small-gen", "large-gen"};

[[nodiscard]] bool is_tree(const generation_run& g) { return g.program.starts_with("depth"); }
[[nodiscard]] double ours(const generation_run& g, std::size_t i) { return g.collecting[i].ns(); }

void print_row(const generation_run& g)
{
    std::printf("%-18s", g.program.c_str());
    for (std::size_t i = 0; i < settings.size(); ++i)
        std::printf(g.fits ? " %8.1f (%4.1f%%)" : "        -        ", ours(g, i) * 1e-6,
                    100 * ours(g, i) / g.total[i].ns());
    for (const auto ms : g.cakeml)
        if (ms > 0) std::printf(" %9.1f", ms);
        else std::printf(" %9s", "-");
    std::printf(" %7ju/%-4ju %7ju/%-4ju\n", std::uintmax_t{g.partial[2]}, std::uintmax_t{g.full[2]},
                std::uintmax_t{g.partial[3]}, std::uintmax_t{g.full[3]});
}

void print_part(const results& r, const char* heading, bool trees)
{
    std::printf("\n%s\n\n%-18s", heading, "");
    for (const auto* name : settings) std::printf(" %16s", name);
    for (const auto* name : settings) std::printf(" %9s", name);
    std::printf(" %12s %12s\n", "small p/f", "large p/f");
    for (const auto& g : r.generations)
        if (is_tree(g) == trees) print_row(g);
}

/// The first tree for which a setting is slower than copying.
template <class F>
[[nodiscard]] std::string crossover(const results& r, std::size_t setting, F cost)
{
    for (const auto& g : r.generations)
        if (is_tree(g) && g.fits && cost(g, setting) > cost(g, 0)) return g.program;
    return "none";
}

}  // namespace

void print_generations(const results& r)
{
    print_part(
        r,
        "Generations, like CakeML's Table 1: ms in the collector (of the run), then CakeML's "
        "ms, and collections, partial/full",
        false);
    print_part(r, "Generations, like CakeML's Table 2: trees beside 100,000 words that live long",
               true);
    for (std::size_t i = 2; i < settings.size(); ++i)
        std::printf("%s is slower than copying from %s on (CakeML: from %s on)\n", settings[i],
                    crossover(r, i, ours).c_str(),
                    crossover(r, i, [](const generation_run& g, std::size_t k) {
                        return g.cakeml[k];
                    }).c_str());
    std::printf("The programs allocate as those of the paper do, but are not those; 10 MB of heap\n"
                "is two memories of 5 MB; no-gen has one generation as large as the heap.\n");
}

}  // namespace strata::bench
