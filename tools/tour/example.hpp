// tools/tour/example.hpp: a small heap of OCaml with one of everything, for any word size.
#pragma once

#include <vector>

#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/ocaml_kinds.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/format.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

namespace strata::tour {

/// A heap that is written block after block.
template <layout L>
struct sketch {
    using word = word_of<L>;
    functional::heap<L> hp{word{0x1000}, {}};

    value_of<L> block(word wosize, color c, word tag)
    {
        const header_of<L> h{hp.end()};
        hp.words.push_back(L::make_header(wosize, c, tag));
        hp.words.insert(hp.words.end(), static_cast<std::size_t>(wosize), L::filler());
        return f_address<L>(h);
    }
    value_of<L> object(word wosize, word tag = 0) { return block(wosize, color::white, tag); }
    void free(word wosize) { block(wosize, color::blue, 0); }
    void fragment() { block(0, color::white, 0); }
    void set(value_of<L> x, word field, word value)
    {
        hp.store(field_addr<L>(hd_address<L>(x), field), value);
    }
};

/// An immediate: an integer and a lowest bit of 1.
template <layout L>
[[nodiscard]] constexpr word_of<L> integer(word_of<L> n)
{
    return n * 2 + 1;
}

/// The heap, its roots, and the objects that the tour speaks of.
template <layout L>
struct example {
    functional::heap<L> hp;
    std::vector<word_of<L>> roots;
    value_of<L> pair, bytes, cell, closure, second_entry, dead;
};

/// Two functions that call each other: one closure, entered at its first field and, behind an infix
/// header in its third, at its fourth. The environment is the sixth field.
template <layout L>
void write_closure(sketch<L>& s, value_of<L> x, value_of<L> environment)
{
    const word_of<L> code = 0x400010;
    s.set(x, 1, code);
    s.set(x, 2, L::make_closure_info(1, 5));
    s.set(x, 3, L::make_header(3, color::white, functional::infix_tag));
    s.set(x, 4, code + 0x40);
    s.set(x, 5, L::make_closure_info(1, 2));
    s.set(x, 6, L::pointer_to(environment));
}

/// Links the free blocks, as a collector does when it takes a heap over.
template <layout L>
void link_free_blocks(functional::heap<L>& hp)
{
    imperative::next_fit<L> free;
    imperative::adopt<L>(hp, free);
}

template <layout L>
[[nodiscard]] example<L> make_example()
{
    sketch<L> s;
    const auto a = s.object(2), b = s.object(2);
    s.free(2);
    const auto c = s.object(1);
    const auto d = s.object(2, functional::no_scan_tag + 1);
    const auto e = s.object(6, functional::closure_tag);
    const auto f = s.object(1);
    s.fragment();
    const auto g = s.object(2), h = s.object(2), i = s.object(1);
    s.free(3);

    s.set(a, 1, integer<L>(1));
    s.set(a, 2, L::pointer_to(b));
    s.set(b, 1, integer<L>(2));
    s.set(b, 2, L::pointer_to(d));
    s.set(c, 1, integer<L>(99));
    s.set(d, 1, L::pointer_to(g));  // bytes that happen to be the address of a dead object
    s.set(d, 2, ~word_of<L>{1});
    write_closure(s, e, f);
    s.set(f, 1, integer<L>(42));
    s.set(g, 1, L::pointer_to(h));
    s.set(h, 1, L::pointer_to(g));
    s.set(i, 1, L::pointer_to(a));
    link_free_blocks(s.hp);

    const value_of<L> second_entry{e.at + 3 * mword<L>()};
    const auto first = L::pointer_to(a);
    return {s.hp,
            {first, integer<L>(7), L::pointer_to(second_entry), word_of<L>{0x400010}, first},
            a,
            d,
            f,
            e,
            second_entry,
            g};
}

}  // namespace strata::tour
