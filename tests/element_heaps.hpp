// tests/element_heaps.hpp: every small list of heap elements, of CakeML's algorithm level.
#pragma once

#include <cstddef>
#include <vector>

#include <strata/layer2_functional/gen_state_ok.hpp>

namespace test {

using strata::functional::num;

/// Data elements have one of two tags. What is attached to an address is a number.
enum class tag { datum, reference };
struct is_reference {
    [[nodiscard]] constexpr bool operator()(tag t) const { return t == tag::reference; }
};

using address = strata::functional::heap_address<int>;
using addresses = strata::functional::heap_addresses<int>;
using element = strata::functional::heap_element<int, tag>;
using elements = strata::functional::element_list<int, tag>;
using full_conf = strata::functional::gen_gc_conf<is_reference>;
using partial_conf = strata::functional::gen_gc_partial_conf<is_reference>;

/// Calls `f` with every list of elements of `words` words, their fields still data.
template <class F>
constexpr void for_each_shape(num words, elements& heap, F f)
{
    if (words == 0) return f();
    for (num l = 0; l < words; ++l)
        for (int kind = 0; kind < 3; ++kind) {
            // Two unused elements side by side are one.
            if (kind == 0 && !heap.empty() && !heap.back().is_data_element()) continue;
            const auto t = kind == 1 ? tag::datum : tag::reference;
            heap.push_back(kind == 0 ? element::unused(l)
                                     : element::data_element(addresses(l, address::data(7)), l, t));
            for_each_shape(words - l - 1, heap, f);
            heap.pop_back();
        }
}

/// The offsets of the data elements.
[[nodiscard]] constexpr std::vector<num> data_elements(const elements& heap)
{
    std::vector<num> all;
    num a = 0;
    for (const auto& x : heap) {
        if (x.is_data_element()) all.push_back(a);
        a += el_length(x);
    }
    return all;
}

/// Calls `f` with every choice of values for the slots: data, or a pointer to one of `targets`.
template <class F>
constexpr void for_each_choice(const std::vector<address*>& slots, const std::vector<num>& targets,
                               F f)
{
    std::vector<num> choice(slots.size(), 0);
    for (;;) {
        f();
        num k = 0;
        for (; k < slots.size(); ++k) {
            choice[k] = (choice[k] + 1) % (targets.size() + 1);
            const int mark = static_cast<int>(k) + 1;
            *slots[k] =
                choice[k] == 0 ? address::data(7) : address::pointer(targets[choice[k] - 1], mark);
            if (choice[k] != 0) break;
        }
        if (k == slots.size()) return;
    }
}

/// Calls `f(heap, roots)` for every heap of `words` words that `is_wanted`, and every two roots.
template <class P, class F>
constexpr void for_each_element_heap(num words, P is_wanted, F f)
{
    elements heap;
    for_each_shape(words, heap, [&] {
        if (!is_wanted(heap)) return;
        addresses roots(2, address::data(7));
        std::vector<address*> slots{&roots[0], &roots[1]};
        for (auto& x : heap)
            for (auto& field : x.xs) slots.push_back(&field);
        for_each_choice(slots, data_elements(heap), [&] { f(heap, roots); });
    });
}

/// Data, then at most one unused element, then references.
[[nodiscard]] constexpr bool is_generational(const elements& heap)
{
    std::size_t i = 0;
    while (i < heap.size() && heap[i].is_data_element() && heap[i].tag == tag::datum) ++i;
    if (i < heap.size() && !heap[i].is_data_element()) ++i;
    while (i < heap.size() && heap[i].is_data_element() && heap[i].tag == tag::reference) ++i;
    return i == heap.size();
}

/// The end of the data, and the start of the references, of such a heap.
struct division {
    num a = 0, refs_start = 0;
};
[[nodiscard]] constexpr division division_of(const elements& heap)
{
    division d;
    for (const auto& x : heap) {
        if (x.is_data_element() && x.tag == tag::reference) break;
        if (x.is_data_element()) d.a += el_length(x);
        d.refs_start += el_length(x);
    }
    return d;
}

/// Calls `f(gen_start)` for every boundary between the data of a heap that no old element crosses.
template <class F>
constexpr void for_each_boundary(const elements& heap, F f)
{
    const auto [a, refs_start] = division_of(heap);
    num at = 0;
    for (const auto& x : heap) {
        if (at > a) return;
        if (!find_old_to_new(heap, refs_start, at)) f(at);
        at += el_length(x);
    }
    if (at == a) f(at);
}

}  // namespace test
