// tools/prove/class_lemmas.hpp: what the size classes of the segregated allocator must obey.
#pragma once

#include <strata/layer3_imperative/segregated_fit.hpp>

#include "condition.hpp"

namespace strata::prove {

/// Of the class `c` of a legal wosize `n`; `exact` and `count` are the shipped ones.
template <class L, class Say>
void about_class(word_of<L> n, word_of<L> c, std::uint64_t exact, std::uint64_t count, Say say)
{
    using W = word_of<L>;
    const auto legal = (n >= W(1)).e && (n <= W(L::max_wosize)).e;
    const auto small = (n <= W(exact)).e;
    say("a class is a place in the table", z3::implies(legal, (c >= W(1)).e && (c < W(count)).e));
    say("a small wosize has its own class", z3::implies(legal && small, (c == n).e));
    say("a large wosize has none of those", z3::implies(legal && !small, (c > W(exact)).e));
}

/// Of two wosizes and their classes.
template <class L, class Say>
void about_two_classes(word_of<L> n, word_of<L> c, word_of<L> m, word_of<L> d, Say say)
{
    using W = word_of<L>;
    const auto legal =
        (n >= W(1)).e && (n <= W(L::max_wosize)).e && (m >= W(1)).e && (m <= W(L::max_wosize)).e;
    say("every wosize in a class is larger than every wosize in a lower one",
        z3::implies(legal && (c < d).e, (n < m).e));
}

}  // namespace strata::prove
