// tools/prove/report.cpp: runs groups of proofs in two processes and shows that they live.
#include "report.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace strata::prove {

namespace {

/// One group as text, for the pipe from the process that proved it.
void send(std::FILE* to, std::size_t i, const group& g)
{
    std::fprintf(to, "%zu %u %u %u %f %f %zu\n", i, g.conditions, g.paths, g.pruned, g.seconds,
                 g.longest, g.failures.size());
    for (const auto& f : g.failures) {
        std::string drawing = f.drawing;
        for (auto& c : drawing)
            if (c == '\n') c = '\v';
        std::fprintf(to, "%s\t%s\t%s\t%d\t%s\n", f.step.c_str(), f.condition.c_str(),
                     f.path.c_str(), f.timeout ? 1 : 0, drawing.c_str());
    }
    std::fflush(to);
}

std::string read_line(std::FILE* from)
{
    std::string line;
    for (int c = std::fgetc(from); c != EOF && c != '\n'; c = std::fgetc(from))
        line += static_cast<char>(c == '\v' ? '\n' : c);
    return line;
}

failure receive_failure(std::FILE* from)
{
    const auto line = read_line(from);
    std::array<std::string, 5> part;
    std::size_t at = 0;
    for (const char c : line) {
        if (c == '\t' && at < 4) ++at;
        else part[at] += c;
    }
    return {part[0], part[1], part[2], part[4], part[3] == "1"};
}

void show(const group& g)
{
    std::printf("%-6s %-23s %9u %7.1f s  %s\n", g.failures.empty() ? "proved" : "FAILED",
                g.name.c_str(), g.conditions, g.seconds, g.sentence.c_str());
    for (const auto& f : g.failures)
        std::printf("  %s: %s%s\n  on the path %s\n%s\n", f.step.c_str(),
                    f.timeout ? "NOT DECIDED IN TIME: " : "DOES NOT HOLD: ", f.condition.c_str(),
                    f.path.c_str(), f.drawing.c_str());
    std::fflush(stdout);
}

}  // namespace

report& the_report()
{
    static report the_one;
    return the_one;
}

void report::progress(const group& g) const
{
    if (isatty(STDERR_FILENO) != 0 && g.conditions % 64 == 0)
        std::fprintf(stderr, "\r\033[K%s: %u conditions ...\r", g.name.c_str(), g.conditions);
}

void report::run(const std::string& name, const std::string& sentence,
                 const std::function<void(group&)>& prove)
{
    if (!only.empty() && name.find(only) == std::string::npos) return;
    group g;
    g.name = name;
    g.sentence = sentence;
    groups.push_back(g);
    work.push_back(prove);
}

void report::finish()
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) std::abort();
    std::FILE* from = fdopen(ends[0], "r");
    constexpr std::size_t processes = 2;
    for (std::size_t p = 0; p < processes; ++p) {
        if (fork() != 0) continue;
        std::FILE* to = fdopen(ends[1], "w");
        for (std::size_t i = p; i < groups.size(); i += processes) {
            const auto start = std::chrono::steady_clock::now();
            work[i](groups[i]);
            const auto time = std::chrono::steady_clock::now() - start;
            groups[i].seconds = std::chrono::duration<double>(time).count();
            send(to, i, groups[i]);
        }
        std::_Exit(0);
    }
    close(ends[1]);
    std::vector<bool> heard(groups.size());
    for (std::string line = read_line(from); !line.empty(); line = read_line(from)) {
        std::size_t i = 0, failed = 0;
        group got;
        std::sscanf(line.c_str(), "%zu %u %u %u %lf %lf %zu", &i, &got.conditions, &got.paths,
                    &got.pruned, &got.seconds, &got.longest, &failed);
        for (; failed > 0; --failed) got.failures.push_back(receive_failure(from));
        got.name = groups[i].name;
        got.sentence = groups[i].sentence;
        heard[i] = true;
        show(groups[i] = got);
    }
    while (wait(nullptr) > 0) {
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (!heard[i]) {
            groups[i].failures.push_back({"the process", "ends with an answer", {}, {}, false});
            show(groups[i]);
        }
}

unsigned report::failures() const
{
    std::size_t n = 0;
    for (const auto& g : groups) n += g.failures.size();
    return static_cast<unsigned>(n);
}

}  // namespace strata::prove
