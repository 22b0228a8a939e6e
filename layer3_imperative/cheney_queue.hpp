// layer3_imperative/cheney_queue.hpp: the copies still to scan: to-space itself is the queue.
#pragma once

#include <utility>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/concepts/worklist.hpp>

namespace strata::imperative {

/// Copies lie one after the other, so two addresses say which of them are unscanned: those from
/// `scanned` up to `unscanned`. Larch: the two pointers of section 2; CakeML: h1 and h2. It models
/// `worklist`, and makes copying breadth first.
template <layout L, word_memory<word_of<L>> M>
class cheney_queue {
public:
    using value_type = value_of<L>;
    /// The order of functional::gc, so an audit compares every word.
    static constexpr bool in_copy_order = true;

    constexpr explicit cheney_queue(M to)
        : to_{std::move(to)}
        , scanned_{to_.begin()}
        , unscanned_{to_.begin()}
    {}

    [[nodiscard]] constexpr bool empty() const { return scanned_ == unscanned_; }
    [[nodiscard]] constexpr bool full() const { return false; }
    /// Expects  `x` is the copy that follows the last one pushed, and has its header.
    constexpr void push(value_type x) { unscanned_ = after(hd_address<L>(x)); }
    [[nodiscard]] constexpr value_type pop()
    {
        const header_of<L> h{scanned_};
        scanned_ = after(h);
        return f_address<L>(h);
    }

private:
    [[nodiscard]] constexpr word_of<L> after(header_of<L> h) const
    {
        return next_header<L>(h, L::wosize(to_.load(h.at))).at;
    }

    M to_;
    word_of<L> scanned_, unscanned_;
};

}  // namespace strata::imperative
