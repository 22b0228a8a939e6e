// layer3_imperative/segregated_fit.hpp: free blocks by size; the first look mostly suffices.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include <strata/concepts/allocator.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/layer3_imperative/free_lists.hpp>
#include <strata/layer3_imperative/reserve.hpp>
#include <strata/layer3_imperative/split.hpp>
#include <strata/layer3_imperative/take_at.hpp>

namespace strata::imperative {

/// A list for each class, and one block, the reserve, from whose front small objects are cut: what
/// is made together lies together, and no list is touched. A block of a small object's own size is
/// taken when there is no other, because it may be anywhere.
template <layout L, class Heads = list_heads<L>>
class segregated_fit : protected free_lists<L, Heads> {
protected:  // not private: see free_lists
    using lists = free_lists<L, Heads>;
    using lists::heads_, lists::header, lists::nil, lists::pop, lists::push, lists::size;
    using W = word_of<L>;
    using classes = size_classes<L>;
    using typename lists::search_state;

public:
    /// Its links differ from those of functional::sweep; an audit passes over them.
    static constexpr bool in_address_order = false;

    constexpr void begin_sweep()
    {
        lists::clear();
        reserve_ = nil();
    }
    template <word_memory<W> M>
    constexpr void add(M& memory, header_of<L> h, W wosize)
    {
        push(memory, classes::class_of(wosize), f_address<L>(h).at);
    }
    template <word_memory<W> M>
    constexpr void end_sweep(M&)
    {}

    template <word_memory<W> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M& memory, W wosize)
    {
        return block_at<L>(take_at(memory, wosize));
    }
    template <word_memory<W> M>
    [[nodiscard]] constexpr value_of<L> take_at(M& memory, W wosize)
    {
        const auto c = classes::class_of(wosize);
        return c <= word<W>(classes::exact) ? take_small(memory, c, wosize)
                                            : take_large(memory, c, wosize);
    }

    /// See reserve.hpp.
    template <class M>
    [[nodiscard]] constexpr reserve<L> reserve_of(const M& memory) const
    {
        if (reserve_ == nil()) return no_reserve<L>();
        return {header(reserve_), size(memory, reserve_) + word<W>(1)};
    }
    constexpr void reserve_cut(reserve<L> held, reserve<L> left)
    {
        if (held.words == left.words) return;
        reserve_ = left.words <= word<W>(1) ? nil() : f_address<L>(left.h).at;
    }

    template <class M, class F>
    constexpr void each_free(const M& memory, F visit) const
    {
        if (reserve_ == nil() || visit(header(reserve_))) lists::each_on_lists(memory, visit);
    }

protected:
    /// A block of the same class leaves less over than one of a class above, where any will do; but
    /// a list may be long.
    static constexpr std::uint64_t few_looks = 16;
    static constexpr auto all_looks = std::numeric_limits<std::uint64_t>::max();

    template <class M>
    [[nodiscard]] constexpr value_of<L> take_small(M& memory, W c, W wosize)
    {
        if (reserve_fits(memory, wosize)) return cut_reserve(memory, wosize);
        const auto x = cut_above(memory, word<W>(classes::exact), wosize);
        if (x != nowhere<L>()) return x;
        if (heads_.get(c) != nil()) return {pop(memory, c)};
        return cut_above(memory, c, wosize);
    }
    template <class M>
    [[nodiscard]] constexpr value_of<L> take_large(M& memory, W c, W wosize)
    {
        const auto x = cut_within(memory, c, wosize, few_looks);
        if (x != nowhere<L>()) return x;
        if (reserve_fits(memory, wosize)) return cut_reserve(memory, wosize);
        const auto y = cut_above(memory, c, wosize);
        return y != nowhere<L>() ? y : cut_within(memory, c, wosize, all_looks);
    }

    /// Cuts `wosize` fields off a block that is on no list; the rest goes to the list of its size.
    template <class M>
    [[nodiscard]] constexpr header_of<L> cut(M& memory, W x, W wosize)
    {
        const auto [taken, rest] = split<L>(memory, header(x), wosize);
        if (rest == remainder::block) push(memory, classes::class_of(size(memory, x)), x);
        return taken;
    }
    template <class M>
    [[nodiscard]] constexpr value_of<L> cut_within(M& memory, W c, W wosize, std::uint64_t looks)
    {
        const search_state head{c, nil(), heads_.get(c)};
        const auto x = lists::take_within(memory, wosize, head, looks);
        return x == nil() ? nowhere<L>() : f_address<L>(cut(memory, x, wosize));
    }
    template <class M>
    [[nodiscard]] constexpr bool reserve_fits(const M& memory, W wosize) const
    {
        return reserve_ != nil() && size(memory, reserve_) >= wosize;
    }
    /// Expects  it fits.
    template <class M>
    [[nodiscard]] constexpr value_of<L> cut_reserve(M& memory, W wosize)
    {
        const auto held = reserve_of(memory);
        auto left = held;
        const auto taken = imperative::cut(memory, left, wosize);
        reserve_cut(held, left);
        return f_address<L>(taken);
    }
    /// The lowest class above `c` that has a block gives it as the new reserve.
    template <class M>
    [[nodiscard]] constexpr value_of<L> cut_above(M& memory, W c, W wosize)
    {
        return cut_found(memory, lists::take_above(memory, c), wosize);
    }
    template <class M>
    [[nodiscard]] constexpr value_of<L> cut_found(M& memory, W x, W wosize)
    {
        if (x == nil()) return nowhere<L>();
        if (reserve_ != nil()) push(memory, classes::class_of(size(memory, reserve_)), reserve_);
        reserve_ = x;
        return cut_reserve(memory, wosize);
    }

    W reserve_ = nil();
};

}  // namespace strata::imperative
