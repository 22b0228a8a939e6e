// tests/fuzz/byte_recipe.hpp: the fuzzer's bytes as a recipe for a heap and a few changed words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <strata/layer2_functional/heap_image.hpp>

#include "random_heaps.hpp"

namespace test {

/// Takes numbers off the front; zeros, when no bytes are left.
class byte_source {
public:
    explicit byte_source(std::span<const std::uint8_t> bytes)
        : bytes_{bytes}
    {}
    [[nodiscard]] std::uint32_t below(std::uint32_t n) { return byte() % n; }
    [[nodiscard]] std::uint64_t number(unsigned bytes)
    {
        std::uint64_t n = 0;
        for (unsigned i = 0; i < bytes; ++i) n = n << 8U | byte();
        return n;
    }
    [[nodiscard]] std::vector<std::uint16_t> choices(std::uint32_t most)
    {
        std::vector<std::uint16_t> list(below(most + 1));
        for (auto& c : list) c = static_cast<std::uint16_t>(number(2));
        return list;
    }

private:
    std::uint8_t byte()
    {
        if (bytes_.empty()) return 0;
        const auto b = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return b;
    }
    std::span<const std::uint8_t> bytes_;
};

[[nodiscard]] inline heap_recipe recipe_from(byte_source& from)
{
    heap_recipe recipe;
    recipe.linked = from.below(2) == 0;
    recipe.origin = static_cast<std::uint16_t>(from.below(3));
    recipe.roots = from.choices(5);
    recipe.blocks.resize(from.below(12));
    for (auto& b : recipe.blocks)
        b = {shape_number(from.below(shapes)), from.below(16), from.below(3), from.choices(5)};
    return recipe;
}

/// A word to put in the place of another: one bit of it changed, an address, a header, or anything.
template <layout L>
[[nodiscard]] word_of<L> other_word(byte_source& from, const functional::heap<L>& hp,
                                    word_of<L> old)
{
    using W = word_of<L>;
    switch (from.below(4)) {
    case 0: return old ^ (W{1} << from.below(word_bits<W>));
    case 1: return hp.origin + static_cast<W>(from.number(1)) * mword<L>();
    case 2: return L::make_header(from.below(8), color(from.below(4)), 245 + from.below(11));
    default: return static_cast<W>(from.number(sizeof(W)));
    }
}

/// The image of a heap of a recipe, in which up to three words are others.
template <layout L>
[[nodiscard]] functional::heap_image<L> image_from(byte_source& from)
{
    const auto changes = from.below(4);
    const auto recipe = recipe_from(from);
    auto made = make_heap<L>(recipe);
    functional::heap_image<L> image{std::endian::big, made.hp, made.roots, {}, made.blocks};
    if (recipe.linked) image.fp = made.fp;
    if (changes > 0) image.blocks.clear();
    for (std::uint32_t i = 0; i < changes && !image.hp.words.empty(); ++i) {
        auto& word = image.hp.words[from.number(2) % image.hp.words.size()];
        word = other_word<L>(from, image.hp, word);
    }
    return image;
}

}  // namespace test
