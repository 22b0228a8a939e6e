// tools/prove/show/report.cpp: runs groups of proofs in several processes and shows that they live.
#include "report.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <z3++.h>

#include <tour/terminal.hpp>

namespace strata::prove {

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start)
{
    return std::chrono::duration<double>(clock::now() - start).count();
}

/// The process that proves: which group is under way, and where to send what is known of it.
struct {
    std::FILE* to = nullptr;
    std::size_t group = 0;
    clock::time_point last{};
} worker;

std::string on_one_line(std::string text)
{
    for (auto& c : text)
        if (c == '\n') c = '\v';
    return text;
}

/// One group as text, for the pipe from the process that proved it.
void send(const group& g)
{
    std::fprintf(worker.to, "group %zu %u %u %f %f %zu %s\n", worker.group, g.conditions, g.paths,
                 g.seconds, g.longest, g.failures.size(), g.slowest.c_str());
    for (const auto& f : g.failures)
        std::fprintf(worker.to, "%s\t%s\t%s\t%d\t%s\n", f.step.c_str(), f.condition.c_str(),
                     f.path.c_str(), f.timeout ? 1 : 0, on_one_line(f.drawing).c_str());
    std::fflush(worker.to);
}

failure read_failure(const std::string& line)
{
    std::array<std::string, 5> part;
    std::size_t at = 0;
    for (const char c : line) {
        if (c == '\t' && at < 4) ++at;
        else part[at] += c == '\v' ? '\n' : c;
    }
    return {part[0], part[1], part[2], part[4], part[3] == "1"};
}

void prove(group& g, const std::function<void(group&)>& work)
{
    const auto start = clock::now();
    const auto ended = [&](const std::string& how) {
        g.failures.push_back({"the proof", "ends with an answer: " + how, {}, {}, false});
    };
    try {
        work(g);
    } catch (const z3::exception& e) {
        ended(e.msg());
    } catch (const std::exception& e) {
        ended(e.what());
    }
    g.seconds = seconds_since(start);
}

/// What the person at the terminal sees, and a line now and then where there is none.
class screen {
public:
    explicit screen(std::size_t groups)
        : groups_{groups}
    {}
    void show(const group& g)
    {
        clear();
        ++done_;
        std::printf("%-6s %-28s %9u %7.1f s  %s\n", g.failures.empty() ? "proved" : "FAILED",
                    g.name.c_str(), g.conditions, g.seconds, g.sentence.c_str());
        for (const auto& f : g.failures)
            std::printf(
                "\n  %s: %s%s%s%s\n%s\n", f.step.c_str(),
                f.timeout ? "NOT DECIDED IN TIME: " : "DOES NOT HOLD: ", f.condition.c_str(),
                f.path.empty() ? "" : "\n  on the path ", f.path.c_str(), f.drawing.c_str());
        std::fflush(stdout);
        last_ = clock::now();
    }
    /// `under_way` says what each process is at.
    void tick(const std::vector<std::string>& under_way)
    {
        const bool terminal = isatty(STDOUT_FILENO) != 0;
        if (!terminal && seconds_since(last_) < 10) return;
        std::string text;
        for (const auto& w : under_way) text += "  " + w;
        if (terminal) {
            const auto t = draw::detect(STDOUT_FILENO);
            const std::size_t width = 20, filled = groups_ ? width * done_ / groups_ : 0;
            auto line = "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] " +
                        std::to_string(done_) + "/" + std::to_string(groups_) + text;
            std::printf("\r\033[K%s", line.substr(0, t.width - 1).c_str());
        } else {
            std::printf("       %.0f s, %zu of %zu groups;%s\n", seconds_since(start_), done_,
                        groups_, text.c_str());
        }
        std::fflush(stdout);
        last_ = clock::now();
    }
    static void clear()
    {
        if (isatty(STDOUT_FILENO) != 0) std::printf("\r\033[K");
    }

private:
    std::size_t groups_, done_ = 0;
    clock::time_point start_ = clock::now(), last_ = start_;
};

/// One process as seen from outside.
struct process {
    int from = -1;
    std::string heard{}, under_way{};

    /// The next whole line, or nothing.
    bool line(std::string& text)
    {
        const auto end = heard.find('\n');
        if (end == heard.npos) return false;
        text = heard.substr(0, end);
        heard.erase(0, end + 1);
        return true;
    }
    /// False at the end.
    bool listen()
    {
        std::array<char, 4096> some{};
        const auto n = read(from, some.data(), some.size());
        if (n > 0) heard.append(some.data(), static_cast<std::size_t>(n));
        return n > 0;
    }
    /// A line that may not have come yet.
    std::string wait_for_line()
    {
        std::string text;
        while (!line(text) && listen()) {
        }
        return text;
    }
};

/// Reads what a process says: how far it is, or all about a group that is done, which it returns.
std::vector<std::size_t> follow(process& p, std::vector<group>& groups)
{
    std::vector<std::size_t> done;
    for (std::string line; p.line(line);) {
        std::size_t i = 0, failed = 0;
        unsigned n = 0;
        int end = 0;
        group got;
        if (std::sscanf(line.c_str(), "at %zu %u", &i, &n) == 2) {
            p.under_way = groups[i].name + " " + std::to_string(n);
        } else if (std::sscanf(line.c_str(), "group %zu %u %u %lf %lf %zu %n", &i, &got.conditions,
                               &got.paths, &got.seconds, &got.longest, &failed, &end) == 6) {
            got.slowest = line.substr(static_cast<std::size_t>(end));
            got.name = groups[i].name;
            got.sentence = groups[i].sentence;
            for (; failed > 0; --failed) got.failures.push_back(read_failure(p.wait_for_line()));
            groups[i] = got;
            done.push_back(i);
        }
    }
    return done;
}

}  // namespace

report& the_report()
{
    static report the_one;
    return the_one;
}

void report::progress(const group& g) const
{
    if (!worker.to || seconds_since(worker.last) < 0.5) return;
    worker.last = clock::now();
    std::fprintf(worker.to, "at %zu %u\n", worker.group, g.conditions);
    std::fflush(worker.to);
}

void report::run(const std::string& name, const std::string& sentence,
                 const std::function<void(group&)>& prove_it, bool solved)
{
    if (again && !solved) return;
    if (!only.empty() && name.find(only) == std::string::npos) return;
    group g;
    g.name = name;
    g.sentence = sentence;
    groups.push_back(g);
    work.push_back(prove_it);
}

void report::finish()
{
    std::array<int, 2> queue{};  // the numbers of the groups that nobody has taken yet
    if (pipe(queue.data()) != 0) std::abort();
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (write(queue[1], &i, sizeof i) != sizeof i) std::abort();
    close(queue[1]);
    std::fflush(stdout);
    std::vector<process> processes;
    for (unsigned p = 0; p < jobs; ++p) {
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0) std::abort();
        if (fork() == 0) {
            worker.to = fdopen(ends[1], "w");
            while (read(queue[0], &worker.group, sizeof worker.group) > 0) {
                // How long the solver takes depends on all that it was asked before. A group in a
                // process of its own takes as long alone as among others.
                const auto alone = fork();
                if (alone == 0) {
                    prove(groups[worker.group], work[worker.group]);
                    send(groups[worker.group]);
                    std::_Exit(0);
                }
                waitpid(alone, nullptr, 0);
            }
            std::_Exit(0);
        }
        close(ends[1]);
        processes.push_back({ends[0]});
    }
    screen shown{groups.size()};
    std::vector<bool> heard(groups.size());
    while (!processes.empty()) {
        std::vector<pollfd> all;
        std::vector<std::string> under_way;
        for (const auto& p : processes) {
            all.push_back({p.from, POLLIN, 0});
            under_way.push_back(p.under_way);
        }
        if (poll(all.data(), all.size(), 500) > 0)
            for (std::size_t i = all.size(); i-- > 0;) {
                if (all[i].revents == 0) continue;
                const bool more = processes[i].listen();
                for (const auto g : follow(processes[i], groups)) {
                    heard[g] = true;
                    shown.show(groups[g]);
                }
                if (!more) processes.erase(processes.begin() + static_cast<std::ptrdiff_t>(i));
            }
        shown.tick(under_way);
    }
    screen::clear();
    while (wait(nullptr) > 0) {
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (!heard[i]) {
            groups[i].failures.push_back({"the process", "ends with an answer", {}, {}, false});
            shown.show(groups[i]);
        }
}

unsigned report::failures() const
{
    std::size_t n = 0;
    for (const auto& g : groups) n += g.failures.size();
    return static_cast<unsigned>(n);
}

}  // namespace strata::prove
