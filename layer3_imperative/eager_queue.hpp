// layer3_imperative/eager_queue.hpp: Cheney's queue, and some of it that is scanned ahead of turn.
#pragma once

#include <span>

#include <strata/layer3_imperative/cheney_queue.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>

namespace strata::imperative {

/// The eager forwarding of Larch section 5.2: unscanned are the copies from one address to another,
/// as in Cheney's queue, but the references in some of them are forwarded already. The last copies
/// made are scanned first, as long as the lent storage has room for them, so that parents and
/// children come to lie close together; the queue meets them again, when there is nothing to do.
///
/// It models `copy_queue`; what is pushed may be popped twice.
template <layout L>
class eager_queue {
public:
    using value_type = value_of<L>;

    /// Expects  room for one copy.
    template <word_memory<word_of<L>> M>
    constexpr eager_queue(const M& to, std::span<value_type> storage)
        : all_{to}
        , ahead_{storage}
    {}

    [[nodiscard]] constexpr auto empty(const auto& room) const { return all_.empty(room); }
    [[nodiscard]] static constexpr bool full() { return false; }
    constexpr void push(value_type x)
    {
        if (!ahead_.full()) ahead_.push(x);
    }
    template <word_memory<word_of<L>> M>
    [[nodiscard]] constexpr value_type pop(const M& to)
    {
        return ahead_.empty() ? all_.pop(to) : ahead_.pop();
    }

private:
    cheney_queue<L> all_;
    mark_stack<word_of<L>> ahead_;
};

}  // namespace strata::imperative
