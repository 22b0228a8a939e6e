// tests/test_worklist.cpp: every worklist keeps the laws, in an order of its own.
#include <doctest/doctest.h>

#include <vector>

#include <strata/layer1_graph/worklists.hpp>

#include "laws/worklist_laws.hpp"

namespace {

using namespace strata::graph;
using strata::worklist;

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
struct least_worklist {
    using value_type = int;
    bool empty() const;
    bool full() const;
    void push(int);
    int pop();
};
struct no_value_type : private least_worklist {
    using least_worklist::empty, least_worklist::full, least_worklist::push, least_worklist::pop;
};
struct no_empty : least_worklist {
    bool empty() const = delete;
};
struct no_full : least_worklist {
    bool full() const = delete;
};
struct no_push : least_worklist {
    void push(int) = delete;
};
struct no_pop : least_worklist {
    int pop() = delete;
};
struct pops_nothing : least_worklist {
    void pop();
};
struct empty_changes_it : least_worklist {
    bool empty();
};

static_assert(worklist<least_worklist>);
static_assert(!worklist<no_value_type>);
static_assert(!worklist<no_empty>);
static_assert(!worklist<no_full>);
static_assert(!worklist<no_push>);
static_assert(!worklist<no_pop>);
static_assert(!worklist<pops_nothing>);
static_assert(!worklist<empty_changes_it>);

template <worklist S>
constexpr std::vector<int> order_of(S s, int n)
{
    std::vector<int> order;
    for (int i = 0; i < n; ++i) s.push(i);
    while (!s.empty()) order.push_back(s.pop());
    return order;
}

TEST_CASE_TEMPLATE("a worklist gives back what it was given, each value once, in any order", S,
                   stack<int>, queue<int>, fifo_before_stack<int, 1>, fifo_before_stack<int, 2>,
                   fifo_before_stack<int>)
{
    CHECK(laws::worklist_laws(S{}, 12));
    CHECK(laws::worklist_laws(bounded<S>{1}, 12));
    CHECK(laws::worklist_laws(bounded<S>{3}, 12));
    CHECK(laws::worklist_laws(bounded<bounded<S>>{3, bounded<S>{2}}, 12));
}

// The laws are not vacuous: each of these breaks one of them.
struct loses : stack<int> {
    constexpr void push(int x)
    {
        if (x != 1) stack<int>::push(x);
    }
};
struct invents : stack<int> {
    constexpr int pop() { return stack<int>::pop() + 1; }
};
struct repeats : stack<int> {
    constexpr int pop()
    {
        const int x = stack<int>::pop();
        if (x == 1) push(0);
        return x;
    }
};
struct always_full : stack<int> {
    constexpr bool full() const { return true; }
};

TEST_CASE("a worklist that loses, invents or repeats a value, or has no room, breaks a law")
{
    CHECK_FALSE(laws::worklist_laws(loses{}, 8));
    CHECK_FALSE(laws::worklist_laws(invents{}, 8));
    CHECK_FALSE(laws::worklist_laws(repeats{}, 8));
    CHECK_FALSE(laws::worklist_laws(always_full{}, 8));
}

TEST_CASE("a stack is last in, first out, and a queue is first in, first out")
{
    CHECK(order_of(stack<int>{}, 4) == std::vector{3, 2, 1, 0});
    CHECK(order_of(queue<int>{}, 4) == std::vector{0, 1, 2, 3});
}

TEST_CASE("what enters the window in front of a stack leaves it in the same order")
{
    fifo_before_stack<int, 2> s;
    for (int i : {0, 1, 2}) s.push(i);
    CHECK(s.pop() == 2);  // 2 and 1 have entered the window
    s.push(3);
    CHECK(s.pop() == 1);  // 3 has entered it behind 1
    CHECK(s.pop() == 3);
    CHECK(s.pop() == 0);
    CHECK(s.empty());
}

TEST_CASE("a bounded worklist is full when it holds as much as it may, and no longer after a pop")
{
    bounded<stack<int>> s{2};
    s.push(0);
    CHECK_FALSE(s.full());
    s.push(1);
    CHECK(s.full());
    CHECK(s.pop() == 1);
    CHECK_FALSE(s.full());
}

TEST_CASE("a queue stays in order through a million pushes and pops")
{
    queue<int> s;
    bool in_order = true;
    int popped = 0;
    for (int i = 0; i < 1'000'000; ++i) {
        s.push(i);
        if (i % 3 == 2) in_order = s.pop() == popped++ && s.pop() == popped++ && in_order;
    }
    while (!s.empty()) in_order = s.pop() == popped++ && in_order;
    CHECK(in_order);
    CHECK(popped == 1'000'000);
}

static_assert(laws::worklist_laws(queue<int>{}, 6));
static_assert(laws::worklist_laws(bounded<fifo_before_stack<int, 2>>{3}, 6));

}  // namespace
