// tests/shapes.hpp: the shapes of blocks that tests make, and what each is in each layout.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <boost/hana/contains.hpp>
#include <boost/hana/type.hpp>

#include <strata/concepts/layout.hpp>
#include <strata/instantiations/bitmap_record.hpp>
#include <strata/layer2_functional/ocaml_kinds.hpp>

namespace test {

using namespace strata;

enum class shape : std::uint8_t { record, opaque, closure, free, fragment };

/// The shape for a number below `shapes`: half of them are records.
inline constexpr std::uint32_t shapes = 8;
[[nodiscard]] constexpr shape shape_number(std::uint32_t n) { return shape(n < 4 ? 0 : n - 3); }

template <class K, layout L>
inline constexpr bool has_kind =
    decltype(boost::hana::contains(L::kinds, boost::hana::type_c<K>))::value;

/// Whether the first field says which others are pointers.
template <layout L>
inline constexpr bool has_bitmap = has_kind<bitmap_kind, L>;

/// A layout without a kind makes a record instead.
template <layout L>
[[nodiscard]] constexpr shape shape_in(shape s)
{
    const bool has_closures = has_kind<functional::closure, L>;
    const bool has_opaque = has_kind<functional::no_scan, L> || has_bitmap<L>;
    if ((s == shape::closure && !has_closures) || (s == shape::opaque && !has_opaque))
        return shape::record;
    return s;
}

/// A size that a block of this shape can have: `size` itself, if it can.
template <layout L>
[[nodiscard]] constexpr word_of<L> wosize_for(shape s, std::uint32_t size)
{
    if (s == shape::fragment) return 0;
    const std::uint64_t least = s == shape::closure ? 2 : 1;
    return static_cast<word_of<L>>(std::clamp<std::uint64_t>(size, least, L::max_wosize));
}

/// One of the tags that a block of this shape can have, those at the boundaries above all.
template <layout L>
[[nodiscard]] word_of<L> tag_for(shape s, std::uint32_t choice)
{
    // What stands for another value has tests of its own.
    const word_of<L> last = has_kind<functional::forward_block, L> ? 245 : 250;
    std::vector<word_of<L>> tags{0, 1, 246, 248, last};
    if (s == shape::closure) tags = {247};
    if (s == shape::opaque && !has_bitmap<L>) tags = {251, 252, 255};
    if (has_bitmap<L>) tags.push_back(static_cast<word_of<L>>(L::max_tag));
    const bool any = s == shape::free || s == shape::fragment;
    if (s == shape::record || any) {
        if (any || !has_kind<functional::closure, L>) tags.push_back(247);
        if (any || !has_kind<functional::infix, L>) tags.push_back(249);
        if (any || !has_kind<functional::no_scan, L>) tags.push_back(251);
    }
    return tags[choice % tags.size()];
}

}  // namespace test
