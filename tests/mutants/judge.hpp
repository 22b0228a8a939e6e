// tests/mutants/judge.hpp: how a stage of the judge rejects what it judges, also when that crashes.
#pragma once

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <optional>
#include <string>

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace judge {

/// What is being judged at the moment, drawn as text: shown if it is rejected.
inline std::function<std::string()> scene = [] { return std::string{}; };

/// How many words its heap has, if it has one.
inline std::optional<std::size_t> scene_words;

/// Ends the judge: the code it was compiled with is broken. tests/mutants/run reads the first line.
[[noreturn]] inline void reject(const std::string& check)
{
    const auto words = scene_words ? std::to_string(*scene_words) : "-";
    std::printf("rejected: %s | %s words\n%s", check.c_str(), words.c_str(), scene().c_str());
    std::fflush(stdout);
    std::_Exit(1);
}

/// Expects  `holds`; otherwise the code under judgement is rejected by `check`.
inline void require(bool holds, const char* check)
{
    if (!holds) reject(check);
}

/// What is judged next has three seconds of work to end.
inline void start_clock()
{
    const itimerval limit{{0, 0}, {3, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
}

/// Something new is being judged: it and the next few thousand have three seconds of work to end.
inline void next_trial()
{
    static unsigned trials = 0;
    if (trials++ % 4096 == 0) start_clock();
}

/// What only a loop without an end, a broken contract or a wild access could reach. The judge has
/// one thread, and its handlers end the program, so they may print.
inline void catch_crashes()
{
    std::set_terminate([] { reject("no contract is broken"); });
    for (const int crash : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL})
        std::signal(crash, [](int) { reject("no wild access"); });
    std::signal(SIGPROF, [](int) { reject("every loop ends"); });
    next_trial();
}

/// Whether `wild` ends a program, tried in a child.
template <class F>
[[nodiscard]] bool dies(F wild)
{
    const auto child = fork();
    if (child == 0) {
        std::set_terminate([] { std::_Exit(9); });
        std::fclose(stderr);
        wild();
        std::_Exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

/// A number as people read addresses.
[[nodiscard]] inline std::string hex(unsigned long long n)
{
    char digits[20];
    std::snprintf(digits, sizeof digits, "%#llx", n);
    return n < 10 ? std::to_string(n) : digits;
}

}  // namespace judge
