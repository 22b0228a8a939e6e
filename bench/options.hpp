// bench/options.hpp: what the command line decides.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pages.hpp"

namespace strata::bench {

struct options {
    std::vector<std::size_t> sizes{1'000'000, 4'000'000, 20'000'000};  ///< words of the heaps
    std::size_t middle = 4'000'000;      ///< words of the heaps on which a parameter is varied
    std::size_t allocated = 40'000'000;  ///< words that each program of the generations allocates
    int repetitions = 5;
    page_size pages = page_size::small;
    std::string json{};
};

/// Reads the arguments that are ours and hands the rest to Google Benchmark. Ends the program after
/// --help, and after an argument that nobody knows.
[[nodiscard]] options parse(int argc, char** argv);

}  // namespace strata::bench
