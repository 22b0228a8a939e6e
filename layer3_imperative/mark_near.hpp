// layer3_imperative/mark_near.hpp: objects that lie together are marked in a row, past the window.
#pragma once

#include <algorithm>
#include <cstdint>

#include <strata/layer3_imperative/mark.hpp>

namespace strata::imperative {

// What is this near the object that was scanned last is in a cache, or will be in time: memory is
// fetched ahead. The window would only mix the ways through several parts of memory, which then
// drive each other out of the cache.
inline constexpr std::uint64_t near_words = 8192;

/// The most fields of an object that is marked in a row with others. How much of the budget is
/// left, and whether the stack has room, is asked once for all of them.
inline constexpr std::uint64_t small_wosize = 62;

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

/// Whether the object that was pushed last is near the one at `last`, or is all there is: then it
/// can be scanned next, as in the paper. Not where what is on the stack must be gray.
template <class State>
[[nodiscard]] constexpr bool is_near(const State& s, header_of<layout_of<State>> last)
{
    using L = layout_of<State>;
    constexpr auto near = word<word_of<L>>(near_words * L::mword);
    if (State::when != darkening::lazy || s.stack.empty()) return false;
    if (s.stack.top().at - last.at + near < near + near) return true;
    return s.window.empty() && s.stack.single();
}

/// Makes the small object at `h`, whose header this is, black, and darkens its fields. How many.
///
/// Expects  every field holds a value; the stack has room for them.
template <class State>
constexpr std::uint64_t scan_small(State& s, header_of<layout_of<State>> h,
                                   word_of<layout_of<State>> header)
{
    using L = layout_of<State>;
    if (!blacken<L>(s.memory, h, header)) return 0;
    const auto end = next_header<L>(h, L::wosize(header)).at;
    auto at = f_address<L>(h).at;
    do {
        darken_value<darkening::sure>(s, s.memory.load(at));
        at = at + mword<L>();
    } while (at != end);
    return L::wosize(header);
}

/// An object of any size in which nothing is scanned.
// On its own, as all that is not done for most objects: see `mark_bits`.
template <layout L, class M>
[[gnu::noinline]] constexpr void blacken_opaque(M memory, header_of<L> h, word_of<L> header)
{
    (void)blacken<L>(memory, h, header);
}

/// Steps of `mark` for small objects, as long as the next one is near the last, and with what is
/// left of the budget any would be within it.
// By value, flattened and on its own: a state that nobody else can see, and no call sees, stays in
// registers.
template <class State>
[[nodiscard, gnu::flatten, gnu::noinline]] constexpr State
mark_near(State s, header_of<layout_of<State>>& near, std::uint64_t& left)
{
    using L = layout_of<State>;
    auto last = near;
    auto budget = left;
    auto n = std::min<std::uint64_t>(budget, s.stack.room()) / (small_wosize + 1);
    for (; n != 0 && is_near(s, last); --n) {
        const auto h = hd_address<L>(s.stack.top());
        const auto header = s.memory.load(h.at);
        if (is_small<L>(s.memory, header)) [[likely]] {
            (void)s.stack.pop();
            budget -= scan_small(s, h, header);
            last = h;
        } else {
            if (!functional::is_opaque<L>(header)) break;
            (void)s.stack.pop();
            blacken_opaque<L>(s.memory, h, header);
        }
        --budget;
    }
    near = last;
    left = budget;
    return s;
}

}  // namespace strata::imperative
