// tests/contracts/nursery_of.hpp: a nursery of any size before a heap of 16 words at 0x1000.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

namespace test {

/// At `origin`; then, if `other` is not 0, one of that many words in its place.
inline int nursery_of(std::size_t words, std::uint64_t origin, std::size_t other = 0)
{
    using namespace strata::imperative;
    using L = strata::ocaml_64;
    std::array<std::uint64_t, 16> heap{};
    std::vector<std::uint64_t> nursery(words), next(other);
    std::array<std::uint64_t, 1> table{};
    std::array<strata::value_of<L>, 1> marks{}, stack{};
    with_nursery<mark_sweep<L>> gc{
        mark_sweep<L>{{heap, 0x1000}, marks}, {nursery, origin}, table, stack};
    std::array<std::uint64_t, 0> roots{};
    return gc.resize({next, 0x3000}, roots) ? 0 : 1;
}

}  // namespace test
