// layer2_functional/heap_image.hpp: a heap as bytes from outside, read without trust, and written.
#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <strata/layer2_functional/byte_words.hpp>
#include <strata/layer2_functional/heap.hpp>

namespace strata::functional {

/// A heap between two collections, with what is needed to collect it. It is what the bytes say:
/// whether it can be collected is for `find_image_defect`.
///
/// The bytes are: STRATA, the size of a word, < or > for the byte order; then words in that order:
/// the origin, and four lists, each after its length: the words of the heap, the roots, the first
/// block of the free list (none or one), and where the blocks start (none or all).
template <layout L>
struct heap_image {
    std::endian order = std::endian::little;
    heap<L> hp{};
    std::vector<word_of<L>> roots{};
    std::optional<value_of<L>> fp{};     ///< nothing if the free blocks are on no list
    std::vector<header_of<L>> blocks{};  ///< empty if the image does not say

    friend constexpr bool operator==(const heap_image&, const heap_image&) = default;
};

template <layout L>
struct image_or_error {
    heap_image<L> image{};  ///< of no use if there is an error
    format_error error{};

    [[nodiscard]] constexpr explicit operator bool() const { return error.rule == nullptr; }
};

inline constexpr std::string_view image_magic = "STRATA";

/// What stands before the words. The reader learns their byte order from it.
template <machine_word W>
constexpr void take_preamble(word_reader<W>& from)
{
    const auto require_byte = [&](const char* rule, auto is_right) {
        const auto b = std::to_integer<char>(from.take_byte(rule));
        from.require(is_right(b), rule, from.at - 1);
        return b;
    };
    for (const char c : image_magic)
        require_byte("an image starts with STRATA", [&](char b) { return b == c; });
    require_byte("the words of the image are as long as those of the layout",
                 [](char b) { return b == static_cast<char>(word_bytes<W>); });
    const char order =
        require_byte("the byte order is < or >", [](char b) { return b == '<' || b == '>'; });
    from.order = order == '>' ? std::endian::big : std::endian::little;
}

/// The image that the bytes are, or what is wrong with them. Any bytes at all may be given.
template <layout L>
[[nodiscard]] constexpr image_or_error<L> read_image(std::span<const std::byte> bytes)
{
    using W = word_of<L>;
    word_reader<W> from{bytes};
    take_preamble(from);
    image_or_error<L> read;
    auto& [order, hp, roots, fp, blocks] = read.image;
    order = from.order;
    const auto origin_at = from.at;
    hp.origin = from.take("the origin is there");
    hp.words = from.take_list("all words are there");
    from.require(hp.words.size() <= (~word<W>(0) - hp.origin) / mword<L>(),
                 "the addresses of the heap fit in a word", origin_at);
    roots = from.take_list("all roots are there");
    const auto fp_at = from.at;
    const auto heads = from.take_list("the free list is there");
    from.require(heads.size() <= 1, "there is at most one free list", fp_at);
    if (heads.size() == 1) fp = value_of<L>{heads[0]};
    for (const W& h : from.take_list("all block addresses are there")) blocks.push_back({h});
    from.require(from.at == bytes.size(), "nothing follows the image", from.at);
    read.error = from.error;
    return read;
}

/// The bytes from which `read_image` reads the same image.
template <layout L>
[[nodiscard]] constexpr std::vector<std::byte> write_image(const heap_image<L>& image)
{
    using W = word_of<L>;
    word_writer<W> to{{}, image.order};
    for (const char c : image_magic) to.bytes.push_back(std::byte(c));
    to.bytes.push_back(std::byte{word_bytes<W>});
    to.bytes.push_back(std::byte(image.order == std::endian::big ? '>' : '<'));
    to.put(image.hp.origin);
    to.put_list(image.hp.words);
    to.put_list(image.roots);
    to.put_list(image.fp ? std::vector<W>{image.fp->at} : std::vector<W>{});
    std::vector<W> blocks;
    for (const auto h : image.blocks) blocks.push_back(h.at);
    to.put_list(blocks);
    return std::move(to.bytes);
}

}  // namespace strata::functional
