// layer2_functional/byte_words.hpp: words as bytes, in either order, read without trust.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <strata/concepts/machine_word.hpp>

namespace strata::functional {

/// A rule of a format that is broken, and the first byte that is wrong or missing.
struct format_error {
    const char* rule = nullptr;
    std::size_t offset = 0;

    friend constexpr bool operator==(const format_error&, const format_error&) = default;
};

/// How many bytes a word has, and at which of them byte `i` stands, counted from the lowest.
template <machine_word W>
inline constexpr std::size_t word_bytes = word_bits<W> / 8;

template <machine_word W>
[[nodiscard]] constexpr std::size_t place_of_byte(std::size_t i, std::endian order)
{
    return order == std::endian::big ? word_bytes<W> - 1 - i : i;
}

/// Takes bytes and words off the front. The first broken rule is kept; after it nothing is taken.
template <machine_word W>
struct word_reader {
    std::span<const std::byte> bytes;
    std::endian order = std::endian::little;
    std::size_t at = 0;
    format_error error{};

    /// Whether every rule holds up to now.
    constexpr bool require(bool holds, const char* rule, std::size_t offset)
    {
        if (!holds && error.rule == nullptr) error = {rule, offset};
        return error.rule == nullptr;
    }
    constexpr std::byte take_byte(const char* rule)
    {
        if (!require(at < bytes.size(), rule, bytes.size())) return {};
        return bytes[at++];
    }
    [[nodiscard]] constexpr W take(const char* rule)
    {
        auto w = word<W>(0);
        if (!require(bytes.size() - at >= word_bytes<W>, rule, bytes.size())) return w;
        for (std::size_t i = word_bytes<W>; i-- > 0;) {
            const auto next = bytes[at + place_of_byte<W>(i, order)];
            w = (w << 8) | word<W>(std::to_integer<std::uint64_t>(next));
        }
        at += word_bytes<W>;
        return w;
    }
    /// A length, and as many words.
    [[nodiscard]] constexpr std::vector<W> take_list(const char* rule)
    {
        const auto length = take(rule);
        const auto left = (bytes.size() - at) / word_bytes<W>;
        std::vector<W> list;
        if (!require(length <= left, rule, bytes.size())) return list;
        list.reserve(static_cast<std::size_t>(length));
        while (list.size() < length) list.push_back(take(rule));
        return list;
    }
};

/// Puts words at the end.
template <machine_word W>
struct word_writer {
    std::vector<std::byte> bytes{};
    std::endian order = std::endian::little;

    constexpr void put(W w)
    {
        for (std::size_t i = 0; i < word_bytes<W>; ++i) {
            const auto shift = static_cast<unsigned>(8 * place_of_byte<W>(i, order));
            const auto low = (w >> shift) & word<W>(0xff);
            bytes.push_back(std::byte(static_cast<std::uint8_t>(low)));
        }
    }
    constexpr void put_list(const std::vector<W>& list)
    {
        put(word<W>(list.size()));
        for (const W& w : list) put(w);
    }
};

}  // namespace strata::functional
