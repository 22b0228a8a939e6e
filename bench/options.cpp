// bench/options.cpp: the command line.
#include "options.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <benchmark/benchmark.h>

namespace strata::bench {
namespace {

constexpr const char* usage =
    "strata_bench: how fast Strata collects, as ratios to libgc and to what the machine can do\n\n"
    "  --quick            heaps of 1 M and 4 M words, three repetitions: under a minute\n"
    "  --full             heaps of up to 100 M words: a quarter of an hour, 6 GB\n"
    "  --words N          heaps of N words only\n"
    "  --repetitions N    how often each is measured; the shortest time counts (5)\n"
    "  --huge-pages       back Strata's heap and the limits with huge pages; libgc cannot\n"
    "  --json FILE        write every figure to FILE\n"
    "  --benchmark_...    options of Google Benchmark\n";

[[noreturn]] void refuse(std::string_view what)
{
    std::fprintf(stderr, "strata_bench: %.*s\n\n%s", static_cast<int>(what.size()), what.data(),
                 usage);
    std::exit(2);
}

[[nodiscard]] std::size_t number(std::string_view text)
{
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size() || n == 0)
        refuse("a number was expected, not " + std::string{text});
    return n;
}

void use_sizes(options& o, std::vector<std::size_t> sizes)
{
    o.middle = sizes.size() > 1 ? sizes[1] : sizes[0];
    o.sizes = std::move(sizes);
}

void read(options& o, std::string_view argument, std::string_view value, int& i)
{
    const auto needed = [&] {
        if (value.empty()) refuse(std::string{argument} + " needs a value");
        ++i;
        return value;
    };
    if (argument == "--quick") {
        use_sizes(o, {1'000'000, 4'000'000});
        o.repetitions = 3;
        o.allocated = 10'000'000;
    } else if (argument == "--full") {
        use_sizes(o, {1'000'000, 4'000'000, 20'000'000, 100'000'000});
    } else if (argument == "--words") {
        use_sizes(o, {number(needed())});
    } else if (argument == "--repetitions") {
        o.repetitions = static_cast<int>(number(needed()));
    } else if (argument == "--huge-pages") {
        o.pages = page_size::huge;
    } else if (argument == "--json") {
        o.json = needed();
    } else {
        refuse("there is no option " + std::string{argument});
    }
}

/// Repetitions of different benchmarks alternate, so that a busy machine is unfair to none.
void start_google_benchmark(std::vector<char*> arguments)
{
    static std::string interleave = "--benchmark_enable_random_interleaving=true";
    arguments.insert(arguments.begin() + 1, interleave.data());
    auto count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    benchmark::Initialize(&count, arguments.data());
}

}  // namespace

options parse(int argc, char** argv)
{
    options o;
    std::vector<char*> others{argv[0]};
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--help" || argument == "-h") {
            std::fputs(usage, stdout);
            std::exit(0);
        }
        if (argument.starts_with("--benchmark_")) others.push_back(argv[i]);
        else read(o, argument, i + 1 < argc ? argv[i + 1] : "", i);
    }
    start_google_benchmark(std::move(others));
    return o;
}

}  // namespace strata::bench
