// tests/random_heaps.hpp: the heap of a recipe; any recipe at all gives a well-formed heap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/sweep.hpp>

#include "heap_recipe.hpp"

namespace test {

/// The heap, and what the cook knows of it without asking the code under test.
template <layout L>
struct random_heap {
    functional::heap<L> hp{};
    std::vector<word_of<L>> roots{};
    value_of<L> fp = functional::end_of_list<L>();  ///< if the free blocks are on a list
    std::vector<header_of<L>> blocks{};             ///< all of them, by address
    std::vector<header_of<L>> live{};               ///< what the roots reach, by address
};

template <layout L>
class cook {
    using W = word_of<L>;

public:
    explicit cook(const heap_recipe& recipe)
        : recipe_{recipe}
    {}

    [[nodiscard]] random_heap<L> operator()()
    {
        lay_out();
        for (std::size_t b = 0; b < blocks_.size(); ++b) fill(b);
        if (recipe_.linked) link_free_blocks();
        std::vector<std::size_t> reached;
        for (const auto choice : recipe_.roots) made_.roots.push_back(value(choice, 0, reached));
        find_live(std::move(reached));
        return std::move(made_);
    }

private:
    struct block {
        const block_recipe* like;
        std::uint32_t copy;
        shape what;
        W wosize, start_env;
        std::vector<std::size_t> points_to{};
    };
    /// Where a pointer may lead: to a block, or to an entry point inside it.
    struct target {
        W word_number;
        std::size_t block;
    };

    [[nodiscard]] static std::uint16_t choice_of(const block_recipe& r, std::uint64_t i)
    {
        return r.choices.empty() ? std::uint16_t{0}
                                 : r.choices[static_cast<std::size_t>(i % r.choices.size())];
    }
    [[nodiscard]] W address(W word_number) const
    {
        return made_.hp.origin + word_number * mword<L>();
    }
    static constexpr W first_entry = 3;  // the first infix header of a closure

    void lay_out()
    {
        W words = 0;
        for (const auto& r : recipe_.blocks)
            for (std::uint32_t copy = 0; copy <= r.copies; ++copy) words += lay_out(r, copy, words);
        const W most = std::numeric_limits<W>::max() / mword<L>();
        const std::array<W, 3> origins{0x1000, 1, static_cast<W>(most - words)};
        made_.hp = {static_cast<W>(origins[recipe_.origin % 3] * mword<L>()),
                    std::vector<W>(static_cast<std::size_t>(words))};
        for (auto& h : made_.blocks) h.at = address(h.at);
    }
    [[nodiscard]] W lay_out(const block_recipe& r, std::uint32_t copy, W at)
    {
        const auto what = shape_in<L>(r.what);
        const W wosize = wosize_for<L>(what, r.size);
        const W start_env = what != shape::closure
                                ? 0
                                : static_cast<W>(2 + (choice_of(r, 1) + copy) % (wosize - 1));
        if (what != shape::free && what != shape::fragment)
            targets_.push_back({static_cast<W>(at + 1), blocks_.size()});
        for (W i = first_entry; i < start_env; i += 3)
            targets_.push_back({static_cast<W>(at + i + 1), blocks_.size()});
        blocks_.push_back({&r, copy, what, wosize, start_env});
        made_.blocks.push_back({at});
        return wosize + 1;
    }

    /// A word that is not scanned: data, or what looks like a pointer, to anything, or like a
    /// header.
    [[nodiscard]] W wild(std::uint16_t choice, W i) const
    {
        const W n = static_cast<W>(choice / 4 + i);
        switch (choice % 4) {
        case 0: return static_cast<W>(n * 0x9E3779B97F4A7C15U);
        case 1: return address(n % (static_cast<W>(made_.hp.words.size()) + 2));
        case 2: return static_cast<W>(address(n % 8) + 2);
        default: return L::make_header(n % 8, color(n % 4), functional::infix_tag);
        }
    }
    /// A word that is scanned: an immediate, a pointer out of the heap, or one to an object.
    [[nodiscard]] W value(std::uint16_t choice, W i, std::vector<std::size_t>& points_to) const
    {
        const auto n = static_cast<std::size_t>(choice / 8 * (1 + targets_.size() / 8192) + i);
        if (choice % 8 <= 1 || targets_.empty()) {
            const W immediate = choice % 8 == 1 ? ~W{0} : static_cast<W>(2 * n + 1);
            return L::is_pointer(immediate) ? L::filler() : immediate;
        }
        if (choice % 8 == 2) {  // just below, just above, or 0
            const std::array<W, 4> outside{made_.hp.begin(), made_.hp.end(), 0,
                                           static_cast<W>(made_.hp.begin() - mword<L>())};
            return outside[n % 4];
        }
        const auto& to = targets_[n % targets_.size()];
        points_to.push_back(to.block);
        return L::pointer_to({address(to.word_number)});
    }

    [[nodiscard]] static bool is_scanned(const block& b, W i, std::uint16_t choice)
    {
        if (b.what != shape::record && b.what != shape::closure) return false;
        if (has_bitmap<L>) return 2 <= i && i - 2 < word_bits<W> && choice % 8 > 1;
        return i > b.start_env;
    }
    void fill(std::size_t number)
    {
        auto& b = blocks_[number];
        const auto h = made_.blocks[number];
        const bool is_free = b.what == shape::free;
        made_.hp.store(h.at, L::make_header(b.wosize, is_free ? color::blue : color::white,
                                            tag_for<L>(b.what, b.like->size + b.copy)));
        W bitmap = 0;
        for (W i = 1; i <= b.wosize; ++i) {
            const auto choice = choice_of(*b.like, i + b.copy);
            const bool scanned = is_scanned(b, i, choice);
            if (scanned) bitmap |= W{1} << ((i - 2) % word_bits<W>);
            made_.hp.store(field_addr<L>(h, i),
                           scanned ? value(choice, i + b.copy, b.points_to) : wild(choice, i));
        }
        if (has_bitmap<L> && b.wosize > 0 && !is_free) made_.hp.store(field_addr<L>(h, 1), bitmap);
        if (b.what == shape::closure) fill_entries(b, h);
    }
    void fill_entries(const block& b, header_of<L> h)
    {
        if constexpr (has_kind<functional::closure, L>) {
            const W arity = b.copy % 4;
            made_.hp.store(field_addr<L>(h, 2), L::make_closure_info(arity, b.start_env));
            for (W i = first_entry; i < b.start_env; i += 3)
                made_.hp.store(field_addr<L>(h, i),
                               L::make_header(i, color((i + b.copy) % 4), functional::infix_tag));
        }
    }
    void link_free_blocks()
    {
        auto next = functional::end_of_list<L>();
        for (std::size_t b = blocks_.size(); b-- > 0;)
            if (blocks_[b].what == shape::free) {
                const auto x = f_address<L>(made_.blocks[b]);
                made_.hp.store(x.at, next.at);
                next = x;
            }
        made_.fp = next;
    }
    void find_live(std::vector<std::size_t> reached)
    {
        std::vector<char> is_live(blocks_.size());
        while (!reached.empty()) {
            const auto b = reached.back();
            reached.pop_back();
            if (std::exchange(is_live[b], 1) == 1) continue;
            reached.insert(reached.end(), blocks_[b].points_to.begin(), blocks_[b].points_to.end());
        }
        for (std::size_t b = 0; b < blocks_.size(); ++b)
            if (is_live[b] == 1) made_.live.push_back(made_.blocks[b]);
    }

    const heap_recipe& recipe_;
    std::vector<block> blocks_{};
    std::vector<target> targets_{};
    random_heap<L> made_{};
};

template <layout L>
[[nodiscard]] random_heap<L> make_heap(const heap_recipe& recipe)
{
    return cook<L>{recipe}();
}

}  // namespace test
