// tools/tour/page.hpp: where the tour is written: titles, paragraphs and rows.
#pragma once

#include <iostream>
#include <string>
#include <string_view>

#include "terminal.hpp"

namespace strata::tour {

struct page {
    draw::terminal terminal;
    int chapters = 0;
    bool as_promised = true;  ///< nothing has come out differently from what the tour says

    void title(std::string_view text)
    {
        const auto rule = draw::repeat(terminal.unicode ? "─" : "-", terminal.width);
        std::cout << "\n" << draw::paint(terminal, draw::style::dim, rule) << "\n";
        const auto numbered = std::to_string(++chapters) + "  " + std::string{text};
        std::cout << draw::paint(terminal, draw::style::title, numbered) << "\n\n";
    }
    /// A paragraph, or a row with text that continues at column `indent`.
    void say(std::string_view text, std::size_t indent = 0) const
    {
        std::cout << draw::wrap(terminal, text, indent) << "\n";
    }
    /// Lines that are ready as they are.
    void show(std::string_view lines) const { std::cout << lines; }
    void gap() const { std::cout << "\n"; }
    void promise(bool kept) { as_promised = as_promised && kept; }

    [[nodiscard]] std::string good(std::string_view text) const
    {
        return draw::paint(terminal, draw::style::good, text);
    }
    [[nodiscard]] std::string bad(std::string_view text) const
    {
        return draw::paint(terminal, draw::style::bad, text);
    }
};

}  // namespace strata::tour
