// layer2_functional/mark.hpp: mark as pure functions from a stack and a heap to a stack and a heap.
#pragma once

#include <utility>
#include <vector>

#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/objects.hpp>
#include <strata/layer2_functional/short_circuit.hpp>

namespace strata::functional {

/// The mark stack, which holds exactly the gray objects, and the heap. Paper: `st_hp`.
template <layout L>
struct st_hp {
    std::vector<header_of<L>> stack{};
    heap<L> hp{};
    bool is_shared = false;  ///< whether a mutator may have loaded what it held between two steps
};

/// The heap with the object at `h` in colour `c`. Paper: `colorHeader`.
template <layout L>
[[nodiscard]] constexpr heap<L> color_object(heap<L> hp, header_of<L> h, color c)
{
    hp.store(h.at, L::color_header(hp.load(h.at), c));
    return hp;
}

/// A white object becomes gray and is pushed; any other stays as it is. Paper: `darken_helper`,
/// `push_to_stack`.
template <layout L>
[[nodiscard]] constexpr st_hp<L> shade(st_hp<L> s, header_of<L> h)
{
    if (!L::has_color(s.hp.load(h.at), color::white)) return s;
    s.hp = color_object(std::move(s.hp), h, color::gray);
    s.stack.push_back(h);
    return s;
}

/// Shades the object that a value keeps alive, if it is a pointer into the heap.
template <layout L>
[[nodiscard]] constexpr st_hp<L> darken_value(st_hp<L> s, word_of<L> value)
{
    if (!L::is_pointer(value) || !within<L>(s.hp, L::target(value))) return s;
    const auto h = resolve<L>(s.hp, L::target(value));
    return shade(std::move(s), h);
}

/// Shades what the roots point to: immediates, pointers out of the heap, duplicates and interior
/// pointers are all ordinary roots. Paper: `darken_roots`.
template <layout L, root_set<word_of<L>> R>
[[nodiscard]] constexpr st_hp<L> darken_roots(st_hp<L> s, const R& roots)
{
    for (word_of<L> root : roots) s = darken_value(std::move(s), root);
    return s;
}

/// Field `i` of the object at `h`, and what it stands for. Paper: `darken_body`.
template <layout L>
[[nodiscard]] constexpr st_hp<L> darken_body(st_hp<L> s, header_of<L> h, word_of<L> i)
{
    if (!scans<L>(s.hp, h, i)) return s;
    const auto old = s.hp.load(field_addr<L>(h, i));
    const auto value = short_circuited<L>(s.hp, h, i, old);
    if constexpr (short_circuits<L>) s.hp.store(field_addr<L>(h, i), value);
    const auto kept = s.is_shared ? old : value;
    return darken_value(std::move(s), kept);
}

/// Every field from number `i` on. Paper: `darken`.
template <layout L>
[[nodiscard]] constexpr st_hp<L> darken(st_hp<L> s, header_of<L> h, word_of<L> i)
{
    for (const auto wz = wosize<L>(h, s.hp); i <= wz; i = i + word<word_of<L>>(1))
        s = darken_body(std::move(s), h, i);
    return s;
}

/// Pops one object, makes it black and darkens its fields. Paper: `mark_body`, Fig. 20.
template <layout L>
[[nodiscard]] constexpr st_hp<L> mark_body(st_hp<L> s)
{
    const auto h = s.stack.back();
    s.stack.pop_back();
    s.hp = color_object(std::move(s.hp), h, color::black);
    const auto from = scan_from<L>(s.hp, h);
    return darken(std::move(s), h, from);
}

/// Runs until no object is gray. Paper: `mark`.
///
/// Expects  the stack holds exactly the gray objects.
/// Ensures  black is what gray could reach through white; only colours have changed, and fields
///          that are short-circuited.
template <layout L>
[[nodiscard]] constexpr heap<L> mark(st_hp<L> s)
{
    while (!s.stack.empty()) s = mark_body(std::move(s));
    return std::move(s.hp);
}

}  // namespace strata::functional
