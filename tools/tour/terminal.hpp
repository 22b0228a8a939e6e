// tools/tour/terminal.hpp: what the output can show: colours, line drawing, and how many columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include <strata/concepts/header_codec.hpp>

namespace strata::draw {

struct terminal {
    bool colors = false;
    bool unicode = false;
    std::size_t width = 80;
};

[[nodiscard]] inline std::string_view environment(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// Whether the locale's text is UTF-8: the first of the three variables that is set decides.
[[nodiscard]] inline bool is_utf8_locale()
{
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const auto locale = environment(name); !locale.empty())
            return locale.find("UTF-8") != locale.npos || locale.find("utf8") != locale.npos;
    return false;
}

/// Plain text of 80 columns, unless the file is a terminal. NO_COLOR is respected.
[[nodiscard]] inline terminal detect(int file)
{
    terminal t;
    if (isatty(file) == 0) return t;
    t.colors = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
    t.unicode = is_utf8_locale();
    winsize size{};
    if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col != 0)
        t.width = std::clamp<std::size_t>(size.ws_col, 60, 120);
    return t;
}

/// ANSI codes. The colours of objects are literal: a black object is black on any terminal.
namespace style {
inline constexpr const char* title = "1";
inline constexpr const char* dim = "2";
inline constexpr const char* good = "32";
inline constexpr const char* bad = "1;31";

[[nodiscard]] constexpr const char* of(color c)
{
    switch (c) {
    case color::blue: return "97;44";
    case color::white: return "30;107";
    case color::gray: return "97;100";
    case color::black: break;
    }
    return "97;40";
}
}  // namespace style

[[nodiscard]] inline std::string paint(const terminal& t, const char* codes, std::string_view text)
{
    if (!t.colors) return std::string{text};
    return std::string{"\033["}.append(codes).append("m").append(text).append("\033[0m");
}

/// How many columns a text without ANSI codes takes: its UTF-8 characters.
[[nodiscard]] inline std::size_t columns(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned>(c) & 0xC0U) != 0x80U;
    }));
}

/// The text and as many spaces as it lacks to `width` columns.
[[nodiscard]] inline std::string pad(std::string text, std::size_t width)
{
    const auto taken = columns(text);
    return taken < width ? text + std::string(width - taken, ' ') : text;
}

[[nodiscard]] inline std::string repeat(const std::string& text, std::size_t times)
{
    std::string all;
    while (times-- > 0) all += text;
    return all;
}

/// `1 word`, `2 words`
[[nodiscard]] inline std::string count(std::uint64_t n, const std::string& noun)
{
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

/// The text without spaces at its end.
[[nodiscard]] inline std::string trim(std::string text)
{
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

[[nodiscard]] inline std::string arrow(const terminal& t) { return t.unicode ? "→" : ">"; }

/// The words of an ASCII text in lines that fit; every line but the first starts with `indent`
/// spaces.
[[nodiscard]] inline std::string wrap(const terminal& t, std::string_view text, std::size_t indent)
{
    std::string lines;
    std::size_t column = 0;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' ', text.find_first_not_of(' ')));
        if (column + word.size() > t.width && column > indent) {
            lines.append("\n").append(indent, ' ');
            column = indent;
            text.remove_prefix(text.find_first_not_of(' '));
            continue;
        }
        lines += word;
        column += word.size();
        text.remove_prefix(word.size());
    }
    return lines;
}

}  // namespace strata::draw
