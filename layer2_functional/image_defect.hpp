// layer2_functional/image_defect.hpp: why a heap image cannot be collected, or that it can.
#pragma once

#include <optional>

#include <strata/layer2_functional/free_list.hpp>
#include <strata/layer2_functional/heap_image.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

namespace strata::functional {

namespace rule {
inline constexpr char white_or_blue[] = "between collections a block is white or blue";
}  // namespace rule

/// The first block that a collection has left gray or black, or nothing.
///
/// Expects  the blocks tile the memory.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::optional<defect<L>> find_color_defect(const M& hp)
{
    const auto dark = blocks_where<L>(hp, [](word_of<L> header) -> bool {
        return L::has_color(header, color::gray) || L::has_color(header, color::black);
    });
    if (dark.empty()) return std::nullopt;
    return defect_at<L>(hp, rule::white_or_blue, dark.front(), dark.front().at);
}

/// The first thing that is wrong with an image, or nothing: then a collection can start on it. The
/// blocks come first, against the image's own table if it has one, then what they hold, then the
/// roots, then the free list. Any image at all may be given.
template <layout L>
[[nodiscard]] constexpr std::optional<defect<L>> find_image_defect(const heap_image<L>& image)
{
    if (!image.blocks.empty())
        if (const auto wrong = find_tiling_defect<L>(image.hp, image.blocks)) return wrong;
    if (const auto wrong = find_defect<L>(image.hp)) return wrong;
    if (const auto wrong = find_color_defect<L>(image.hp)) return wrong;
    if (const auto wrong = find_root_defect<L>(image.hp, image.roots)) return wrong;
    if (image.fp) return find_free_list_defect<L>(image.hp, *image.fp);
    return std::nullopt;
}

}  // namespace strata::functional
