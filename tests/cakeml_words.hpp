// tests/cakeml_words.hpp: the words of a list of heap elements, in CakeML's layout.
#pragma once

#include <cstddef>
#include <vector>

#include <strata/instantiations/cakeml.hpp>
#include <strata/layer3_imperative/gen_gc_state.hpp>

#include "element_heaps.hpp"

namespace test {

using namespace strata;

/// What is attached to a pointer goes into its pointer bits, as far as there are any.
template <generational_layout L>
[[nodiscard]] constexpr word_of<L> word_for(const address& x)
{
    using W = word_of<L>;
    const auto a = static_cast<W>(x.datum);
    if (!x.is_pointer) return static_cast<W>(a << 1);
    const W bits = static_cast<W>(a << 1) & static_cast<W>(L::lower_bits::mask);
    return L::update_addr(bits | W{1}, static_cast<W>(x.ptr));
}

template <generational_layout L>
[[nodiscard]] constexpr std::vector<word_of<L>> words_for(const addresses& xs)
{
    std::vector<word_of<L>> all;
    for (const auto& x : xs) all.push_back(word_for<L>(x));
    return all;
}

/// Unused space is filled with words that look like headers and like pointers.
template <generational_layout L>
[[nodiscard]] constexpr std::vector<word_of<L>> words_for(const elements& heap)
{
    using W = word_of<L>;
    std::vector<W> all;
    for (const auto& x : heap) {
        const auto l = static_cast<W>(x.l);
        const auto t = x.tag == tag::reference ? static_cast<W>(L::ref_tag) : L::block_tag(3);
        all.push_back(L::make_header(l, color::white, x.is_data_element() ? t : W{1}));
        if (!x.is_data_element()) all.resize(all.size() + x.l, static_cast<W>(7));
        for (const auto& field : x.xs) all.push_back(word_for<L>(field));
    }
    return all;
}

/// The words in use of a heap that is divided.
template <generational_layout L>
[[nodiscard]] constexpr imperative::used_words<L> used_in(const elements& heap)
{
    using W = word_of<L>;
    const auto [a, refs_start] = division_of(heap);
    return {static_cast<W>(a), static_cast<W>(refs_start), static_cast<W>(heap_length(heap))};
}

}  // namespace test
