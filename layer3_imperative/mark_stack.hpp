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
        : base_{storage.data()}
        , capacity_{storage.size()}
    {
        expects(capacity_ > 0, "a mark stack has room for one object");
    }

    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr bool single() const { return size_ == 1; }
    [[nodiscard]] constexpr bool full() const { return size_ == capacity_; }
    constexpr void push(value_type x)
    {
        base_[size_++] = top_;
        top_ = x;
    }
    [[nodiscard]] constexpr value_type pop()
    {
        const auto x = top_;
        top_ = base_[--size_];
        return x;
    }

private:
    // Not a checked span: push and pop are in the hot loop, and `full` and `empty` are asked before
    // them.
    value_type* base_;
    std::size_t capacity_;
    std::size_t size_ = 0;
    // Not in the storage: a load would have to wait for the store of what is popped next.
    value_type top_{word<W>(0)};
};

static_assert(worklist<mark_stack<std::uint64_t>>);

}  // namespace strata::imperative
