// layer1_graph/worklists.hpp: the orders in which a search may visit; each is a collector's own.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/worklist.hpp>

namespace strata::graph {

/// Last in, first out: the paper's `dfs`, and marking.
template <class T>
class stack {
public:
    using value_type = T;

    [[nodiscard]] constexpr bool empty() const noexcept { return items_.empty(); }
    [[nodiscard]] constexpr bool full() const noexcept { return false; }
    constexpr void push(const T& x) { items_.push_back(x); }

    constexpr T pop()
    {
        expects(!empty(), "a worklist that is popped is not empty");
        T top = std::move(items_.back());
        items_.pop_back();
        return top;
    }

private:
    std::vector<T> items_;
};

/// First in, first out: breadth first, the order of Cheney's copying.
template <class T>
class queue {
public:
    using value_type = T;

    [[nodiscard]] constexpr bool empty() const noexcept { return items_.size() == popped_; }
    [[nodiscard]] constexpr bool full() const noexcept { return false; }
    constexpr void push(const T& x) { items_.push_back(x); }

    constexpr T pop()
    {
        expects(!empty(), "a worklist that is popped is not empty");
        T front = std::move(items_[popped_++]);
        if (2 * popped_ >= items_.size()) forget_popped();
        return front;
    }

private:
    // Done when half of the items are gone, so that each is moved once on average.
    constexpr void forget_popped()
    {
        items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(popped_));
        popped_ = 0;
    }

    std::vector<T> items_;
    std::size_t popped_ = 0;
};

/// A window of `Window` items between the top of a stack and the visitor, first in, first out: the
/// marker that prefetches an object when it enters the window and visits it when it leaves.
template <class T, std::size_t Window = 8>
class fifo_before_stack {
    static_assert(Window >= 1);

public:
    using value_type = T;

    [[nodiscard]] constexpr bool empty() const noexcept { return held_ == 0 && behind_.empty(); }
    [[nodiscard]] constexpr bool full() const noexcept { return false; }
    constexpr void push(const T& x) { behind_.push(x); }

    constexpr T pop()
    {
        expects(!empty(), "a worklist that is popped is not empty");
        while (held_ < Window && !behind_.empty())
            window_[(front_ + held_++) % Window] = behind_.pop();
        T next = std::move(window_[front_]);
        front_ = (front_ + 1) % Window;
        --held_;
        return next;
    }

private:
    stack<T> behind_;
    std::array<T, Window> window_{};
    std::size_t front_ = 0, held_ = 0;
};

/// Any worklist, with room for `capacity` items and no more.
template <worklist S>
class bounded {
public:
    using value_type = typename S::value_type;

    /// Expects  room for one item at least: a search needs no more than that.
    constexpr explicit bounded(std::size_t capacity, S items = {})
        : items_{std::move(items)}
        , room_{capacity}
    {
        expects(capacity >= 1 && items_.empty(), "a worklist starts empty, with room for one item");
    }

    [[nodiscard]] constexpr bool empty() const { return items_.empty(); }
    [[nodiscard]] constexpr bool full() const { return room_ == 0 || items_.full(); }

    constexpr void push(const value_type& x)
    {
        expects(!full(), "a worklist that is pushed to is not full");
        items_.push(x);
        --room_;
    }

    constexpr value_type pop()
    {
        value_type x = items_.pop();
        ++room_;
        return x;
    }

private:
    S items_;
    std::size_t room_;
};

static_assert(worklist<stack<int>> && worklist<queue<int>>);
static_assert(worklist<fifo_before_stack<int>> && worklist<bounded<stack<int>>>);

}  // namespace strata::graph
