// tests/heap_recipe.hpp: a heap in few words, which can shrink in any way and still be one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "shapes.hpp"

namespace test {

/// Blocks alike: one and `copies` more. `choices` say what their fields hold, over and over; with
/// none, and with 0, they hold an immediate.
struct block_recipe {
    shape what = shape::record;
    std::uint32_t size = 0, copies = 0;
    std::vector<std::uint16_t> choices{};
};

/// Fewer blocks, smaller sizes and zeros make a smaller heap, so a recipe can shrink in any way.
struct heap_recipe {
    std::vector<block_recipe> blocks{};
    std::vector<std::uint16_t> roots{};
    std::uint16_t origin = 0;  ///< near the middle, the beginning or the end of all addresses
    bool linked = true;        ///< whether the free blocks are on a list
};

/// A number below `n`, the same from every standard library.
template <class Rng>
[[nodiscard]] std::uint32_t below(Rng& random, std::uint32_t n)
{
    return static_cast<std::uint32_t>(random() % n);
}

/// A recipe of up to `blocks` kinds of blocks of up to `size` fields.
template <class Rng>
[[nodiscard]] heap_recipe random_recipe(Rng& random, std::uint32_t blocks, std::uint32_t size)
{
    const auto choices = [&](std::uint32_t most) {
        std::vector<std::uint16_t> list(below(random, most + 1));
        for (auto& c : list) c = static_cast<std::uint16_t>(random());
        return list;
    };
    heap_recipe recipe;
    recipe.blocks.resize(below(random, blocks + 1));
    for (auto& b : recipe.blocks)
        b = {shape_number(below(random, shapes)), below(random, size + 1), below(random, 3),
             choices(6)};
    recipe.roots = choices(5);
    recipe.origin = static_cast<std::uint16_t>(random());
    recipe.linked = below(random, 2) == 0;
    return recipe;
}

}  // namespace test
