// layer3_imperative/next_fit.hpp: the paper's free list, searched from where the last search ended.
#pragma once

#include <optional>

#include <strata/concepts/allocator.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/sweep.hpp>
#include <strata/layer3_imperative/split.hpp>

namespace strata::imperative {

/// A list of free blocks, linked through their first fields, and the block after which the next
/// search starts. A sweep rebuilds the list and moves the cursor to the last free block at or
/// before its old place: a cursor kept as it was could point into the middle of a block, or to a
/// live one.
template <layout L>
class next_fit {
public:
    /// Its links are those of functional::sweep, so an audit compares every word.
    static constexpr bool in_address_order = true;

    constexpr void begin_sweep()
    {
        fp_ = tail_ = nil();
        resume_ = cursor_;
        cursor_ = nil();
    }
    template <word_memory<word_of<L>> M>
    constexpr void add(M& memory, header_of<L> h, word_of<L>)
    {
        const auto x = f_address<L>(h).at;
        set_next(memory, tail_, x);
        tail_ = x;
        if (x <= resume_) cursor_ = x;
    }
    template <word_memory<word_of<L>> M>
    constexpr void end_sweep(M& memory)
    {
        set_next(memory, tail_, nil());
    }

    /// One block of the search: `prev` is on the list or nil, which stands before the first block.
    struct search_state {
        word_of<L> prev;
        bool wrapped;
    };
    /// Looks at the block after `prev`. True if the search goes on.
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr bool take_body(const M& memory, word_of<L> wosize,
                                           search_state& s) const
    {
        const auto x = next(memory, s.prev);
        if (x == nil()) {
            if (s.wrapped) return false;
            s = {nil(), true};
            return true;
        }
        if (fits(memory, x, wosize)) return false;
        s.prev = x;
        return true;
    }

    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr std::optional<header_of<L>> take(M& memory, word_of<L> wosize)
    {
        search_state s{cursor_, static_cast<bool>(cursor_ == nil())};
        while (take_body(memory, wosize, s)) {
        }
        const auto x = next(memory, s.prev);
        if (x == nil()) return std::nullopt;
        cursor_ = s.prev;
        const auto after = memory.load(x);
        const auto [taken, rest] = split<L>(memory, hd_address<L>(value_of<L>{x}), wosize);
        if (rest == remainder::none) {
            set_next(memory, s.prev, after);
            if (x == tail_) tail_ = s.prev;  // a sweep that goes on appends there
        }
        return taken;
    }

    template <class M, class F>
    constexpr void each_free(const M& memory, F visit) const
    {
        for (auto x = fp_; x != nil() && visit(hd_address<L>(value_of<L>{x})); x = memory.load(x)) {
        }
    }
    /// The first free block. Paper: `fp`.
    [[nodiscard]] constexpr value_of<L> fp() const { return {fp_}; }

protected:  // not private: a proof starts from any state
    [[nodiscard]] static constexpr word_of<L> nil() { return functional::end_of_list<L>().at; }

    template <class M>
    [[nodiscard]] constexpr word_of<L> next(const M& memory, word_of<L> x) const
    {
        return x == nil() ? fp_ : memory.load(x);
    }
    template <class M>
    constexpr void set_next(M& memory, word_of<L> x, word_of<L> to)
    {
        if (x == nil()) fp_ = to;
        else memory.store(x, to);
    }
    template <class M>
    [[nodiscard]] constexpr auto fits(const M& memory, word_of<L> x, word_of<L> wosize) const
    {
        return L::wosize(memory.load(hd_address<L>(value_of<L>{x}).at)) >= wosize;
    }

    word_of<L> fp_ = nil(), tail_ = nil(), cursor_ = nil(), resume_ = nil();
};

}  // namespace strata::imperative
