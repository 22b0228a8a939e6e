// layer3_imperative/mark_small.hpp: small objects are marked in a row, near ones past the window.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <strata/layer3_imperative/mark.hpp>
#include <strata/layer3_imperative/take_at.hpp>

namespace strata::imperative {

// What is this near the object that was scanned last is in a cache, or will be in time: memory is
// fetched ahead. The window would only mix the ways through several parts of memory, which then
// drive each other out of the cache.
inline constexpr std::uint64_t near_words = 8192;

/// The most fields of an object that is marked in a row with others. How much of the budget is
/// left, and whether the stack has room, is asked once for all of them.
inline constexpr std::uint64_t small_wosize = 62;

/// Where so many objects wait on the stack, paths cross: much of what is found is black already. A
/// look at its mark, which is far too, costs less than to push it and to take it again.
inline constexpr std::uint64_t many_waiting = 4 * usual_part;

/// Whether the object has so few fields, and no special case: each field holds a value, which stays
/// there.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool is_small(const M&, word_of<L> header)
{
    if constexpr (functional::short_circuits<L> || functional::decides_by_field<L, M>())
        return false;
    else
        return functional::is_plain<L>(header) &&
               L::wosize(header) <= word<word_of<L>>(small_wosize);
}

/// Whether it has as few fields, and nothing in it is scanned.
template <layout L>
[[nodiscard]] constexpr bool is_small_leaf(word_of<L> header)
{
    return functional::is_opaque<L>(header) && L::wosize(header) <= word<word_of<L>>(small_wosize);
}

template <layout L>
[[nodiscard]] constexpr bool is_near(value_of<L> x, header_of<L> last)
{
    constexpr auto near = word<word_of<L>>(near_words * L::mword);
    return x.at - last.at + near < near + near;
}

/// Whether the object that was pushed last is near the one at `last`, or is all there is: then it
/// can be scanned next, as in the paper.
template <class State>
[[nodiscard]] constexpr bool is_next_near(const State& s, header_of<layout_of<State>> last)
{
    if (s.stack.empty()) return false;
    if (is_near<layout_of<State>>(s.stack.top(), last)) return true;
    return s.window.empty() && s.stack.single();
}

/// Whether objects can be marked in a row: the next is near, or the window is full and stays so.
/// Not where what is on the stack must be gray.
template <class State>
[[nodiscard]] constexpr bool has_row(const State& s, header_of<layout_of<State>> last)
{
    if constexpr (State::when == darkening::lazy) return is_streaming(s) || is_next_near(s, last);
    else return false;
}

/// The fields of an object before a row of what they lead to.
template <class State>
constexpr void darken_before_row(State& s)
{
    // In a row nothing that is near is prefetched.
    darken<State, State::when == darkening::lazy ? darkening::ahead : State::when>(s);
}

/// How many objects, if they are small, are surely within the budget and fit the stack: each is two
/// steps, and one for each pointer in it.
template <class State>
[[nodiscard]] constexpr std::uint64_t small_within(const State& s, std::uint64_t budget)
{
    return std::min<std::uint64_t>(budget, s.stack.room()) / (small_wosize + 2);
}

/// The oldest object of the window leaves it, and `x` comes in.
template <class State>
[[nodiscard]] constexpr auto exchange(State& s, value_of<layout_of<State>> x)
{
    prefetch_object<layout_of<State>>(s.memory, x);
    const auto oldest = s.window.pop();
    s.window.push(x);
    return oldest;
}

/// Makes the small object at `h`, whose header this is, black, and darkens its fields.
///
/// Expects  every field holds a value; the stack has room for them.
template <darkening D, class State>
constexpr void scan_small(State& s, header_of<layout_of<State>> h, word_of<layout_of<State>> header)
{
    using L = layout_of<State>;
    if (!blacken<L>(s.memory, h, header)) return;
    const auto end = next_header<L>(h, L::wosize(header)).at;
    auto at = f_address<L>(h).at;
    do {
        darken_value<D>(s, s.memory.load(at));
        at = at + mword<L>();
    } while (at != end);
}

/// The parts of a state of marking that a row of small objects needs.
template <class State>
struct row_state {
    using layout_type = layout_of<State>;
    decltype(State::memory) memory;
    decltype(State::stack) stack;
    decltype(State::window) window;
    header_of<layout_type> last;  ///< the object that was scanned last
    std::uint64_t n;              ///< so many may follow
    value_of<layout_type> other;  ///< one that is not small, if it was the last
};

/// Steps of `mark` for at most `n` small objects, as long as there is a row. An object that is not
/// small is left to the caller.
///
/// Expects  the window is full iff it is `Full`; the stack has room for all their fields.
// By value, flattened and on its own: a state that nobody else can see, and no call sees, stays in
// registers. There are hardly enough of them: what is pushed is not counted.
template <bool Full, darkening D, class Row>
[[nodiscard, gnu::flatten, gnu::noinline]] constexpr Row mark_row(Row s)
{
    using L = layout_of<Row>;
    // Not the one in `s`: it would need a register from the first step on.
    auto other = nowhere<L>();
    while (s.n != 0 && (Full ? !s.stack.empty() : is_next_near(s, s.last))) {
        --s.n;
        auto x = s.stack.pop();
        if (Full && !is_near<L>(x, s.last)) {
            if (is_surely_black<L>(s.memory, x)) continue;
            x = exchange(s, x);
        }
        const auto h = hd_address<L>(x);
        const auto header = s.memory.load(h.at);
        if (is_small<L>(s.memory, header)) [[likely]] {
            scan_small<D>(s, h, header);
            s.last = h;
        } else if (is_small_leaf<L>(header)) {
            (void)blacken<L>(s.memory, h, header);
        } else {
            other = x;
            break;
        }
    }
    s.other = other;
    return s;
}

/// The same on the state of marking, within a budget.
template <class State>
[[nodiscard]] constexpr value_of<layout_of<State>>
run_row(State& s, header_of<layout_of<State>>& last, std::uint64_t& budget)
{
    const auto most = small_within(s, budget);
    const std::uint64_t room = s.stack.room();
    row_state<State> row{
        std::move(s.memory),        std::move(s.stack), std::move(s.window), last, most,
        nowhere<layout_of<State>>()};
    if (!row.window.full()) row = mark_row<false, darkening::sure>(std::move(row));
    else if (row.stack.size() < many_waiting) row = mark_row<true, darkening::sure>(std::move(row));
    else row = mark_row<true, darkening::sparing>(std::move(row));
    s.memory = std::move(row.memory);
    s.stack = std::move(row.stack);
    s.window = std::move(row.window);
    last = row.last;
    const auto popped = most - row.n, pushed = room + popped - s.stack.room();
    budget -= 2 * popped + pushed;
    return row.other;
}

/// Rows of small objects, and what is between them, until there is no row or the budget may be too
/// small for one.
template <class State>
constexpr void mark_small(State& s, header_of<layout_of<State>>& last, std::uint64_t& budget)
{
    for (;;) {
        const auto other = run_row(s, last, budget);
        if (other == nowhere<layout_of<State>>()) return;
        scan_begin(s, other);
        if (!is_scanning(s)) continue;
        const std::uint64_t fields = s.wosize - s.i + 1;
        if (fields > budget) return;
        budget -= fields;
        last = s.h;
        darken_before_row(s);
    }
}

}  // namespace strata::imperative
