// tools/tour/draw.hpp: draws any heap, broken ones too, as boxes that name each other.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "names.hpp"
#include "reader.hpp"
#include "terminal.hpp"

namespace strata::draw {

[[nodiscard]] constexpr const char* name_of(color c)
{
    constexpr const char* names[] = {"blue", "white", "gray", "black"};
    return names[static_cast<unsigned>(c)];
}

/// A box: the lines above and in it, and the colour of all but the first.
struct box {
    std::string above;
    std::vector<std::string> inside;
    color fill;

    [[nodiscard]] std::size_t width() const
    {
        std::size_t widest = above.size();
        for (const auto& line : inside) widest = std::max(widest, columns(line) + 4);
        return widest;
    }
};

/// The characters of a frame: those of line drawing, or what ASCII has.
struct frame {
    std::string corner[4], across, down;
};
[[nodiscard]] inline frame frame_for(const terminal& t)
{
    if (t.unicode) return {{"┌", "┐", "└", "┘"}, "─", "│"};
    return {{"+", "+", "+", "+"}, "-", "|"};
}

/// Boxes side by side, all of them as high as the first.
[[nodiscard]] inline std::string draw_row(const terminal& t, const std::vector<box>& row)
{
    const auto f = frame_for(t);
    std::vector<std::string> lines(row.front().inside.size() + 3);
    for (const auto& b : row) {
        const auto width = b.width() - 2;
        const auto add = [&](std::size_t line, const std::string& text) {
            lines[line] += paint(t, style::of(b.fill), text);
        };
        lines[0] += paint(t, style::dim, pad(b.above, width + 2));
        add(1, f.corner[0] + repeat(f.across, width) + f.corner[1]);
        for (std::size_t i = 0; i < b.inside.size(); ++i)
            add(i + 2, f.down + " " + pad(b.inside[i], width - 1) + f.down);
        add(lines.size() - 1, f.corner[2] + repeat(f.across, width) + f.corner[3]);
    }
    std::string all;
    for (const auto& line : lines) all += trim(line) + "\n";
    return all;
}

/// Boxes in as few rows as fit.
[[nodiscard]] inline std::string draw_boxes(const terminal& t, const std::vector<box>& boxes)
{
    std::string all;
    std::vector<box> row;
    std::size_t taken = 0;
    for (const auto& b : boxes) {
        if (!row.empty() && taken + b.width() > t.width) {
            all += draw_row(t, row);
            row.clear();
            taken = 0;
        }
        taken += b.width();
        row.push_back(b);
    }
    return row.empty() ? all : all + draw_row(t, row);
}

/// A text that is cut, between words, where a box of the whole width ends.
[[nodiscard]] inline std::string fit(const terminal& t, std::string text)
{
    const auto room = t.width - 4;
    if (columns(text) <= room) return text;
    while (columns(text) + 3 > room && text.find(' ') != text.npos) text.resize(text.rfind(' '));
    return text + " ..";
}

/// The whole heap, block by block: address, name, colour, kind and fields. Any words may be given.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] std::string draw_heap(const terminal& t, const M& memory, const names<L>& known)
{
    const reader<L, M> read{t, memory, known};
    std::vector<box> boxes;
    for (const auto h : names<L>::blocks(memory)) {
        const auto header = memory.load(h.at);
        const auto fill = color_of<L>(header);
        const auto name = functional::is_allocated<L>(header) ? known(h) + " " : std::string{};
        boxes.push_back(
            {hex(h.at), {name + name_of(fill), read.kind(h), fit(t, read.fields(h))}, fill});
    }
    return draw_boxes(t, boxes);
}

/// The same, with names of its own: all that a program needs to show a heap.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] std::string draw_heap(const terminal& t, const M& memory)
{
    return draw_heap<L>(t, memory, names<L>{memory});
}

}  // namespace strata::draw
