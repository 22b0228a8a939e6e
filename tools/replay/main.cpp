// tools/replay/main.cpp: replays a trace file on collectors and layouts, and says what happened.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "replay/parse.hpp"
#include "replay/table.hpp"

namespace {

struct options {
    std::string file{};
    std::string collector{}, layout{};  ///< empty: all
    bool quiet = false, help = false;
};

constexpr auto usage =
    "usage: replay FILE [--collector NAME] [--layout NAME] [--quiet]\n\n"
    "Replays a trace on every collector and layout, or on those that are named, beside a model of\n"
    "the live graph. Every collection is audited and compared with the model.\n\n"
    "  --quiet    one line a replay, none for each collection\n\n"
    "A trace is a text. Its first line is \"strata trace 1\"; then one line a step, and # begins "
    "a\n"
    "comment:\n\n"
    "  heap WORDS                                       first of all\n"
    "  allocate VARIABLE record SLOTS [tag TAG]         the variable, a root, leads to a new "
    "object\n"
    "  allocate VARIABLE opaque SLOTS [tag TAG]\n"
    "  allocate VARIABLE closure SLOTS [entries N]\n"
    "  allocate VARIABLE forward VALUE                  a lazy value that has been forced\n"
    "  write VARIABLE.SLOT VALUE                        a slot of the object it leads to\n"
    "  load VARIABLE VARIABLE.SLOT\n"
    "  set VARIABLE VALUE\n"
    "  drop VARIABLE                                    it is no root any more\n"
    "  collect\n\n"
    "A VALUE is a number, a variable, VARIABLE+N (an entry of a closure), or outside: a pointer "
    "out\n"
    "of the heap. Without room a collection is made; if there is none still, the variable holds "
    "0,\n"
    "and so does all that would be got from the object. A layout without closures or forward "
    "blocks\n"
    "makes records of them. On CakeML's heap what is given a pointer to a younger object is a\n"
    "reference, and a pointer out of the heap is data.\n";

/// Each name once, in the order of the table.
std::vector<std::string> names(const replay::table& all, std::string replay::entry::*which)
{
    std::vector<std::string> list;
    for (const auto& e : all) {
        bool is_new = true;
        for (const auto& name : list) is_new = is_new && name != e.*which;
        if (is_new) list.push_back(e.*which);
    }
    return list;
}

void print_help(const replay::table& all)
{
    std::cout << usage << "\ncollectors:\n";
    for (const auto& name : names(all, &replay::entry::collector))
        std::cout << "  " << name << '\n';
    std::cout << "\nlayouts:\n";
    for (const auto& name : names(all, &replay::entry::layout)) std::cout << "  " << name << '\n';
}

[[noreturn]] void die(const std::string& what)
{
    std::cerr << "replay: " << what << '\n';
    std::exit(2);
}

options read_options(const std::vector<std::string>& arguments)
{
    options o;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto& a = arguments[i];
        const auto next = [&] {
            if (i + 1 == arguments.size()) die(a + " needs a name; see --help");
            return arguments[++i];
        };
        if (a == "--help" || a == "-h") o.help = true;
        else if (a == "--quiet") o.quiet = true;
        else if (a == "--collector") o.collector = next();
        else if (a == "--layout") o.layout = next();
        else if (a.starts_with("-")) die("there is no option " + a + "; see --help");
        else if (o.file.empty()) o.file = a;
        else die("one trace at a time: " + o.file + " or " + a);
    }
    return o;
}

replay::trace read_trace(const std::string& file)
{
    std::ifstream in{file, std::ios::binary};
    if (!in) die(file + " cannot be read");
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    auto read = replay::parse(text);
    if (const auto* wrong = std::get_if<replay::text_error>(&read))
        die(file + ':' + std::to_string(wrong->line) + ':' + std::to_string(wrong->column) + ": " +
            wrong->what);
    return std::get<replay::trace>(std::move(read));
}

std::string current;  // the replay under way

/// A contract or an audit ends the program: says during which step.
[[noreturn]] void say_where()
{
    std::fprintf(stderr, "replay: %s: %s\n", current.c_str(), replay::where_replay_is().c_str());
    std::abort();
}

void print(const replay::report& r, bool quiet)
{
    if (quiet) {
        std::cout << std::setw(6) << r.collections.size() << " collections, " << r.without_room
                  << " without room, " << r.skipped << " steps skipped\n";
    } else {
        std::cout << "\n  after step   objects      live   their words\n";
        for (const auto& c : r.collections)
            std::cout << std::setw(12) << c.step << std::setw(10) << c.objects << std::setw(10)
                      << c.live_objects << std::setw(14) << c.live_words
                      << (c.left == replay::leaves::any ? "   of a part\n" : "\n");
        std::cout << "  " << r.steps << " steps, " << r.allocations << " objects, " << r.writes
                  << " writes, " << r.collections.size() << " collections, of which " << r.given_up
                  << " were given up\n  " << r.without_room << " allocations without room, "
                  << r.skipped << " steps skipped\n";
    }
    if (r.disagreement) std::cout << "  DISAGREEMENT at " << *r.disagreement << '\n';
}

}  // namespace

int main(int count, char** arguments)
{
    const auto o = read_options({arguments + 1, arguments + count});
    const auto all = replay::every_entry();
    if (o.help || o.file.empty()) {
        print_help(all);
        return o.help ? 0 : 2;
    }
    std::set_terminate(say_where);
    const auto trace = read_trace(o.file);
    std::size_t replays = 0, disagreements = 0;
    for (const auto& e : all) {
        if (!o.collector.empty() && o.collector != e.collector) continue;
        if (!o.layout.empty() && o.layout != e.layout) continue;
        current = e.collector + " on " + e.layout;
        std::cout << std::left << std::setw(48) << current << std::right << std::flush;
        const auto r = e.run(trace, {trace.words});
        print(r, o.quiet);
        ++replays;
        disagreements += r.disagreement.has_value();
    }
    if (replays == 0) die("no collector or layout has this name; see --help");
    std::cout << "\n"
              << replays << " replays of " << trace.steps.size() << " steps, " << disagreements
              << " disagreements\n";
    return disagreements == 0 ? 0 : 1;
}
