// bench/runner.cpp: what is shown while the benchmarks run.
#include "runner.hpp"

#include <cstdio>

#include <unistd.h>

namespace strata::bench {
namespace {

/// On a terminal one line that changes; elsewhere nothing until the group is done.
class progress : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override
    {
        for (const auto& run : runs) {
            if (run.error_occurred)
                std::fprintf(stderr, "%s: %s\n", run.benchmark_name().c_str(),
                             run.error_message.c_str());
            else if (isatty(STDERR_FILENO) != 0)
                std::fprintf(stderr, "\r\033[K%.70s  %.1f ms", run.benchmark_name().c_str(),
                             run.real_accumulated_time * 1e3);
        }
    }
};

}  // namespace

void group::run()
{
    const bool terminal = isatty(STDERR_FILENO) != 0;
    if (terminal) std::fprintf(stderr, "\r\033[K%s ...", name_.c_str());
    else std::fprintf(stderr, "%s ...\n", name_.c_str());
    progress shown;
    benchmark::RunSpecifiedBenchmarks(&shown);
    benchmark::ClearRegisteredBenchmarks();
    if (terminal) std::fprintf(stderr, "\r\033[K");
}

}  // namespace strata::bench
