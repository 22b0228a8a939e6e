// tools/replay/cursor.hpp: reads a text word by word, and knows the line and the column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace replay {

/// What is wrong with a text, and where: lines and columns count from 1, columns count bytes.
struct text_error {
    std::size_t line, column;
    std::string what;

    friend bool operator==(const text_error&, const text_error&) = default;
};

/// The unread part of a text. What is not as expected is thrown, as a `text_error` at its place.
class cursor {
public:
    explicit cursor(std::string_view text)
        : text_{text}
    {}

    /// A place to complain about, before it is known whether there is a reason.
    struct place {
        std::size_t line, column;
    };
    [[nodiscard]] place here() const { return {line_, at_ - line_start_ + 1}; }
    [[noreturn]] static void fail(place where, std::string what)
    {
        throw text_error{where.line, where.column, std::move(what)};
    }

    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

    /// Whether nothing but a comment is left of this line.
    [[nodiscard]] bool at_end_of_line()
    {
        skip_blanks();
        return at_end() || text_[at_] == '\n' || text_[at_] == '#';
    }
    void end_line()
    {
        if (!at_end_of_line()) fail(here(), "expected the end of the line" + found());
        while (!at_end() && text_[at_] != '\n') ++at_;
        if (at_end()) return;
        line_start_ = ++at_;
        ++line_;
    }

    /// Lower case letters, digits and underscores; no digit first.
    [[nodiscard]] std::string word(const std::string& expected)
    {
        skip_blanks();
        const auto from = at_;
        if (at_end() || is_digit(text_[at_])) fail(here(), "expected " + expected + found());
        while (!at_end() && is_in_word(text_[at_])) ++at_;
        if (at_ == from) fail(here(), "expected " + expected + found());
        return std::string{text_.substr(from, at_ - from)};
    }
    [[nodiscard]] bool at_number()
    {
        skip_blanks();
        return !at_end() && is_digit(text_[at_]);
    }
    [[nodiscard]] std::uint32_t number(const std::string& expected)
    {
        if (!at_number()) fail(here(), "expected " + expected + found());
        const auto where = here();
        std::uint64_t n = 0;
        for (; !at_end() && is_digit(text_[at_]); ++at_) {
            n = n * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
            if (n > 0xffff'ffff) fail(where, "expected a number of at most 4294967295");
        }
        if (!at_end() && is_in_word(text_[at_]))
            fail(here(), "expected the end of a number" + found());
        return static_cast<std::uint32_t>(n);
    }
    /// A number from `least` to `most`.
    [[nodiscard]] std::uint32_t number(const std::string& expected, std::uint32_t least,
                                       std::uint32_t most)
    {
        skip_blanks();
        const auto where = here();
        const auto n = number(expected);
        if (n < least || n > most)
            fail(where, "expected " + expected + ", from " + std::to_string(least) + " to " +
                            std::to_string(most) + ", found " + std::to_string(n));
        return n;
    }
    /// The next character, at once.
    [[nodiscard]] bool take(char c)
    {
        if (at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c)
    {
        if (!take(c)) fail(here(), std::string{"expected '"} + c + '\'' + found());
    }
    void skip_blanks()
    {
        while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    }

private:
    [[nodiscard]] static bool is_digit(char c) { return '0' <= c && c <= '9'; }
    [[nodiscard]] static bool is_in_word(char c)
    {
        return ('a' <= c && c <= 'z') || is_digit(c) || c == '_';
    }
    [[nodiscard]] std::string found() const
    {
        if (at_end()) return ", found the end of the text";
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte == '\n') return ", found the end of the line";
        if (' ' < byte && byte < 0x7f) return std::string{", found '"} + text_[at_] + '\'';
        return ", found a byte of value " + std::to_string(byte);
    }

    std::string_view text_;
    std::size_t at_ = 0, line_ = 1, line_start_ = 0;
};

}  // namespace replay
