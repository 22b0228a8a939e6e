// layer3_imperative/mark_stack.hpp: objects still to be scanned, in storage that the caller lends.
#pragma once

#include <cstddef>
#include <span>

#include <strata/concepts/address.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/concepts/worklist.hpp>

namespace strata::imperative {

/// Holds up to as many objects as the storage has room for: one is enough. It models `worklist`,
/// and says whether it holds exactly one.
template <machine_word W>
class mark_stack {
public:
    using value_type = val_addr<W>;

    constexpr explicit mark_stack(std::span<value_type> storage)
        : first_{storage.data()}
        , next_{first_}
        , end_{first_ + storage.size()}
    {
        expects(!full(), "a mark stack has room for one object");
    }

    [[nodiscard]] constexpr bool empty() const { return next_ == first_; }
    [[nodiscard]] constexpr bool single() const { return next_ == first_ + 1; }
    [[nodiscard]] constexpr bool full() const { return next_ == end_; }
    [[nodiscard]] constexpr std::size_t size() const
    {
        return static_cast<std::size_t>(next_ - first_);
    }
    /// How many more it can hold.
    [[nodiscard]] constexpr std::size_t room() const
    {
        return static_cast<std::size_t>(end_ - next_);
    }
    /// What `pop` would give. Expects  not empty.
    [[nodiscard]] constexpr value_type top() const { return top_; }
    constexpr void push(value_type x)
    {
        *next_++ = top_;
        top_ = x;
    }
    [[nodiscard]] constexpr value_type pop()
    {
        const auto x = top_;
        top_ = *--next_;
        return x;
    }

private:
    // Not a checked span: push and pop are in the hot loop, and `full` and `empty` are asked before
    // them.
    value_type *first_, *next_, *end_;
    // Not in the storage: a load would have to wait for the store of what is popped next.
    value_type top_{word<W>(0)};
};

static_assert(worklist<mark_stack<std::uint64_t>>);

}  // namespace strata::imperative
