// tests/small_blocks.hpp: the blocks of small heaps, each word a list of words to choose from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/kinds.hpp>

namespace test {

using namespace strata;

inline constexpr std::size_t most_words = 12;

/// Where small heaps start: with the top bit set, so that a signed comparison would show.
template <layout L>
inline constexpr word_of<L> small_origin = word<word_of<L>>(1) << (word_bits<word_of<L>> - 1);

/// One word of a block: what it may be besides a pointer, and whether it may be a pointer.
template <class W>
struct slot {
    std::array<W, 8> choices{};
    std::size_t count = 0;
    bool holds_value = false;

    constexpr void add(W w) { choices[count++] = w; }
};

/// A block, header first. Pointers may lead to what follows the headers at `entries`.
template <class W>
struct small_block {
    std::array<slot<W>, most_words> slots{};
    std::size_t size = 0;
    std::array<std::size_t, most_words> entries{};
    std::size_t entry_count = 0;

    constexpr slot<W>& append() { return slots[size++]; }
    constexpr void append(W w) { append().add(w); }
    constexpr void enter_at(std::size_t offset) { entries[entry_count++] = offset; }
};

/// What a heap of `n` words may hold. A value is an immediate, a pointer that just misses the heap,
/// or a pointer to an entry; bytes are words that the collector must not read as values.
template <layout L>
struct small_words {
    using W = word_of<L>;
    using block = small_block<W>;
    static constexpr W origin = small_origin<L>;
    W end;

    constexpr explicit small_words(std::size_t n)
        : end{static_cast<W>(origin + word<W>(n) * mword<L>())}
    {}

    [[nodiscard]] static constexpr W header(std::size_t wosize, color c, std::uint64_t tag)
    {
        return L::make_header(static_cast<W>(wosize), c, static_cast<W>(tag));
    }
    constexpr void append_value(block& b) const
    {
        auto& s = b.append();
        s.holds_value = true;
        if (!L::is_pointer(word<W>(1))) s.add(1);
        if (!L::is_pointer(word<W>(3))) s.add(3);
        if (L::filler() != word<W>(1)) s.add(L::filler());
        s.add(static_cast<W>(~W{0}));
        s.add(L::pointer_to({origin}));
        s.add(L::pointer_to({end}));
    }
    constexpr void append_bytes(block& b) const
    {
        auto& s = b.append();
        s.add(L::pointer_to({static_cast<W>(origin + 2 * mword<L>())}));  // perhaps a free block
        s.add(static_cast<W>((origin + mword<L>()) | 2));                 // perhaps not aligned
        s.add(header(1, color::gray, 0));
        s.add(static_cast<W>(~W{1}));
    }
    /// One word, no field.
    [[nodiscard]] constexpr block fragment() const
    {
        block b;
        auto& s = b.append();
        for (const auto tag : {std::uint64_t{0}, std::uint64_t{249}, L::max_tag})
            s.add(header(0, color::white, tag));
        return b;
    }
    [[nodiscard]] constexpr block free(std::size_t wosize) const
    {
        block b;
        auto& s = b.append();
        for (const std::uint64_t tag : {std::uint64_t{0}, std::uint64_t{247}, std::uint64_t{249}})
            s.add(header(wosize, color::blue, tag));
        for (std::size_t i = 1; i <= wosize; ++i) append_bytes(b);
        return b;
    }
};

/// The objects of a layout that the tests know nothing of: tag 0, and what its kind makes of a new
/// object; every field that is scanned may be a pointer.
template <layout L>
struct small_objects : small_words<L> {
    using small_words<L>::small_words;
    using typename small_words<L>::block;

    template <class F>
    constexpr bool each(std::size_t wosize, F visit) const
    {
        functional::heap<L> hp{small_words<L>::origin, {}};
        hp.words.assign(wosize + 1, L::filler());
        const header_of<L> h{hp.origin};
        hp.store(h.at, this->header(wosize, color::white, 0));
        if (!functional::may_exist<L>(hp.words[0])) return true;
        functional::initialise<L>(hp, h);
        block b;
        b.enter_at(0);
        b.append(hp.words[0]);
        for (auto i = word<word_of<L>>(1); b.size <= wosize; ++i) {
            const bool scanned =
                functional::scan_from<L>(hp, h) <= i && functional::scans<L>(hp, h, i);
            if (scanned) this->append_value(b);
            else b.append(hp.words[b.size]);
        }
        return visit(b);
    }
};

}  // namespace test
