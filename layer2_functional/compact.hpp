// layer2_functional/compact.hpp: compaction as a pure function: objects slide down, in their order.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/objects.hpp>
#include <strata/layer2_functional/sweep.hpp>

namespace strata::functional {

/// The heap with its free list, the roots, and f of Definition 7: where each object has gone.
template <layout L>
struct compacted {
    hp_fp<L> after{};
    std::vector<word_of<L>> roots{};
    graph::moved_to<value_of<L>> moved{};
};

/// Where the part ends that is compacted: before the first block that is not wholly in the first
/// `words` words.
template <layout L>
[[nodiscard]] constexpr header_of<L> end_of_part(const heap<L>& hp, std::uint64_t words)
{
    header_of<L> stop{hp.begin()};
    bool fits = true;
    for_each_block<L>(hp, [&](header_of<L> h) {
        const auto next = next_header<L>(h, wosize<L>(h, hp));
        fits = fits && (next.at - hp.begin()) / mword<L>() <= words;
        if (fits) stop = next;
    });
    return stop;
}

/// Where each object goes: those before `stop` one after the other, the others nowhere.
template <layout L>
[[nodiscard]] constexpr graph::moved_to<value_of<L>> new_addresses(const heap<L>& hp,
                                                                   header_of<L> stop)
{
    graph::moved_to<value_of<L>> f;
    header_of<L> to{hp.begin()};
    for (const auto h : h_allocs<L>(hp)) {
        if (h.at >= stop.at) to = h;
        f.bind(f_address<L>(h), f_address<L>(to));
        to = next_header<L>(to, wosize<L>(h, hp));
    }
    return f;
}

/// What a value becomes when its object goes where f says; one that leads elsewhere stays.
template <layout L>
[[nodiscard]] constexpr word_of<L>
new_value(const heap<L>& hp, const graph::moved_to<value_of<L>>& f, word_of<L> value)
{
    if (!leads_into<L>(hp, value)) return value;
    const auto x = L::target(value);
    const auto h = resolve<L>(hp, x);
    return redirected<L>(x, h, f[f_address<L>(h)]);
}

/// Every field of the object at `h` that holds a value leads to where f says.
template <layout L>
[[nodiscard]] constexpr heap<L> redirect(heap<L> hp, const graph::moved_to<value_of<L>>& f,
                                         header_of<L> h)
{
    const auto one = word<word_of<L>>(1), last = wosize<L>(h, hp);
    for (auto i = scan_from<L>(hp, h); i <= last; i = i + one)
        if (scans<L>(hp, h, i))
            hp.store(field_addr<L>(h, i), new_value(hp, f, hp.load(field_addr<L>(h, i))));
    return hp;
}

/// The words of the object at `h` are those at `to`, from the first to the last.
template <layout L>
[[nodiscard]] constexpr heap<L> move_down(heap<L> hp, header_of<L> h, header_of<L> to)
{
    const auto one = word<word_of<L>>(1), last = wosize<L>(h, hp);
    for (auto n = word<word_of<L>>(0); n <= last; n = n + one)
        hp.store(field_addr<L>(to, n), hp.load(field_addr<L>(h, n)));
    return hp;
}

/// The words from `h` to `end` are free: blocks as large as can be, or a last fragment.
template <layout L>
[[nodiscard]] constexpr heap<L> format(heap<L> hp, header_of<L> h, header_of<L> end)
{
    const auto zero = word<word_of<L>>(0), most = word<word_of<L>>(L::max_wosize);
    while (h.at < end.at) {
        const auto room = (end.at - h.at) / mword<L>() - word<word_of<L>>(1);
        const auto wz = room < most ? room : most;
        hp.store(h.at, L::make_header(wz, wz == zero ? color::white : color::blue, zero));
        h = next_header<L>(h, wz);
    }
    return hp;
}

/// Every free block is on the list, in the order of addresses.
template <layout L>
[[nodiscard]] constexpr hp_fp<L> link_all(heap<L> hp)
{
    const auto free = blues<L>(hp);
    auto s = begin_sweep(std::move(hp));
    for (const auto h : free) s = link(std::move(s), f_address<L>(h));
    return std::move(s.swept);
}

/// Slides every object down over what is free before it. What is free is behind the last object.
/// With fewer `words` than the heap has, what is not wholly in them stays, and is redirected only.
///
/// Expects  the heap is well formed, no object is gray or black, and the roots lead to objects.
/// Ensures  the clauses of Definition 7, if all that is allocated is reachable.
template <layout L, class R>
[[nodiscard]] constexpr compacted<L>
compact(heap<L> hp, const R& roots, std::uint64_t words = std::numeric_limits<std::uint64_t>::max())
{
    const auto stop = end_of_part(hp, words);
    const auto objects = h_allocs<L>(hp);
    compacted<L> c{{}, {}, new_addresses(hp, stop)};
    for (word_of<L> root : roots) c.roots.push_back(new_value(hp, c.moved, root));
    header_of<L> end{hp.begin()};
    for (const auto h : objects) hp = redirect(std::move(hp), c.moved, h);
    for (const auto h : objects) {
        if (h.at >= stop.at) break;
        const auto to = hd_address<L>(c.moved[f_address<L>(h)]);
        hp = move_down(std::move(hp), h, to);
        end = next_header<L>(to, wosize<L>(to, hp));
    }
    c.after = link_all(format(std::move(hp), end, stop));
    return c;
}

}  // namespace strata::functional
