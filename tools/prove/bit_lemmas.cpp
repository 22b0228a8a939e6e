// tools/prove/bit_lemmas.cpp: the lemmas about codecs, on the shipped codecs, for all values.
#include <boost/hana/for_each.hpp>

#include <strata/instantiations/all.hpp>
#include <strata/layer2_functional/memory_part.hpp>

#include "class_lemmas.hpp"
#include "codec_lemmas.hpp"
#include "groups.hpp"
#include "marks_plain.hpp"
#include "merge.hpp"
#include "paths.hpp"
#include "rebind.hpp"

namespace strata::prove {

namespace {

/// What the solver is asked about `L`.
template <class L>
struct asker {
    group& g;
    z3::solver solver = new_solver("QF_BV");

    void operator()(const char* what, const z3::expr& lemma)
    {
        check(g, solver, name_of<L>, what, lemma, {});
    }
};

template <class L>
void codec(group& g)
{
    using B = on_bits<L>;
    const auto w = [](const char* name) { return word_of<B>::named(name); };
    asker<L> raw{g};
    const auto say = [&](const char* what, const z3::expr& e) { raw(what, e); };
    about_header<B>(w("header"), say);
    about_filler<B>(say);
    about_pointer_to<B>(w("x"), (w("x") % B::mword == 0).e, say);
    for (const auto c : all_colors) {
        about_color_header<B>(w("header"), c, say);
        about_make_header<B>(w("wosize"), c, w("tag"), say);
        about_remade_header<B>(w("header"), c, say);
    }
    if constexpr (has_is_plain<B>) about_plain<B>(w("header"), B::kinds, say);
    if constexpr (has_closure_info<B>) {
        about_closure_info<B>(w("info"), say);
        about_make_closure_info<B>(w("arity"), w("start_env"), say);
        say("closure info: an environment can start anywhere in a closure",
            context().bool_val(B::start_env_bits::max >= B::max_wosize));
    }
}

/// Eight bits wider, a computation cannot wrap: where it is in range, the narrow one is the same.
template <class L>
void addresses(group& g)
{
    using B = on_bits<L>;
    using W = word_of<B>;
    const auto wide = [](const W& a) { return z3::zext(a.e, 8); };
    const auto fits_word = [&](const z3::expr& e) { return z3::ule(e, wide(~W(0))); };
    const W a = W::named("a"), b = W::named("b");
    asker<L> say{g};
    const auto agree = [&](const char* what, const z3::expr& exact, const W& word) {
        say(what, z3::implies(fits_word(exact), wide(word) == exact));
    };
    agree("+ agrees with integers when in range", wide(a) + wide(b), a + b);
    agree("* agrees with integers when in range", wide(a) * wide(W(L::mword)), a * W(L::mword));
    say("- agrees with integers when in range",
        z3::implies((a >= b).e, wide(a - b) + wide(b) == wide(a)));
    agree("field_addr does not wrap", wide(a) + wide(b) * wide(W(L::mword)), field_addr<B>({a}, b));
    agree("next_header does not wrap", wide(a) + (wide(b) + wide(W(1))) * wide(W(L::mword)),
          next_header<B>({a}, b).at);
    say("hd_address undoes f_address", (hd_address<B>(f_address<B>({a})).at == a).e);
    const auto rest = [&](const W& w) { return (w - W::named("begin")) % W(L::mword); };
    say("a step of whole words keeps an address aligned",
        (rest(a) == W(0)).e == (rest(a + b * W(L::mword)) == W(0)).e);
    say("words are whole words apart",
        z3::implies((rest(a) == W(0)).e && (rest(b) == W(0)).e && (a <= b).e,
                    ((b - a) / W(L::mword) * W(L::mword) == b - a).e));
    const auto unit = wide(W(L::mword)), part = wide(a / W(L::mword)) * unit;
    say("/ is the quotient", z3::ule(part, wide(a)) && z3::ult(wide(a), part + unit));
    if constexpr (has_closure_info<B>)
        say("an infix header leads back by its offset",
            (functional::infix::parent<B>({field_addr<B>({a}, B::wosize(b))}, b).at == a).e);
}

/// Words wrap around: one comparison says what two would.
template <class L>
void ranges(group& g)
{
    using W = word_of<on_bits<L>>;
    const W a = W::named("a"), b = W::named("b"), x = W::named("x");
    auto range = new_solver("QF_BV");
    range.add((a <= b).e && (a != ~W(0)).e);
    const W has =
        value([&] { return functional::open_range<W>(a, b).has(x) ? W(1) : W(0); }, &range);
    asker<L> say{g};
    say("what is between two addresses, in one comparison",
        z3::implies((a <= b).e && (a != ~W(0)).e, (has == W(1)).e == ((a < x).e && (x < b).e)));
}

template <class L>
void classes(group& g)
{
    using B = on_bits<L>;
    using W = word_of<B>;
    using real = imperative::size_classes<B>;
    const W n = W::named("n"), m = W::named("m");
    auto legal = new_solver("QF_BV");
    legal.add((n >= W(1)).e && (n <= W(L::max_wosize)).e);
    const W c = value([&] { return real::class_of(n); }, &legal);
    z3::expr_vector from{context()}, to{context()};
    from.push_back(n.e);
    to.push_back(m.e);
    z3::expr other = c.e;
    const W d{other.substitute(from, to)};
    asker<L> raw{g};
    const auto say = [&](const char* what, const z3::expr& e) { raw(what, e); };
    about_class<B>(n, c, real::exact, real::count(), say);
    about_two_classes<B>(n, c, m, d, say);
}

template <class F>
void for_every_layout(F f)
{
    boost::hana::for_each(all_layouts,
                          [&]<class T>(T) { f.template operator()<typename T::type>(); });
}

}  // namespace

void prove_bit_lemmas(report& r)
{
    r.run("bits", "header codec: makeHeader, colorHeader (Fig. 22), closure info, pointers",
          [](group& g) { for_every_layout([&]<class L>() { codec<L>(g); }); });
    r.run("addresses", "field_addr, next_header, hd_address, f_address, parent: no wrap-around",
          [](group& g) { for_every_layout([&]<class L>() { addresses<L>(g); }); });
    r.run("ranges", "open_range: between two addresses, in one comparison", [](group& g) {
        ranges<ocaml_64>(g);
        ranges<ocaml_32>(g);
    });
    r.run("classes", "size classes: in the table, and ordered as the sizes are",
          [](group& g) { for_every_layout([&]<class L>() { classes<L>(g); }); });
}

}  // namespace strata::prove
