// layer2_functional/sweep.hpp: sweep as a pure function: what is dead becomes free.
#pragma once

#include <cstdint>
#include <utility>

#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace strata::functional {

/// Up to which wosize adjacent free blocks become one: not at all, as in the paper's Fig. 11, or to
/// the limit of the header.
inline constexpr std::uint64_t plain = 0;
template <layout L>
inline constexpr std::uint64_t coalescing = L::max_wosize;

/// What ends a free list, and what an empty one is: the address of no object.
template <layout L>
[[nodiscard]] constexpr value_of<L> end_of_list()
{
    return {word<word_of<L>>(0)};
}

/// The heap and its free list. Paper: `hp_fp`.
template <layout L>
struct hp_fp {
    heap<L> hp{};
    value_of<L> fp{end_of_list<L>()};

    friend constexpr bool operator==(const hp_fp&, const hp_fp&) = default;
};

/// Everything before `sw` is swept. `last` is the free block or fragment that ends at `sw`, or `sw`
/// itself if none does; `tail` is the last block on the list.
template <layout L>
struct sweep_state {
    hp_fp<L> swept{};
    header_of<L> sw{};
    header_of<L> last{};
    value_of<L> tail{end_of_list<L>()};
};

/// Appends the block at `x` to the free list.
template <layout L>
[[nodiscard]] constexpr sweep_state<L> link(sweep_state<L> s, value_of<L> x)
{
    if (s.tail == end_of_list<L>()) s.swept.fp = x;
    else s.swept.hp.store(s.tail.at, x.at);
    s.swept.hp.store(x.at, end_of_list<L>().at);
    s.tail = x;
    return s;
}

/// Makes `wosize` fields at `h` a free block, or a white fragment if it has none, to which no link
/// fits.
template <layout L>
[[nodiscard]] constexpr sweep_state<L> release(sweep_state<L> s, header_of<L> h, word_of<L> wosize)
{
    const bool linked = s.tail == f_address<L>(h);
    const auto c = wosize == word<word_of<L>>(0) ? color::white : color::blue;
    s.swept.hp.store(h.at, L::make_header(wosize, c, tag<L>(h, s.swept.hp)));
    s.last = h;
    if (c == color::white || linked) return s;
    return link(std::move(s), f_address<L>(h));
}

/// One object: a survivor turns white; what is dead or free joins the block before it, up to
/// `limit` fields, or begins one. Paper: `sweep_body`.
template <layout L>
[[nodiscard]] constexpr sweep_state<L> sweep_body(sweep_state<L> s, std::uint64_t limit)
{
    const auto h = s.sw;
    const auto header = s.swept.hp.load(h.at);
    s.sw = next_header<L>(h, L::wosize(header));
    if (L::has_color(header, color::black)) {
        s.swept.hp.store(h.at, L::color_header(header, color::white));
        s.last = s.sw;
        return s;
    }
    if (s.last != h) {
        const auto joined = wosize<L>(s.last, s.swept.hp) + L::wosize(header) + word<word_of<L>>(1);
        const auto first = s.last;
        if (joined <= word<word_of<L>>(limit)) return release(std::move(s), first, joined);
    }
    return release(std::move(s), h, L::wosize(header));
}

/// Nothing is swept yet, and nothing is on the list.
template <layout L>
[[nodiscard]] constexpr sweep_state<L> begin_sweep(heap<L> hp)
{
    const header_of<L> first{hp.begin()};
    return {{std::move(hp), end_of_list<L>()}, first, first, end_of_list<L>()};
}

template <layout L>
[[nodiscard]] constexpr bool is_sweeping(const sweep_state<L>& s)
{
    return s.sw.at < s.swept.hp.end();
}

/// Sweeps the whole heap. Paper: `sweep`.
///
/// Expects  no object is gray.
/// Ensures  black became white, all else is blue and on the list, or a white fragment; no field of
///          a survivor has changed.
template <layout L>
[[nodiscard]] constexpr hp_fp<L> sweep(heap<L> hp, std::uint64_t limit = coalescing<L>)
{
    auto s = begin_sweep(std::move(hp));
    while (is_sweeping(s)) s = sweep_body(std::move(s), limit);
    return std::move(s.swept);
}

}  // namespace strata::functional
