// tools/prove/rebind.hpp: a shipped layout, with another word in the place of its own.
#pragma once

#include <cstdint>
#include <string>
#include <typeinfo>
#include <vector>

#include <boost/hana/for_each.hpp>

#include <strata/instantiations/all.hpp>
#include <strata/layer2_functional/short_circuit.hpp>

#include "words.hpp"

namespace strata::prove {

/// The parameters of a layout that is a template over its word are read off its type; a layout from
/// a new template needs one more overload here.
template <class V, class W, class Numbering, class... Kinds>
functional::ocaml_layout<V, Numbering, Kinds...>
rebind(const functional::ocaml_layout<W, Numbering, Kinds...>*);
template <class V, class W>
bitmap_layout<V> rebind(const bitmap_layout<W>*);

/// The shipped layout `L` over exact bits.
template <class L>
using on_bits = decltype(rebind<bit_word<word_bits<word_of<L>>>>(static_cast<const L*>(nullptr)));

/// How `L` is called in instantiations.
template <class L>
inline const char* const name_of = "a layout";
template <>
inline const char* const name_of<ocaml_64> = "ocaml_64";
template <>
inline const char* const name_of<ocaml_32> = "ocaml_32";
template <>
inline const char* const name_of<ocaml_64_proof> = "ocaml_64_proof";
template <>
inline const char* const name_of<ocaml_base> = "ocaml_base";
template <>
inline const char* const name_of<ocaml_no_scan> = "ocaml_no_scan";
template <>
inline const char* const name_of<bitmap_record> = "bitmap_record";

/// Calls `f` with each layout in the list, but for those whose codec, and whose kinds if `kinds`,
/// look like those of an earlier one once the codec is abstract: what is proved of one is then
/// proved of the other. Marking that short-circuits writes fields, and is tested, not proved.
template <class F>
void for_each_different(F f, bool kinds = true)
{
    std::vector<std::string> seen;
    boost::hana::for_each(all_layouts, [&]<class T>(T) {
        using L = typename T::type;
        std::string look = kinds ? typeid(decltype(L::kinds)).name() : "";
        for (const std::uint64_t n :
             {std::uint64_t{word_bits<word_of<L>>}, L::mword, L::max_wosize, L::max_tag})
            look += "," + std::to_string(n);
        for (const auto& earlier : seen)
            if (earlier == look) return;
        seen.push_back(look);
        if constexpr (!functional::short_circuits<L>) f.template operator()<L>();
    });
}

}  // namespace strata::prove
