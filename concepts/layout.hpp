// concepts/layout.hpp: what a language's heap layout must provide to be collected.
#pragma once

#include <concepts>
#include <cstdint>

#include <boost/hana/all_of.hpp>
#include <boost/hana/back.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <strata/concepts/address.hpp>
#include <strata/concepts/header_codec.hpp>
#include <strata/concepts/object_kind.hpp>

namespace strata {

/// Whether every kind of `L` models `object_kind`, and the last one, which takes what the others
/// leave, is scanned.
template <class L>
concept kinds_fit = requires {
    requires decltype(boost::hana::all_of(L::kinds, []<class K>(boost::hana::basic_type<K>) {
        return boost::hana::bool_c<object_kind<K, L>>;
    }))::value;
    requires scanned_kind<typename decltype(+boost::hana::back(L::kinds))::type, L>;
};

/// A `layout` says how the words of a heap form objects and pointers.
///
/// Provide
///   all of `header_codec`
///   mword            the distance between adjacent words, in address units: bytes, or whatever
///                    pointers count
///   is_pointer(v)    whether a scanned word is a pointer
///   target(v)        the address that pointer `v` holds
///   pointer_to(x)    the pointer to address `x`
///   filler()         a word that is no pointer, for fields that have no value yet
///   kinds            a Hana list of object kinds; the first that covers a header has it, the last
///                    has the rest
///
/// Laws, checked for every instantiation by tests/laws/layout_laws.hpp
///   pointers   is_pointer(pointer_to(x)), target(pointer_to(x)) == x, for every address of a heap
///   filler     !is_pointer(filler()) or its target is address 0, which no heap contains
///   kinds      the laws of each kind
///
/// Models  every layout in instantiations/all.hpp.
template <class L>
concept layout = header_codec<L> && requires(word_of<L> v, value_of<L> x) {
    { L::mword }         -> std::convertible_to<std::uint64_t>;
    { L::is_pointer(v) } -> condition;
    { L::target(v) }     -> std::same_as<value_of<L>>;
    { L::pointer_to(x) } -> std::same_as<word_of<L>>;
    { L::filler() }      -> std::same_as<word_of<L>>;
} && kinds_fit<L>;

}  // namespace strata
