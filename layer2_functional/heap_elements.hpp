// layer2_functional/heap_elements.hpp: CakeML's abstract heap: a list of elements with lengths.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace strata::functional {

/// An offset or a length in words. HOL: `num`.
using num = std::size_t;

/// What a field or a root holds: `Pointer ptr a`, an offset from the start of the heap with some
/// data attached, or `Data a`.
template <class A>
struct heap_address {
    bool is_pointer = false;
    num ptr = 0;
    A datum{};

    [[nodiscard]] static constexpr heap_address pointer(num ptr, A a)
    {
        return {true, ptr, std::move(a)};
    }
    [[nodiscard]] static constexpr heap_address data(A a) { return {false, 0, std::move(a)}; }
    friend constexpr bool operator==(const heap_address&, const heap_address&) = default;
};

template <class A>
using heap_addresses = std::vector<heap_address<A>>;

enum class element_kind { unused, forward_pointer, data_element };

/// `Unused l`, `ForwardPointer n a l` or `DataElement xs l b`. `l` is its length, less one.
template <class A, class B>
struct heap_element {
    element_kind kind = element_kind::unused;
    num l = 0;
    num ptr = 0;             ///< of a forward pointer: where the element has moved to
    A datum{};               ///< and the data attached
    heap_addresses<A> xs{};  ///< of a data element
    B tag{};

    [[nodiscard]] static constexpr heap_element unused(num l)
    {
        return {element_kind::unused, l, 0, {}, {}, {}};
    }
    [[nodiscard]] static constexpr heap_element forward_pointer(num ptr, A a, num l)
    {
        return {element_kind::forward_pointer, l, ptr, std::move(a), {}, {}};
    }
    [[nodiscard]] static constexpr heap_element data_element(heap_addresses<A> xs, num l, B b)
    {
        return {element_kind::data_element, l, 0, {}, std::move(xs), std::move(b)};
    }
    [[nodiscard]] constexpr bool is_data_element() const
    {
        return kind == element_kind::data_element;
    }
    friend constexpr bool operator==(const heap_element&, const heap_element&) = default;
};

template <class A, class B>
using element_list = std::vector<heap_element<A, B>>;

/// No element has length zero.
template <class A, class B>
[[nodiscard]] constexpr num el_length(const heap_element<A, B>& x)
{
    return x.l + 1;
}

template <class A, class B>
[[nodiscard]] constexpr num heap_length(const element_list<A, B>& heap)
{
    num sum = 0;
    for (const auto& x : heap) sum += el_length(x);
    return sum;
}

/// The place in the list of the element that starts at offset `a`; that of none if none does.
template <class A, class B>
[[nodiscard]] constexpr std::optional<std::size_t> element_at(const element_list<A, B>& heap, num a)
{
    for (std::size_t place = 0; place < heap.size(); ++place) {
        if (a == 0) return place;
        if (a < el_length(heap[place])) return std::nullopt;
        a -= el_length(heap[place]);
    }
    return std::nullopt;
}

/// The element at offset `a`, or nullptr: no element starts there.
template <class A, class B>
[[nodiscard]] constexpr const heap_element<A, B>* heap_lookup(num a, const element_list<A, B>& heap)
{
    const auto place = element_at(heap, a);
    return place ? &heap[*place] : nullptr;
}

/// HOL: `isSomeDataElement`.
template <class A, class B>
[[nodiscard]] constexpr bool is_some_data_element(const heap_element<A, B>* x)
{
    return x != nullptr && x->is_data_element();
}

/// The elements before offset `a`, and those from there on; nothing if `a` is inside an element.
template <class A, class B>
[[nodiscard]] constexpr std::optional<std::pair<element_list<A, B>, element_list<A, B>>>
heap_split(num a, const element_list<A, B>& heap)
{
    auto place = heap.begin();
    for (; a != 0 && place != heap.end(); ++place) {
        if (a < el_length(*place)) return std::nullopt;
        a -= el_length(*place);
    }
    if (a != 0) return std::nullopt;
    return std::pair{element_list<A, B>(heap.begin(), place),
                     element_list<A, B>(place, heap.end())};
}

/// A heap cut at two offsets.
template <class A, class B>
struct segments {
    element_list<A, B> old, current, refs;
};

template <class A, class B>
[[nodiscard]] constexpr std::optional<segments<A, B>> heap_segment(num gen_start, num refs_start,
                                                                   const element_list<A, B>& heap)
{
    if (refs_start < gen_start) return std::nullopt;
    const auto old = heap_split(gen_start, heap);
    if (!old) return std::nullopt;
    const auto rest = heap_split(refs_start - gen_start, old->second);
    if (!rest) return std::nullopt;
    return segments<A, B>{old->first, rest->first, rest->second};
}

/// Unused space of `n` words, as a list: one element, or none.
template <class A, class B>
[[nodiscard]] constexpr element_list<A, B> heap_expand(num n)
{
    if (n == 0) return {};
    return {heap_element<A, B>::unused(n - 1)};
}

/// HOL: `++`.
template <class T>
[[nodiscard]] constexpr std::vector<T> append(std::vector<T> xs, const std::vector<T>& ys)
{
    xs.insert(xs.end(), ys.begin(), ys.end());
    return xs;
}

}  // namespace strata::functional
