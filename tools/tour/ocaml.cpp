// tools/tour/ocaml.cpp: one OCaml program on OCaml's own collector and on this one, side by side.
#include "ocaml.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace strata::tour {

namespace {

namespace fs = std::filesystem;

/// What one run took, what its collector counted, and what it printed.
struct outcome {
    double seconds = 0;
    std::map<std::string, double> counts;
    std::string printed;
};

/// In the child: the standard output and the report go to files.
[[noreturn]] void become(const fs::path& program, const char* argument, const fs::path& printed,
                         const fs::path& report)
{
    setenv("STRATA_REPORT", report.c_str(), 1);
    unsetenv("OCAMLRUNPARAM");
    if (std::freopen(printed.c_str(), "w", stdout) != nullptr)
        execl(program.c_str(), program.c_str(), argument, nullptr);
    _exit(127);
}

/// Processor time, so that what else runs on the machine does not count; nothing if it failed.
std::optional<double> run_to_end(pid_t child)
{
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0) return std::nullopt;
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::optional<outcome> run(const fs::path& program, const char* argument)
{
    const auto printed = fs::path{program} += ".printed", report = fs::path{program} += ".report";
    fs::remove(report);  // one of an earlier run says nothing
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) become(program, argument, printed, report);
    const auto seconds = run_to_end(child);
    if (!seconds) return std::nullopt;
    outcome result{*seconds, {}, {}};
    std::ifstream counts{report}, text{printed};
    std::string name;
    for (double value = 0; counts >> name >> value;) result.counts[name] = value;
    result.printed.assign(std::istreambuf_iterator<char>{text}, {});
    return result;
}

std::string decimal(double value, const char* unit)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.2f %s", value, unit);
    return text.data();
}

std::string right(const std::string& text, std::size_t width)
{
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

void show_row(const page& p, const char* what, const std::string& stock, const std::string& ours)
{
    p.show("  " + draw::pad(what, 22) + right(stock, 18) + right(ours, 18) + "\n");
}

void show_counts(const page& p, const outcome& stock, const outcome& ours)
{
    const auto mib = [](const outcome& o) {
        return decimal(o.counts.at("peak_kib") / 1024, "MiB");
    };
    show_row(p, "", "OCaml's collector", "Strata's");
    show_row(p, "time", decimal(stock.seconds, "s"), decimal(ours.seconds, "s"));
    show_row(p, "memory at its peak", mib(stock), mib(ours));
    for (const char* kind : {"minor", "major"}) {
        const auto count = [kind](const outcome& o) {
            const auto n = o.counts.at(std::string{kind} + "_collections");
            return std::to_string(static_cast<long>(n));
        };
        show_row(p, (std::string{kind} + " collections").c_str(), count(stock), count(ours));
    }
}

/// The shorter of two runs of each, which take turns.
void compare(page& p, const fs::path& folder)
{
    std::optional<outcome> stock, ours;
    const std::array programs{std::pair{"binary_trees", &stock},
                              std::pair{"binary_trees_strata", &ours}};
    for (int i = 0; i < 2; ++i)
        for (const auto& [name, best] : programs) {
            auto next = run(folder / name, "18");
            if (!next || !next->counts.contains("major_collections")) {
                p.promise(false);
                return p.say(std::string{"The program "} + name + " did not run to its end.");
            }
            if (!*best || next->seconds < (*best)->seconds) *best = std::move(next);
        }
    show_counts(p, *stock, *ours);
    const bool same = stock->printed == ours->printed && !ours->printed.empty();
    p.promise(same);
    p.gap();
    p.show("  they printed the same: " + (same ? p.good("yes") : p.bad("NO")) + "\n");
}

}  // namespace

void show_ocaml(page& p)
{
    p.title("An OCaml program, on OCaml's collector and on this one");
    const auto folder = draw::environment("STRATA_TOUR_OCAML");
    if (folder.empty())
        return p.say("Left out: it needs OCaml 4.13 on x86-64, as in Debian 12, and ./dev run, "
                     "which links the program.");
    p.say("BinaryTrees of the Benchmarks Game builds and drops many trees beside one that lives. "
          "It was compiled once, by OCaml's own compiler, and linked twice: with OCaml's runtime, "
          "and with -runtime-variant _strata, which has the templates of this tree as its "
          "collector. Now they take turns:");
    p.gap();
    compare(p, fs::path{folder});
}

}  // namespace strata::tour
