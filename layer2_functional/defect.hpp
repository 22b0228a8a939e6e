// layer2_functional/defect.hpp: what is wrong with a heap, and where.
#pragma once

#include <string>

#include <strata/concepts/layout.hpp>

namespace strata::functional {

/// A rule of well-formedness that one word of the heap breaks.
template <layout L>
struct defect {
    const char* rule;     ///< the rule, as a sentence that is not true here
    header_of<L> object;  ///< the block it was found in
    word_of<L> at;        ///< the address of the word
    word_of<L> value;     ///< what that word holds

    friend bool operator==(const defect&, const defect&) = default;
};

/// The rules. Their addresses are their names: compare `defect::rule` with these. Arrays, because
/// an array has one address in the whole program, and a string literal one in each source file.
namespace rule {
inline constexpr char no_overrun[] = "a block ends within the heap";
inline constexpr char no_overlap[] = "a block starts at or after the end of the one before it";
inline constexpr char no_gap[] = "a block starts at or before the end of the one before it";
inline constexpr char not_interior[] = "no object starts with an interior header";
inline constexpr char fragment_white[] = "a block without fields is white";
inline constexpr char scan_in_object[] = "the scanned fields of an object lie in it";
inline constexpr char not_free[] = "no pointer leads to a free block";
inline constexpr char not_fragment[] = "no pointer leads to a block without fields";
inline constexpr char not_middle[] = "no pointer leads into the middle of a block";
inline constexpr char has_parent[] = "an interior header lies in the object it leads to";
inline constexpr char link_in_heap[] = "a free list leads to blocks of the heap";
inline constexpr char link_to_free[] = "a free list leads to free blocks only";
inline constexpr char no_cycle[] = "a free list ends";
inline constexpr char list_complete[] = "every free block is on the free list";
}  // namespace rule

/// `0x` and the digits of a word.
template <class W>
[[nodiscard]] std::string hex(W w)
{
    std::string digits;
    do digits.insert(digits.begin(), "0123456789abcdef"[w % 16]);
    while ((w = w / 16) != 0);
    return "0x" + digits;
}

/// One line for people: the rule, the block and the word.
template <layout L>
[[nodiscard]] std::string describe(const defect<L>& d)
{
    return "not true: " + std::string{d.rule} + " (block " + hex(d.object.at) + ", word at " +
           hex(d.at) + " holds " + hex(d.value) + ")";
}

}  // namespace strata::functional
