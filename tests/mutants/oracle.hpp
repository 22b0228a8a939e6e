// tests/mutants/oracle.hpp: what a collection must do to a small heap, computed from plain numbers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "plain_format.hpp"

namespace judge {

/// Words and their addresses, of whatever width.
struct image {
    std::uint64_t origin = 0;
    std::vector<std::uint64_t> words{};

    friend bool operator==(const image&, const image&) = default;
};

/// A set of words of a heap of at most 64 words: here, of headers.
using word_set = std::uint64_t;

class oracle {
public:
    oracle(const plain_format& f, const image& before, const std::vector<std::uint64_t>& roots)
        : f_{f}
        , before_{before}
    {
        for (std::size_t p = 0; p < before.words.size(); p = after(p)) blocks_ |= bit(p);
        for (const auto root : roots) rooted_ |= target(root);
        live_ = rooted_;
        for (word_set known = 0; known != live_;) {
            known = live_;
            for (std::size_t p = 0; p < before.words.size(); p = after(p))
                if ((known & bit(p)) != 0) live_ |= targets(p);
        }
    }

    [[nodiscard]] word_set blocks() const { return blocks_; }
    [[nodiscard]] word_set rooted() const { return rooted_; }
    [[nodiscard]] word_set live() const { return live_; }

    /// The heap with the blocks of `some` in one colour.
    [[nodiscard]] image with_color(word_set some, std::uint64_t color) const
    {
        auto result = before_;
        for (std::size_t p = 0; p < result.words.size(); ++p)
            if ((some & bit(p)) != 0) result.words[p] = f_.recolored(result.words[p], color);
        return result;
    }

    /// The heap after a sweep that joins dead and free blocks up to `limit` fields, with links in
    /// ascending order.
    [[nodiscard]] image swept(std::uint64_t limit) const
    {
        auto result = before_;
        std::size_t last = none, run = none;
        std::uint64_t run_words = 0;
        const auto close = [&] {
            if (run == none) return;
            const auto color = run_words == 1 ? f_.white : f_.blue;
            result.words[run] = f_.header(run_words - 1, color, f_.tag(before_.words[run]));
            if (run_words > 1) {
                if (last != none) result.words[last + 1] = address(run + 1);
                result.words[run + 1] = 0;
                last = run;
            }
            run = none;
        };
        for (std::size_t p = 0; p < before_.words.size(); p = after(p)) {
            const auto size = f_.wosize(before_.words[p]) + 1;
            if ((live_ & bit(p)) != 0) {
                close();
                result.words[p] = f_.recolored(before_.words[p], f_.white);
                continue;
            }
            if (run != none && run_words + size - 1 > limit) close();
            if (run == none) run_words = 0, run = p;
            run_words += size;
        }
        close();
        return result;
    }

    [[nodiscard]] std::uint64_t address(std::size_t word) const
    {
        return before_.origin + word * f_.unit;
    }

    /// The header of the object that a value keeps alive, or nothing.
    [[nodiscard]] word_set target(std::uint64_t value) const
    {
        const auto end = address(before_.words.size());
        if (!f_.is_pointer(value) || value <= before_.origin || value >= end) return 0;
        auto p = static_cast<std::size_t>((value - before_.origin) / f_.unit) - 1;
        const auto header = before_.words[p];
        if (f_.has_closures && f_.tag(header) == 249)
            p -= static_cast<std::size_t>(f_.wosize(header));
        return bit(p);
    }
    [[nodiscard]] word_set targets(std::size_t p) const
    {
        const auto header = before_.words[p];
        const auto tag = f_.tag(header), size = f_.wosize(header);
        std::size_t from = 1;
        if (f_.has_no_scan && tag >= 251) return 0;
        if (f_.has_closures && tag == 247)
            from = static_cast<std::size_t>(f_.start_env(before_.words[p + 2])) + 1;
        if (f_.has_bitmaps) from = 2;
        word_set found = 0;
        for (auto i = from; i <= size; ++i)
            if (!f_.has_bitmaps || (i < 66 && (before_.words[p + 1] >> (i - 2) & 1) != 0))
                found |= target(before_.words[p + i]);
        return found;
    }

private:
    static constexpr auto none = static_cast<std::size_t>(-1);

    [[nodiscard]] static word_set bit(std::size_t word) { return word_set{1} << word; }
    [[nodiscard]] std::size_t after(std::size_t p) const
    {
        return p + 1 + static_cast<std::size_t>(f_.wosize(before_.words[p]));
    }

    const plain_format& f_;
    const image& before_;
    word_set blocks_ = 0, rooted_ = 0, live_ = 0;
};

}  // namespace judge
