// bench/results.hpp: every figure that is measured, and the two ways in which it is told.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graph.hpp"
#include "options.hpp"
#include "runner.hpp"

namespace strata::bench {

/// One graph, collected. Times that were not measured are unknown.
struct collection {
    std::string layout;
    shape form;
    liveness alive;
    std::size_t words = 0, objects = 0, live_objects = 0, dead_words = 0;
    std::size_t visits = 0;  ///< cache lines that marking visits: see `line_visits`
    shortest mark{}, sweep{}, collect{};
    shortest linear{}, walk{};
    int distance = 0;                 ///< how far the best walk prefetched
    shortest libgc{}, libgc_pause{};  ///< with and without the sweep that libgc puts off
    double heap_bytes = 0, libgc_bytes = 0;
};

/// Marking with one parameter varied: the size of the window, or of the stack.
struct variation {
    std::string parameter;
    shape form;
    std::size_t words = 0, objects = 0;
    shortest mark{};
};

/// One graph, collected in slices of at most `budget` steps, and at once.
struct sliced {
    shape form;
    liveness alive;
    std::uint64_t budget = 0, steps = 0, slices = 0;
    shortest total{}, longest{}, pause{};  ///< of the cycle, of a slice, of a collection at once
};

/// Nanoseconds for each object: into empty memory, into the gaps between survivors, and to free.
struct allocation {
    std::string allocator;
    shortest fresh{}, refill{}, release{};
};

/// One program on CakeML's heap with each of its settings: copying, no-gen, small-gen, large-gen.
struct generation_run {
    std::string program;
    std::array<double, 4> cakeml;  ///< CakeML's milliseconds in the collector; 0 if unknown
    std::array<shortest, 4> total, collecting;
    std::array<std::uint64_t, 4> partial, full;  ///< collections
    bool fits = true;
};

/// A program whose objects die young, and one list of so many is kept for a while.
struct nursery_row {
    std::string collector;
    std::size_t kept_of = 0, objects = 0, collections = 0;
    shortest total{}, collecting{};
};

/// One list of so many is kept, in the programs whose objects die young; 0 is none.
inline constexpr std::array<std::size_t, 5> kept_lists{0, 1000, 100, 30, 10};

struct results {
    std::vector<collection> collections{};  ///< the first layout, every size, with libgc
    std::vector<collection> layouts{};      ///< every layout, one size
    std::vector<variation> windows{}, stacks{};
    std::vector<variation> copies{};  ///< by order, and memcpy of the same words
    std::vector<allocation> allocations{};
    std::vector<sliced> slices{};
    std::vector<generation_run> generations{};
    std::vector<nursery_row> nurseries{};
    std::size_t allocated_by_collections = 0;  ///< calls of operator new during all of them
};

void measure_collections(const options&, results&);
void measure_layouts(const options&, results&);
void measure_windows(const options&, results&);
void measure_stacks(const options&, results&);
void measure_copies(const options&, results&);
void measure_allocations(const options&, results&);
void measure_slices(const options&, results&);
void measure_generations(const options&, results&);
void measure_nurseries(const options&, results&);

void print_tables(const options&, const results&);
void print_generations(const results&);
void write_json(const options&, const results&);

/// How often this program has called operator new.
[[nodiscard]] std::size_t allocation_count();

/// "20 M" for 20,000,000.
[[nodiscard]] std::string millions(std::size_t n);

}  // namespace strata::bench
