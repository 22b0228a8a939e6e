// tools/prove/report.cpp: runs groups of proofs and shows that they live.
#include "report.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace strata::prove {

report& the_report()
{
    static report the_one;
    return the_one;
}

void report::progress(const group& g) const
{
    if (quiet || isatty(STDOUT_FILENO) == 0) return;
    if (g.conditions % 16 == 0)
        std::printf("\r\033[K%-14s %5u conditions ...", g.name.c_str(), g.conditions);
    std::fflush(stdout);
}

void report::run(const std::string& name, const std::string& sentence,
                 const std::function<void(group&)>& prove)
{
    if (!only.empty() && name.find(only) == std::string::npos) return;
    group g;
    g.name = name;
    g.sentence = sentence;
    const auto start = std::chrono::steady_clock::now();
    prove(g);
    const auto time = std::chrono::steady_clock::now() - start;
    g.seconds = std::chrono::duration<double>(time).count();
    if (!quiet) {
        if (isatty(STDOUT_FILENO) != 0) std::printf("\r\033[K");
        std::printf("%-6s %-14s %5u %7.1f s  %s\n", g.failures.empty() ? "proved" : "FAILED",
                    g.name.c_str(), g.conditions, g.seconds, g.sentence.c_str());
        std::fflush(stdout);
    }
    for (const auto& f : g.failures)
        std::printf("%s: %s: %s [%s]%s\n%s\n", g.name.c_str(), f.step.c_str(), f.condition.c_str(), f.path.c_str(), f.timeout ? " TIMEOUT" : "", f.drawing.c_str());
    std::fflush(stdout);
    groups.push_back(g);
}

unsigned report::failures() const
{
    std::size_t n = 0;
    for (const auto& g : groups) n += g.failures.size();
    return static_cast<unsigned>(n);
}

}  // namespace strata::prove
