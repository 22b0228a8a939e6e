// tools/prove/marks_plain.hpp: what a layout must obey that knows a plain header at one look.
#pragma once

#include <boost/hana/drop_back.hpp>
#include <boost/hana/for_each.hpp>

#include <strata/concepts/layout.hpp>

#include "condition.hpp"

namespace strata::prove {

template <class L>
concept has_is_plain = requires(word_of<L> header)
{
    L::is_plain(header);
};

/// Of a header that the layout calls plain; `kinds` are the layout's.
template <class L, class Kinds, class Say>
void about_plain(word_of<L> header, const Kinds& kinds, Say say)
{
    const auto plain = L::is_plain(header).e;
    auto special = context().bool_val(false);
    boost::hana::for_each(boost::hana::drop_back(kinds), [&]<class K>(boost::hana::basic_type<K>) {
        special = special || K::template covers<L>(header).e;
    });
    say("a plain header is white", z3::implies(plain, L::has_color(header, color::white).e));
    say("a plain header is of no kind but the last", z3::implies(plain, !special));
}

}  // namespace strata::prove
