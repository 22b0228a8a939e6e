// concepts/object_kind.hpp: what a kind of object must say about its fields, or about its parent.
#pragma once

#include <concepts>

#include <strata/concepts/address.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata {

/// The least a word memory can be: concepts are checked against it.
template <machine_word W>
struct least_memory {
    [[nodiscard]] W begin() const;
    [[nodiscard]] W end() const;
    [[nodiscard]] W load(W) const;
    void store(W, W);
};

/// A kind that is never an object of its own: a pointer to it is a pointer to its parent.
///
/// Provide
///   covers<L>(header)      whether the header is of this kind
///   parent<L>(h, header)   the header address of the object around it
///   may_stand_in<L>(memory, h, around)   whether such a header at `h` belongs in the object at
///                                        `around`
/// Law  the parent of a well-formed interior header is an object that contains it.
/// Model  functional::infix.
template <class K, class L>
concept interior_kind =
    requires(const least_memory<word_of<L>>& memory, word_of<L> header, header_of<L> h) {
    { K::template covers<L>(header) }             -> condition;
    { K::template parent<L>(h, header) }          -> std::same_as<header_of<L>>;
    { K::template may_stand_in<L>(memory, h, h) } -> std::same_as<bool>;
};

/// A kind of object: which headers it covers and which of its fields hold values.
///
/// Provide
///   covers<L>(header)              whether an object with this header is of this kind
///   scan_from<L>(memory, h)        the number of the first field to scan; wosize + 1 if there is
///                                  none
/// and, if needed,
///   scans<L>(memory, h, i)         whether field `i` from there on holds a value (otherwise all
///                                  do)
///   defect<L>(memory, h)           what is wrong with the object, as a sentence, or nullptr
///   least_wosize                   how many fields an object has at least (otherwise one)
///   initialise<L>(memory, h)       makes a new object, all of whose fields hold the filler, one
///                                  without defect
///   may_stand_for<L>(header)       if an object of this kind stands for the value in its first
///                                  field: whether that value may be put where a pointer to the
///                                  object is, if it leads to an object with this header. Such
///                                  objects are not written any more once something leads to them
/// Law  1 <= scan_from <= wosize + 1 for every object without a defect.
/// Models  functional::no_scan, functional::closure, functional::regular, and the kinds in
///         instantiations.
template <class K, class L>
concept scanned_kind =
    requires(const least_memory<word_of<L>>& memory, word_of<L> header, header_of<L> h) {
    { K::template covers<L>(header) }      -> condition;
    { K::template scan_from<L>(memory, h) } -> std::same_as<word_of<L>>;
};

template <class K, class L>
concept object_kind = interior_kind<K, L> || scanned_kind<K, L>;

}  // namespace strata
