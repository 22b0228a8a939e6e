// layer3_imperative/eager_queue.hpp: Cheney's queue, and some of it that is scanned ahead of turn.
#pragma once

#include <span>
#include <utility>

#include <strata/layer3_imperative/cheney_queue.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>

namespace strata::imperative {

/// The eager forwarding of Larch section 5.2: unscanned are the copies from one address to another,
/// as in Cheney's queue, but the references in some of them are forwarded already. The last copies
/// made are scanned first, as long as the lent storage has room for them, so that parents and
/// children come to lie close together; the queue meets them again, when there is nothing to do.
///
/// It models `worklist` but for one law: what is pushed may be popped twice.
template <layout L, word_memory<word_of<L>> M>
class eager_queue {
public:
    using value_type = value_of<L>;

    /// Expects  room for one copy.
    constexpr eager_queue(M to, std::span<value_type> storage)
        : all_{std::move(to)}
        , ahead_{storage}
    {}

    [[nodiscard]] constexpr bool empty() const { return all_.empty(); }
    [[nodiscard]] constexpr bool full() const { return false; }
    constexpr void push(value_type x)
    {
        all_.push(x);
        if (!ahead_.full()) ahead_.push(x);
    }
    [[nodiscard]] constexpr value_type pop() { return ahead_.empty() ? all_.pop() : ahead_.pop(); }

private:
    cheney_queue<L, M> all_;
    mark_stack<word_of<L>> ahead_;
};

}  // namespace strata::imperative
