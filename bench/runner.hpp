// bench/runner.hpp: a group of benchmarks on one heap, their repetitions interleaved.
#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace strata::bench {

/// The shortest of some times, in nanoseconds; 0 if none was measured.
class shortest {
public:
    void add(double ns) { ns_ = std::min(ns_, ns); }
    [[nodiscard]] bool known() const { return ns_ < std::numeric_limits<double>::max(); }
    [[nodiscard]] double ns() const { return known() ? ns_ : 0; }

private:
    double ns_ = std::numeric_limits<double>::max();
};

/// What this thread has used, in nanoseconds: the time that other programs take is not counted.
[[nodiscard]] inline double thread_clock()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

template <class F>
[[nodiscard]] double nanoseconds(F work)
{
    const auto start = thread_clock();
    work();
    return thread_clock() - start;
}

/// Benchmarks that share a heap. Each is a function that prepares, measures once, and returns
/// nanoseconds.
class group {
public:
    explicit group(std::string name)
        : name_{std::move(name)}
    {}
    void add(const std::string& what, std::function<double()> once, int repetitions)
    {
        benchmark::RegisterBenchmark((name_ + "/" + what).c_str(), run_once, std::move(once))
            ->Iterations(1)
            ->Repetitions(repetitions)
            ->UseManualTime();
    }
    /// Runs them, and says so on the standard error.
    void run();

private:
    static void run_once(benchmark::State& state, const std::function<double()>& once)
    {
        for (auto _ : state) state.SetIterationTime(once() * 1e-9);
    }
    std::string name_;
};

}  // namespace strata::bench
