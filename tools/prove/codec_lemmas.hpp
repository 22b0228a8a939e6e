// tools/prove/codec_lemmas.hpp: what every codec must obey: proved on bits, then assumed of codecs.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <strata/concepts/layout.hpp>

#include "condition.hpp"

namespace strata::prove {

inline constexpr std::array all_colors{color::blue, color::white, color::gray, color::black};

template <class L>
concept has_closure_info = requires(word_of<L> w)
{
    L::start_env(w);
};

/// Whether `w` is a number from 0 to `most`. Bits are never below 0, but an integer in the place of
/// a word can be: a lemma must not say that a header has less than no fields.
template <class W>
[[nodiscard]] z3::expr is_up_to(W w, std::uint64_t most)
{
    return (w >= W(0)).e && (w <= W(most)).e;
}
template <class L>
[[nodiscard]] z3::expr fits(word_of<L> wosize, word_of<L> tag)
{
    return is_up_to(wosize, L::max_wosize) && is_up_to(tag, L::max_tag);
}

/// Of any word, read as a header.
template <class L, class Say>
void about_header(word_of<L> h, Say say)
{
    say("wosize in range", (L::wosize(h) <= word_of<L>(L::max_wosize)).e);
    say("tag in range", (L::tag(h) <= word_of<L>(L::max_tag)).e);
    auto one = context().bool_val(false), two = context().bool_val(false);
    for (const auto c : all_colors) {
        const auto has = L::has_color(h, c).e;
        two = two || (one && has);
        one = one || has;
    }
    say("a header has exactly one colour", one && !two);
}

/// Of colorHeader (Fig. 22).
template <class L, class Say>
void about_color_header(word_of<L> h, color c, Say say)
{
    const auto colored = L::color_header(h, c);
    say("colorHeader: wosize untouched", (L::wosize(colored) == L::wosize(h)).e);
    say("colorHeader: tag untouched", (L::tag(colored) == L::tag(h)).e);
    say("colorHeader: has the colour", L::has_color(colored, c).e);
    say("colorHeader: its own colour changes nothing",
        z3::implies(L::has_color(h, c).e, (colored == h).e));
    for (const auto d : all_colors)
        say("colorHeader: the last one counts",
            (L::color_header(colored, d) == L::color_header(h, d)).e);
}

/// Of makeHeader.
template <class L, class Say>
void about_make_header(word_of<L> wosize, color c, word_of<L> tag, Say say)
{
    const auto made = L::make_header(wosize, c, tag);
    say("makeHeader: wosize round trip",
        z3::implies(fits<L>(wosize, tag), (L::wosize(made) == wosize).e));
    say("makeHeader: tag round trip", z3::implies(fits<L>(wosize, tag), (L::tag(made) == tag).e));
    say("makeHeader: colour round trip",
        z3::implies(fits<L>(wosize, tag), L::has_color(made, c).e));
}

/// Of makeHeader and what a header says: a header is no more than that.
template <class L, class Say>
void about_remade_header(word_of<L> h, color c, Say say)
{
    say("a header is its wosize, colour and tag",
        z3::implies(L::has_color(h, c).e, (L::make_header(L::wosize(h), c, L::tag(h)) == h).e));
}

/// Of any word, read as a closure info (section 2.1).
template <class L, class Say>
void about_closure_info(word_of<L> info, Say say)
{
    say("start_env in range", (L::start_env(info) <= word_of<L>(L::start_env_bits::max)).e);
    say("arity in range", (L::arity(info) <= word_of<L>(255)).e);
    say("a closure info is no pointer",
        z3::implies(L::is_closure_info(info).e, !L::is_pointer(info).e));
}
template <class L, class Say>
void about_make_closure_info(word_of<L> arity, word_of<L> start_env, Say say)
{
    const auto made = L::make_closure_info(arity, start_env);
    const auto fit = is_up_to(arity, 255) && is_up_to(start_env, L::start_env_bits::max);
    say("closure info: start_env round trip",
        z3::implies(fit, (L::start_env(made) == start_env).e));
    say("closure info: arity round trip", z3::implies(fit, (L::arity(made) == arity).e));
    say("closure info: is one", L::is_closure_info(made).e);
}

/// Of pointers: the filler leads nowhere, and a pointer leads where it was made to lead.
template <class L, class Say>
void about_filler(Say say)
{
    const auto no_pointer = !L::is_pointer(L::filler()).e;
    say("the filler leads to no object",
        no_pointer || (L::target(L::filler()).at == word_of<L>(0)).e);
}
/// `aligned` says whether `x` is the address of a word.
template <class L, class Say>
void about_pointer_to(word_of<L> x, const z3::expr& aligned, Say say)
{
    const auto is_word = is_up_to(x, ~std::uint64_t{0} >> (64 - word_bits<word_of<L>>));
    say("target is where pointer_to leads",
        z3::implies(is_word, (L::target(L::pointer_to({x})).at == x).e));
    say("pointer_to is a pointer",
        z3::implies(aligned && (x != word_of<L>(0)).e, L::is_pointer(L::pointer_to({x})).e));
}

}  // namespace strata::prove
