// layer3_imperative/cheney_queue.hpp: the copies still to scan: to-space itself is the queue.
#pragma once

#include <concepts>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// A worklist that finds the copies where they were made: one after the other, up to `next` of the
/// room. So nothing is lost when one is pushed, and it is never full.
template <class S, class L, class To, class Room>
concept copy_queue = !S::full() && requires(S& s, const S& held, value_of<L> x, const To& to,
                                            const Room& room) {
    static_cast<bool>(held.empty(room));
    s.push(x);
    { s.pop(to) } -> std::same_as<value_of<L>>;
};

/// Whether copies are scanned in the order in which they were made: that of functional::gc.
template <class S>
concept in_copy_order = S::in_copy_order;

/// Two addresses say which copies are unscanned: those from `scanned` up to where the next copy
/// will be. Larch: the two pointers of section 2; CakeML: h1 and h2. It models `copy_queue`, and
/// makes copying breadth first.
template <layout L>
class cheney_queue {
public:
    using value_type = value_of<L>;
    static constexpr bool in_copy_order = true;

    template <word_memory<word_of<L>> M>
    constexpr explicit cheney_queue(const M& to)
        : scanned_{to.begin()}
    {}

    [[nodiscard]] constexpr auto empty(const auto& room) const { return scanned_ == room.next; }
    [[nodiscard]] static constexpr bool full() { return false; }
    constexpr void push(value_type) {}
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr value_type pop(const M& to)
    {
        const header_of<L> h{scanned_};
        scanned_ = next_header<L>(h, L::wosize(to.load(h.at))).at;
        return f_address<L>(h);
    }

private:
    word_of<L> scanned_;
};

}  // namespace strata::imperative
