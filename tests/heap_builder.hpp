// tests/heap_builder.hpp: heaps drawn by hand, block after block, in any layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/objects.hpp>

#include "shapes.hpp"

namespace test {

/// A heap that grows at its end. Objects are named by the address of their first field.
template <layout L>
struct heap_builder {
    using W = word_of<L>;
    using object_name = value_of<L>;

    /// A field: data, or a pointer. In OCaml the word itself says which; in a bitmap its record.
    struct field {
        W word;
        bool points;
    };

    functional::heap<L> hp{static_cast<W>(0x1000 * L::mword), {}};

    [[nodiscard]] static constexpr field data(std::uint64_t n)
    {
        return {static_cast<W>(has_bitmap<L> ? n : 2 * n + 1), false};
    }
    [[nodiscard]] static constexpr field to(object_name x) { return {L::pointer_to(x), true}; }

    /// Any block: what its header says, and the words after it.
    constexpr object_name block(color c, std::uint64_t tag, const std::vector<W>& words)
    {
        const header_of<L> h{hp.end()};
        hp.words.push_back(L::make_header(static_cast<W>(words.size()), c, static_cast<W>(tag)));
        hp.words.insert(hp.words.end(), words.begin(), words.end());
        return f_address<L>(h);
    }
    /// A white object whose fields are all values. A bitmap comes before them.
    constexpr object_name record(std::initializer_list<field> fields)
    {
        return record(std::vector<field>(fields));
    }
    constexpr object_name record(const std::vector<field>& fields)
    {
        std::vector<W> words;
        if (has_bitmap<L>) words.push_back(0);
        for (const auto& f : fields) {
            if (has_bitmap<L> && f.points) words[0] |= W{1} << (words.size() - 1);
            words.push_back(f.word);
        }
        return block(color::white, 0, words);
    }
    constexpr object_name free(std::size_t wosize)
    {
        return block(color::blue, 0, std::vector<W>(wosize, W{0}));
    }
    constexpr object_name fragment() { return block(color::white, 0, {}); }

    /// Field `i` of a record, counted from 1 without a bitmap, leads to `to` from now on.
    constexpr void point(object_name x, W i, object_name to)
    {
        if (has_bitmap<L>) hp.store(x.at, hp.load(x.at) | W{1} << (i - 1));
        hp.store(field_addr<L>(hd_address<L>(x), has_bitmap<L> ? i + 1 : i), L::pointer_to(to));
    }

    [[nodiscard]] constexpr color color_at(object_name x) const
    {
        return functional::color_at<L>(hd_address<L>(x), hp);
    }
    [[nodiscard]] constexpr W wosize(object_name x) const
    {
        return functional::wosize<L>(hd_address<L>(x), hp);
    }
};

}  // namespace test
