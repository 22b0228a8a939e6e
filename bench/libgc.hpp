// bench/libgc.hpp: the same graphs and the same allocations, by the Boehm-Demers-Weiser collector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "graph.hpp"

namespace strata::bench {

struct libgc_collection {
    double pause;  ///< GC_gcollect
    double sweep;  ///< what it put off until something is allocated
    double heap_bytes;
};

/// One full collection of `g` by libgc, in a process of its own, on terms that favour it:
///   no stack or data segment is full of roots, only the graph's root is one;
///   pointers lead to the starts of objects only;
///   a first collection, with everything live, has warmed it up.
/// Nothing if it does not free the dead: sooner or later some word looks like a pointer to one.
/// It marks with one thread, as Strata does, and like Strata it is not told that some objects
/// happen to hold no pointer. Its sweep is lazy: it is measured too, but apart.
[[nodiscard]] std::optional<libgc_collection> collect_with_libgc(const graph& g);

struct allocation_times {
    double fresh, refill;  ///< nanoseconds for each object
};

/// Allocates an object of each of `wosizes`, drops those whose index is in `dropped`, and allocates
/// half as many again, of the same sizes as the dropped ones. A process of its own, again.
[[nodiscard]] allocation_times allocate_with_libgc(std::span<const std::uint8_t> wosizes,
                                                   std::span<const std::uint32_t> dropped);

/// A program that makes lists and drops them: `rounds` of them, of which it keeps every `kept_of`th
/// (none if that is 0), and of those the last `lists`.
struct short_lives {
    static constexpr std::size_t length = 100, words = 3 * length;
    std::size_t lists, rounds, kept_of;

    [[nodiscard]] bool keeps(std::size_t round) const
    {
        return kept_of != 0 && round % kept_of == 0;
    }
};
struct lives {
    double total, collecting;  ///< nanoseconds
    std::size_t collections;
};

/// The same program under libgc, in a process of its own, whose heap may have so many bytes. What
/// it sweeps while it allocates is not counted as collecting.
[[nodiscard]] lives live_with_libgc(const short_lives& p, std::size_t bytes);

}  // namespace strata::bench
