// tests/mutants/drawing.hpp: a small heap as text: one word a line, what it was, should be and is.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "judge.hpp"
#include "oracle.hpp"

namespace judge {

[[nodiscard]] inline std::string color_name(const plain_format& f, std::uint64_t header)
{
    const auto c = f.color(header);
    return c == f.blue ? "blue" : c == f.white ? "white" : c == f.gray ? "gray" : "black";
}

/// A header in words, any other word as a number, or as the word it points to.
[[nodiscard]] inline std::string draw_word(const plain_format& f, const image& hp, std::uint64_t w,
                                           bool is_header)
{
    if (is_header)
        return "[" + std::to_string(f.wosize(w)) + " " + color_name(f, w) + " tag " +
               std::to_string(f.tag(w)) + "]";
    const auto offset = w - hp.origin;
    const bool points = f.is_pointer(w) && w >= hp.origin && offset % f.unit == 0 &&
                        offset / f.unit <= hp.words.size();
    return points ? "-> " + std::to_string(offset / f.unit) : hex(w);
}

/// Where headers are, as far as the words make sense.
[[nodiscard]] inline std::vector<bool> header_places(const plain_format& f, const image& hp)
{
    std::vector<bool> places(hp.words.size());
    for (std::uint64_t p = 0; p < places.size(); p += f.wosize(hp.words[p]) + 1) places[p] = true;
    return places;
}

struct column {
    const char* title;
    const image* hp;
};

/// Heaps of the same words side by side; a word in which the last two differ is marked.
[[nodiscard]] inline std::string draw(const plain_format& f, const std::vector<column>& columns)
{
    std::string text = "  word";
    for (const auto& c : columns) text += "  " + std::string{c.title}.append(24, ' ').substr(0, 24);
    text += "\n";
    for (std::size_t p = 0; p < columns[0].hp->words.size(); ++p) {
        text += "  " + (std::to_string(p) + "    ").substr(0, 4);
        for (const auto& c : columns) {
            const auto cell = draw_word(f, *c.hp, c.hp->words[p], header_places(f, *c.hp)[p]);
            text += "  " + (cell + std::string(24, ' ')).substr(0, 24);
        }
        const auto last = columns.size() - 1;
        const bool differ =
            last > 1 && columns[last].hp->words[p] != columns[last - 1].hp->words[p];
        text.erase(text.find_last_not_of(' ') + 1);
        text += differ ? "   <--\n" : "\n";
    }
    return text;
}

[[nodiscard]] inline std::string draw_roots(const plain_format& f, const image& hp,
                                            const std::vector<std::uint64_t>& roots)
{
    std::string text = "  roots ";
    for (const auto root : roots) text += " " + draw_word(f, hp, root, false);
    return text + "\n";
}

}  // namespace judge
