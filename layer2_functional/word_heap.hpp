// layer2_functional/word_heap.hpp: the list of heap elements that words in memory stand for.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <strata/concepts/generational_layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/heap_elements.hpp>
#include <strata/layer2_functional/kinds.hpp>

namespace strata::functional {

/// What a data element carries beside its values: its header, and the words that are no values.
template <machine_word W>
struct word_tag {
    W header{};
    std::vector<W> payload{};

    friend constexpr bool operator==(const word_tag&, const word_tag&) = default;
};

/// CakeML: `isRef`, which inspects the tag bits.
template <generational_layout L>
struct is_ref_tag {
    [[nodiscard]] constexpr bool operator()(const word_tag<word_of<L>>& t) const
    {
        return static_cast<bool>(L::is_ref(t.header));
    }
};

template <class L>
using word_address = heap_address<word_of<L>>;
template <class L>
using word_addresses = heap_addresses<word_of<L>>;
template <class L>
using word_element = heap_element<word_of<L>, word_tag<word_of<L>>>;
template <class L>
using word_elements = std::vector<word_element<L>>;

/// The address that a word stands for; what else a pointer says is attached. CakeML: `word_addr`,
/// backwards.
template <generational_layout L>
[[nodiscard]] constexpr word_address<L> address_of(word_of<L> value)
{
    if (!L::is_pointer(value)) return word_address<L>::data(value);
    return word_address<L>::pointer(static_cast<num>(offset<L>(value)),
                                    L::update_addr(value, word<word_of<L>>(0)));
}

template <generational_layout L, class R>
[[nodiscard]] constexpr word_addresses<L> addresses_of(const R& values)
{
    word_addresses<L> all;
    for (const word_of<L> v : values) all.push_back(address_of<L>(v));
    return all;
}

/// The data element whose header is word `n` of the memory. CakeML: `word_payload`.
template <generational_layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_element<L> element_of(const M& memory, word_of<L> n)
{
    const header_of<L> h{nth_word<L>(memory, n)};
    const auto header = memory.load(h.at);
    const auto wosize = L::wosize(header);
    word_tag<word_of<L>> tag{header, {}};
    word_addresses<L> xs;
    for (auto i = word<word_of<L>>(1); i <= wosize; i = i + word<word_of<L>>(1)) {
        const auto field = memory.load(field_addr<L>(h, i));
        if (is_scanned<L>(memory, h, i)) xs.push_back(address_of<L>(field));
        else tag.payload.push_back(field);
    }
    return word_element<L>::data_element(std::move(xs), static_cast<num>(wosize), std::move(tag));
}

/// The elements from word `from` up to word `to`, none of them a forward pointer. CakeML:
/// `word_heap`.
template <generational_layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_elements<L> elements_of(const M& memory, word_of<L> from,
                                                     word_of<L> to)
{
    word_elements<L> all;
    while (from < to) {
        all.push_back(element_of<L>(memory, from));
        from = from + word<word_of<L>>(el_length(all.back()));
    }
    return all;
}

/// The same of a heap that is being collected: what is behind a forward pointer has the length of
/// its copy, word `fwd_to - base` of `copies`.
template <generational_layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_elements<L>
elements_of(const M& memory, word_of<L> from, word_of<L> to, const M& copies, word_of<L> base)
{
    word_elements<L> all;
    while (from < to) {
        const auto w = memory.load(nth_word<L>(memory, from));
        if (L::is_fwd_ptr(w)) {
            const auto copy = copies.load(nth_word<L>(copies, L::fwd_to(w) - base));
            all.push_back(word_element<L>::forward_pointer(static_cast<num>(L::fwd_to(w)), {},
                                                           static_cast<num>(L::wosize(copy))));
        } else {
            all.push_back(element_of<L>(memory, from));
        }
        from = from + word<word_of<L>>(el_length(all.back()));
    }
    return all;
}

}  // namespace strata::functional
