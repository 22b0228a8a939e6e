// tools/tour/checked.cpp: a stub with a bug, on OCaml's own runtime and on the checked one.
#include "checked.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/wait.h>

namespace strata::tour {

namespace {

namespace fs = std::filesystem;

/// What a program printed, and the code that it ended with; -1 if it did not end by itself.
struct ending {
    std::string printed;
    int code = -1;
};

/// The environment has nothing that changes how it runs. What it says on stderr is in `printed`.
ending run(const fs::path& program)
{
    const auto command = "cd '" + program.parent_path().string() +
                         "' && env -u OCAMLRUNPARAM STRATA_CHECK=summary,page=page.html ./" +
                         program.filename().string() + " 2>&1";
    ending result;
    std::FILE* out = popen(command.c_str(), "r");
    if (out == nullptr) return result;
    std::array<char, 4096> some{};
    while (const auto n = std::fread(some.data(), 1, some.size(), out))
        result.printed.append(some.data(), n);
    const int status = pclose(out);
    if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
    return result;
}

/// Each line of a text that is not empty, after some spaces.
void show_lines(const page& p, const std::string& text)
{
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) p.show("  " + line + "\n");
}

/// The function of a stub as it is, without its twin.
std::string function_with_bug(const fs::path& source)
{
    std::ifstream file{source};
    std::string all, line;
    bool is_in = false;
    while (std::getline(file, line)) {
        if (line == "#else") break;
        if (is_in) all += line + "\n";
        if (line == "#ifndef TWIN") is_in = true;
    }
    return all;
}

std::string last_line(const std::string& text)
{
    const auto end = text.find_last_not_of('\n');
    const auto begin = text.rfind('\n', end);
    return text.substr(begin + 1, end - begin);
}

}  // namespace

void show_checked(page& p)
{
    p.title("A bug in a C stub, and the runtime that finds it");
    const fs::path folder{draw::environment("STRATA_TOUR_CHECKED")};
    if (folder.empty())
        return p.say("Left out: it needs OCaml 4.13 on x86-64, as in Debian 12, and ./dev run, "
                     "which links the programs.");
    p.say("People who bind C to OCaml lose days to a root that was forgotten:");
    p.gap();
    show_lines(p, function_with_bug(folder / "stub.c"));
    p.gap();
    const auto stock = run(folder / "stock"), found = run(folder / "checked"),
               twin = run(folder / "twin");
    p.say("On OCaml's own runtime the program calls it 100 times, and all seems well:");
    p.gap();
    show_lines(p, last_line(stock.printed));
    p.gap();
    p.say("The same objects, linked with -runtime-variant _stratac:");
    p.gap();
    show_lines(p, found.printed);
    p.gap();
    p.say("And with CAMLparam and CAMLlocal in the stub:");
    p.gap();
    show_lines(p, last_line(twin.printed));
    const bool is_found = stock.code == 0 && twin.code == 0 && found.code == 70 &&
                          found.printed.find("strata: unrooted_value: ") != std::string::npos;
    p.promise(is_found);
    p.gap();
    p.show("  found by its rule, and only where it is: " +
           (is_found ? p.good("yes") : p.bad("NO")) + "\n");
}

}  // namespace strata::tour
