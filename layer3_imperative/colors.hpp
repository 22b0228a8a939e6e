// layer3_imperative/colors.hpp: where colours are: in headers, or black ones in marks beside them.
#pragma once

#include <strata/concepts/layout.hpp>
#include <strata/concepts/marked_memory.hpp>
#include <strata/layer2_functional/kinds.hpp>

namespace strata::imperative {

// Invariant  in a marked memory all words of an object are marked, or none, and no others; no
//            header is black, and that of a marked object is white.

/// Whether the object at `h`, whose header this is, is white.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool is_white(const M& memory, header_of<L> h, word_of<L> header)
{
    if constexpr (marked_memory<M, word_of<L>>)
        return L::has_color(header, color::white) && !memory.is_marked(h.at);
    else return static_cast<bool>(L::has_color(header, color::white));
}

template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool is_black(const M& memory, header_of<L> h, word_of<L> header)
{
    if constexpr (marked_memory<M, word_of<L>>) return memory.is_marked(h.at);
    else return static_cast<bool>(L::has_color(header, color::black));
}

/// Makes the object at `h`, whose header this is, black. False if it was.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool blacken(M& memory, header_of<L> h, word_of<L> header)
{
    if (is_black<L>(memory, h, header)) return false;
    if constexpr (marked_memory<M, word_of<L>>) {
        memory.mark(h.at, L::wosize(header) + word<word_of<L>>(1));
        if (!functional::is_plain<L>(header) && L::has_color(header, color::gray))
            memory.store(h.at, L::color_header(header, color::white));
    } else {
        memory.store(h.at, L::color_header(header, color::black));
    }
    return true;
}

/// Whether a pointer to `x` is known to lead to a black object, without a look at its header: the
/// first field, or what is where it should be, is in the object that the pointer keeps alive.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool is_surely_black(const M& memory, value_of<L> x)
{
    if constexpr (marked_memory<M, word_of<L>>) return memory.is_marked(x.at);
    else return false;
}

/// The colour that the header of a white or black object has.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr color header_color(color c)
{
    return marked_memory<M, word_of<L>> ? color::white : c;
}

/// `words` words from `h` on are a new object of this colour, or several.
template <layout L, word_memory<word_of<L>> M>
constexpr void paint(M& memory, header_of<L> h, word_of<L> words, color c)
{
    if constexpr (marked_memory<M, word_of<L>>)
        if (c == color::black) memory.mark(h.at, words);
}

}  // namespace strata::imperative
