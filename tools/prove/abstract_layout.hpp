// tools/prove/abstract_layout.hpp: a shipped layout whose codec is known only by its proved lemmas.
#pragma once

#include <cstdint>
#include <string>

#include "class_lemmas.hpp"
#include "codec_lemmas.hpp"
#include "marks_plain.hpp"
#include "rebind.hpp"

namespace strata::prove {

/// A function of integers about which nothing is known.
inline z3::expr unknown(const char* name, const std::vector<z3::expr>& arguments,
                        bool truth = false)
{
    auto& c = context();
    z3::sort_vector sorts{c};
    z3::expr_vector values{c};
    for (const auto& a : arguments) {
        sorts.push_back(c.int_sort());
        values.push_back(a);
    }
    return c.function(name, sorts, truth ? c.bool_sort() : c.int_sort())(values);
}

/// The codec of `L` as unknown functions: the lemmas are instantiated with this.
template <class L>
struct unknown_codec {
    using word = int_word<word_bits<word_of<L>>>;
    using W = word;
    using C = symbolic_condition;
    static constexpr std::uint64_t max_wosize = L::max_wosize, max_tag = L::max_tag;
    static constexpr std::uint64_t mword = L::mword;

    static W call(const char* name, const std::vector<z3::expr>& arguments)
    {
        return W::word_from(unknown(name, arguments));
    }
    static C ask(const char* name, const std::vector<z3::expr>& arguments)
    {
        return {unknown(name, arguments, true)};
    }
    static z3::expr number(color c) { return context().int_val(static_cast<int>(c)); }

    static W wosize(W h) { return call("wosize", {h.e}); }
    static W tag(W h) { return call("tag", {h.e}); }
    static C has_color(W h, color c) { return ask("has_color", {h.e, number(c)}); }
    static W color_header(W h, color c) { return call("color_header", {h.e, number(c)}); }
    static W make_header(W wz, color c, W tg)
    {
        return call("make_header", {wz.e, number(c), tg.e});
    }
    static C is_plain(W h) { return ask("is_plain", {h.e}); }
    static C is_pointer(W v) { return ask("is_pointer", {v.e}); }
    static val_addr<W> target(W v) { return {call("target", {v.e})}; }
    static W pointer_to(val_addr<W> x) { return call("pointer_to", {x.at.e}); }
    static W filler() { return call("filler", {}); }
    static C has_bit(W bitmap, W n) { return ask("has_bit", {bitmap.e, n.e}); }
    static W class_of(W wz) { return call("class_of", {wz.e}); }
};

/// The same for a layout with closures.
template <class L>
struct unknown_closures : unknown_codec<L> {
    using W = typename unknown_codec<L>::word;
    using C = symbolic_condition;
    using start_env_bits = typename L::start_env_bits;

    static W start_env(W info) { return unknown_codec<L>::call("start_env", {info.e}); }
    static W arity(W info) { return unknown_codec<L>::call("arity", {info.e}); }
    static C is_closure_info(W info) { return unknown_codec<L>::ask("is_closure_info", {info.e}); }
    static W make_closure_info(W ar, W se)
    {
        return unknown_codec<L>::call("make_closure_info", {ar.e, se.e});
    }
};

/// `unknown_codec`, where each use brings the lemmas about it as facts: these are the very
/// functions whose formulas were proved on the shipped codec. The kinds are the shipped ones.
template <class L>
struct abstract_layout :
    std::conditional_t<has_closure_info<L>, unknown_closures<L>, unknown_codec<L>> {
    using shipped = L;
    using U = std::conditional_t<has_closure_info<L>, unknown_closures<L>, unknown_codec<L>>;
    using word = typename U::word;
    using W = word;
    static constexpr auto kinds = L::kinds;

    static void know(const char*, const z3::expr& e) { fact(e); }

    static W header(W h)
    {
        about_header<U>(h, know);
        return h;
    }
    static W wosize(W h) { return U::wosize(header(h)); }
    static W tag(W h) { return U::tag(header(h)); }
    static auto has_color(W h, color c) { return U::has_color(header(h), c); }
    static W color_header(W h, color c)
    {
        about_color_header<U>(header(h), c, know);
        return header(U::color_header(h, c));
    }
    static W make_header(W wz, color c, W tg)
    {
        oblige("a header is made from a size and a tag that fit", fits<U>(wz, tg));
        about_make_header<U>(wz, c, tg, know);
        return header(U::make_header(wz, c, tg));
    }
    static auto is_plain(W h) requires has_is_plain<L>
    {
        about_plain<U>(header(h), kinds, know);
        return U::is_plain(h);
    }
    static W filler()
    {
        about_filler<U>(know);
        return U::filler();
    }
    static W pointer_to(val_addr<W> x)
    {
        about_pointer_to<U>(x.at, is_aligned(x.at.e), know);
        return U::pointer_to(x);
    }
    static W start_env(W info) requires has_closure_info<L>
    {
        about_closure_info<U>(info, know);
        return U::start_env(info);
    }
    static W make_closure_info(W ar, W se) requires has_closure_info<L>
    {
        about_make_closure_info<U>(ar, se, know);
        return U::make_closure_info(ar, se);
    }
    static W class_of(W wz)
    {
        using real = imperative::size_classes<L>;
        about_class<U>(wz, U::class_of(wz), real::exact, real::count(), know);
        return U::class_of(wz);
    }
};

}  // namespace strata::prove

/// The classes of an abstract layout: the shipped numbers, and a `class_of` known by its lemmas.
template <class L>
struct strata::imperative::size_classes<strata::prove::abstract_layout<L>> {
    static constexpr std::uint64_t exact = size_classes<L>::exact;
    static consteval std::uint64_t count() { return size_classes<L>::count(); }
    static auto class_of(word_of<strata::prove::abstract_layout<L>> wosize)
    {
        return strata::prove::abstract_layout<L>::class_of(wosize);
    }
};

static_assert(strata::layout<strata::prove::abstract_layout<strata::ocaml_64>>);
static_assert(strata::layout<strata::prove::abstract_layout<strata::bitmap_record>>);
