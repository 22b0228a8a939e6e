// bench/copies.cpp: copying in each order against memcpy of the live data, and a loop by hand.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <strata/layer3_imperative/semispace.hpp>

#include "by_hand.hpp"
#include "collections.hpp"

namespace strata::bench {
namespace {

using L = ocaml_64;
using W = word_of<L>;

/// A to-space as large as the heap, at addresses behind it.
struct to_space {
    pages<W> words;
    W origin;

    to_space(const heap<L>& hp, page_size size)
        : words{hp.words().size(), size}
        , origin{hp.view().end() + 64 * mword<L>()}
    {
        std::memset(words.span().data(), 1, words.span().size_bytes());
    }
    [[nodiscard]] imperative::raw_memory<L> view() const { return {words.span(), origin}; }
};

template <class Order>
[[gnu::noinline]] void copy_heap(const heap<L>& hp, const to_space& to, Order order)
{
    using namespace imperative;
    auto roots = hp.roots();
    const auto s = gc(begin_copy<L>(hp.view(), to.view(), all_of<L>(to.view()),
                                    order.template worklist_for<L>(to.view()), unaudited_gc<L>{}),
                      roots);
    benchmark::DoNotOptimize(s.room.next);
    benchmark::DoNotOptimize(roots.data());
}

/// The live objects in the order in which Cheney copies them, as numbers of words.
[[nodiscard]] std::vector<std::uint32_t> traversal(heap<L>& hp, const to_space& to)
{
    hp.restore();
    copy_heap(hp, to, imperative::breadth_first{});
    std::vector<std::pair<W, std::uint32_t>> copies;
    const auto moved = hp.view();
    const std::vector<W> words{hp.words().begin(), hp.words().end()};
    hp.restore();
    for (header_of<L> h{moved.begin()}; h.at < moved.end();) {
        const auto n = static_cast<std::uint32_t>((h.at - moved.begin()) / L::mword);
        if (functional::is_forwarded<L>(words[n])) copies.emplace_back(words[n + 1], n);
        h = next_header<L>(h, L::wosize(moved.load(h.at)));
    }
    std::sort(copies.begin(), copies.end());
    std::vector<std::uint32_t> order;
    for (const auto& copy : copies) order.push_back(copy.second);
    return order;
}

/// What copying would cost if it only had to copy: each object, from where it is, in that order.
[[gnu::noinline]] void copy_each(const heap<L>& hp, const std::vector<std::uint32_t>& order, W* to)
{
    for (const auto n : order) {
        const auto* from = hp.words().data() + n;
        const auto words = L::wosize(*from) + 1;
        for (W i = 0; i < words; ++i) {
            to[i] = from[i];
            asm volatile("");  // objects are small: no vectors
        }
        to += words;
    }
    benchmark::ClobberMemory();
}

[[gnu::noinline]] void copy_heap_by_hand(const heap<L>& hp, const to_space& to,
                                         std::span<value_of<L>> stack)
{
    const auto from_view = hp.view(), to_view = to.view();
    const auto end = copy_by_hand({hp.words().data(), from_view.begin(), from_view.end()},
                                  {to.words.span().data(), to_view.begin(), to_view.end()},
                                  hp.roots().front(), reinterpret_cast<W*>(stack.data()));
    if (end != to_view.end()) std::abort();
}

void add_copy(group& benches, world<L>& w, variation& v, std::string name, const options& o,
              std::function<void()> copy)
{
    v.parameter = std::move(name);
    v.words = w.hp.words().size();
    v.objects = w.g.live_objects;
    benches.add(
        v.parameter,
        [&w, &v, copy] {
            w.hp.restore();
            const auto ns = nanoseconds(copy);
            v.mark.add(ns);
            return ns;
        },
        o.repetitions);
}

}  // namespace

void measure_copies(const options& o, results& r)
{
    using namespace imperative;
    for (const auto s : all_shapes) {
        world<L> w{s, liveness::live, o.middle, o.pages};
        const to_space to{w.hp, o.pages};
        group benches{"copies/" + std::string{name(s)}};
        std::deque<variation> found;
        const auto add = [&](const char* what, std::function<void()> copy) {
            add_copy(benches, w, found.emplace_back(variation{{}, s}), what, o, std::move(copy));
        };
        const pages<value_of<L>> stack{2 * (w.g.live_edges + 1), o.pages};
        const auto lent = stack.span();
        add("memcpy", [&] {
            std::memcpy(to.words.span().data(), w.hp.words().data(), w.hp.words().size_bytes());
        });
        const auto order = traversal(w.hp, to);
        add("each", [&] { copy_each(w.hp, order, to.words.span().data()); });
        add("breadth", [&] { copy_heap(w.hp, to, breadth_first{}); });
        add("depth", [&] { copy_heap(w.hp, to, depth_first<W>{lent}); });
        add("preorder", [&] { copy_heap(w.hp, to, preorder<W>{lent}); });
        add("by hand", [&] { copy_heap_by_hand(w.hp, to, lent); });
        add("eager", [&] { copy_heap(w.hp, to, eager_forwarding<W>{lent}); });
        benches.run();
        r.copies.insert(r.copies.end(), found.begin(), found.end());
    }
}

}  // namespace strata::bench
