// layer3_imperative/segregated_fit.hpp: free blocks by size; the first look mostly suffices.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include <strata/concepts/allocator.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/sweep.hpp>
#include <strata/layer3_imperative/size_classes.hpp>
#include <strata/layer3_imperative/split.hpp>
#include <strata/layer3_imperative/take_at.hpp>

namespace strata::imperative {

/// A list for each class, linked through first fields, and one block, the reserve, from whose end
/// small objects are cut without touching a list.
template <layout L, class Heads = list_heads<L>>
class segregated_fit {
    using W = word_of<L>;
    using classes = size_classes<L>;

public:
    /// Its links differ from those of functional::sweep; an audit passes over them.
    static constexpr bool in_address_order = false;

    constexpr void begin_sweep()
    {
        heads_.clear();
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
        if (c <= word<W>(classes::exact)) {
            if (heads_.get(c) != nil()) return {pop(memory, c)};
        } else if (const auto x = take_and_cut(memory, c, wosize, few_looks); x != nowhere<L>()) {
            return x;
        }
        if (reserve_ != nil() && size(memory, reserve_) >= wosize)
            return f_address<L>(cut_reserve(memory, wosize));
        const auto x = take_above(memory, c, wosize);
        if (x != nowhere<L>() || c <= word<W>(classes::exact)) return x;
        return take_and_cut(memory, c, wosize, all_looks);
    }

    template <class M, class F>
    constexpr void each_free(const M& memory, F visit) const
    {
        if (reserve_ != nil() && !visit(header(reserve_))) return;
        for (W c = word<W>(1); c < word<W>(classes::count()); c = c + word<W>(1))
            for (auto x = heads_.get(c); x != nil(); x = memory.load(x))
                if (!visit(header(x))) return;
    }

protected:  // not private: a proof starts from any state
    /// A block of the same class leaves less over than one of a class above, where any will do; but
    /// a list may be long.
    static constexpr std::uint64_t few_looks = 16;
    static constexpr auto all_looks = std::numeric_limits<std::uint64_t>::max();

    [[nodiscard]] static constexpr W nil() { return functional::end_of_list<L>().at; }
    [[nodiscard]] static constexpr header_of<L> header(W x)
    {
        return hd_address<L>(value_of<L>{x});
    }
    template <class M>
    [[nodiscard]] static constexpr W size(const M& memory, W x)
    {
        return L::wosize(memory.load(header(x).at));
    }
    template <class M>
    constexpr void push(M& memory, W c, W x)
    {
        memory.store(x, heads_.get(c));
        heads_.set(c, x);
    }
    template <class M>
    [[nodiscard]] constexpr W pop(const M& memory, W c)
    {
        const auto x = heads_.get(c);
        heads_.set(c, memory.load(x));
        return x;
    }

    /// A search of the list of class `c`: it is at `x`, to which `prev` leads, or the head if that
    /// is nil.
    struct search_state {
        W c, prev, x;
    };
    /// Looks at the block at `x`. True if the search goes on.
    template <class M>
    [[nodiscard]] static constexpr bool take_within_body(const M& memory, W wosize, search_state& s)
    {
        if (s.x == nil() || size(memory, s.x) >= wosize) return false;
        s = {s.c, s.x, memory.load(s.x)};
        return true;
    }
    /// The first block from `s` on that is large enough, taken off its list, if it is found after
    /// so many looks; otherwise nil.
    template <class M>
    [[nodiscard]] constexpr W take_within(M& memory, W wosize, search_state s, std::uint64_t looks)
    {
        while (looks-- > 0 && take_within_body(memory, wosize, s)) {
        }
        if (s.x == nil() || size(memory, s.x) < wosize) return nil();
        if (s.prev == nil()) heads_.set(s.c, memory.load(s.x));
        else memory.store(s.prev, memory.load(s.x));
        return s.x;
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
    [[nodiscard]] constexpr value_of<L> take_and_cut(M& memory, W c, W wosize, std::uint64_t looks)
    {
        const auto x = take_within(memory, wosize, {c, nil(), heads_.get(c)}, looks);
        return x == nil() ? nowhere<L>() : f_address<L>(cut(memory, x, wosize));
    }
    template <class M>
    [[nodiscard]] constexpr header_of<L> cut_reserve(M& memory, W wosize)
    {
        const auto [taken, rest] = split<L>(memory, header(reserve_), wosize);
        if (rest == remainder::none) reserve_ = nil();
        return taken;
    }
    /// Moves to the next class. True if it is empty, but not the last: the search goes on.
    [[nodiscard]] constexpr bool take_above_body(W& c) const
    {
        c = c + word<W>(1);
        return c < word<W>(classes::count()) && heads_.get(c) == nil();
    }
    /// The lowest class above `c` that has a block gives it as the new reserve.
    template <class M>
    [[nodiscard]] constexpr value_of<L> take_above(M& memory, W c, W wosize)
    {
        while (take_above_body(c)) {
        }
        if (!(c < word<W>(classes::count()))) return nowhere<L>();
        if (reserve_ != nil()) push(memory, classes::class_of(size(memory, reserve_)), reserve_);
        reserve_ = pop(memory, c);
        return f_address<L>(cut_reserve(memory, wosize));
    }

    Heads heads_{};
    W reserve_ = nil();
};

}  // namespace strata::imperative
