// layer3_imperative/free_lists.hpp: a list of free blocks for each class of sizes.
#pragma once

#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/sweep.hpp>
#include <strata/layer3_imperative/size_classes.hpp>

namespace strata::imperative {

/// The lists, linked through first fields: what an allocator is made of.
template <layout L, class Heads = list_heads<L>>
class free_lists {
protected:  // not private: a proof starts from any state
    using W = word_of<L>;
    using classes = size_classes<L>;

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

    constexpr void clear()
    {
        heads_.clear();
        highest_ = word<W>(0);
    }
    template <class M>
    constexpr void push(M& memory, W c, W x)
    {
        memory.store(x, heads_.get(c));
        heads_.set(c, x);
        if (highest_ < c) highest_ = c;
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

    /// Moves to the next class. True if it is empty, but there may be blocks above: the search goes
    /// on.
    [[nodiscard]] constexpr bool find_above_body(W& c) const
    {
        c = c + word<W>(1);
        return c <= highest_ && heads_.get(c) == nil();
    }
    /// The first block of class `c`, taken off its list; nil if the search that began above `from`
    /// was in vain, and then it need not be made again.
    template <class M>
    [[nodiscard]] constexpr W take_found(const M& memory, W from, W c)
    {
        if (c <= highest_) return pop(memory, c);
        if (from < highest_) highest_ = from;
        return nil();
    }
    /// The same of the lowest class above `from` that has a block.
    template <class M>
    [[nodiscard]] constexpr W take_above(const M& memory, W from)
    {
        auto c = from;
        while (find_above_body(c)) {
        }
        return take_found(memory, from, c);
    }

    /// From the class of the largest on.
    template <class M, class F>
    constexpr bool each_on_lists(const M& memory, F visit) const
    {
        for (W c = word<W>(classes::count()); (c = c - word<W>(1)) != word<W>(0);)
            for (auto x = heads_.get(c); x != nil(); x = memory.load(x))
                if (!visit(header(x))) return false;
        return true;
    }

    Heads heads_{};
    W highest_ = word<W>(0);  ///< no class above this one has a block
};

}  // namespace strata::imperative
