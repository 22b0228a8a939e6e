// tests/faulty_cycle.hpp: a cycle that has been started, audited, on words that anyone may spoil.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

namespace test {

/// The root at 0x1000, whose second field points to the leaf at 0x1018, and a free block at 0x1028.
struct faulty_cycle {
    using L = strata::ocaml_64;
    using collector = strata::imperative::incremental<L, strata::imperative::checked_memory<L>,
                                                      strata::imperative::next_fit<L>, 1,
                                                      strata::imperative::audited_cycle<L>>;

    std::vector<std::uint64_t> words{L::make_header(2, strata::color::white, 0),
                                     1,
                                     0x1020,
                                     L::make_header(1, strata::color::white, 0),
                                     3,
                                     L::make_header(3, strata::color::blue, 0),
                                     0,
                                     0,
                                     0};
    std::array<strata::value_of<L>, 1> stack{};
    std::array<std::uint64_t, 1> roots{0x1008};
    collector::ring_type ring{};
    collector gc{{words, 0x1000}, stack, ring, strata::imperative::contents::existing};

    faulty_cycle() { gc.start(roots); }
};

}  // namespace test
