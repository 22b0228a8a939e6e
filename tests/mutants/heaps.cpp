// tests/mutants/heaps.cpp: the stage that collects every small heap, in layers 2 and 3.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <strata/layer2_functional/collect.hpp>
#include <strata/layer3_imperative/mark.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/marked.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>
#include <strata/layer3_imperative/sweep.hpp>

#include "../small_heaps.hpp"
#include "drawing.hpp"
#include "judged_layout.hpp"
#include "metered_memory.hpp"
#include "oracle.hpp"

namespace {

using namespace strata;
using judge::image;
using judge::require;
using judge::compiled_for::f, judge::compiled_for::L, judge::compiled_for::W;

/// One heap, what a collection must make of it, and what is compared at the moment.
struct trial {
    image before;
    std::vector<std::uint64_t> roots;
    judge::oracle right;
    image darkened, marked;
    std::vector<std::pair<std::uint64_t, image>> swept;
    image expected{}, found{};
    std::string configuration{};

    trial(image hp, std::vector<std::uint64_t> r)
        : before{std::move(hp)}
        , roots{std::move(r)}
        , right{f, before, roots}
        , darkened{right.with_color(right.rooted(), f.gray)}
        , marked{right.with_color(right.live(), f.black)}
        , swept{{0, right.swept(0)},
                {2, right.swept(2)},
                {L::max_wosize, right.swept(f.max_wosize())}}
    {}
    [[nodiscard]] std::string draw() const
    {
        std::vector<judge::column> columns{{"before", &before}};
        if (!found.words.empty())
            columns.insert(columns.end(), {{"right", &expected}, {"found", &found}});
        return "  " + configuration + "\n" + judge::draw_roots(f, before, roots) +
               judge::draw(f, columns);
    }
    void compare(const image& right_one, image found_one, const char* check)
    {
        if (right_one == found_one) return;
        expected = right_one;
        found = std::move(found_one);
        judge::reject(check);
    }
};

[[nodiscard]] image image_of(const functional::heap<L>& hp)
{
    return {hp.origin, {hp.words.begin(), hp.words.end()}};
}
[[nodiscard]] std::vector<W> words_of(const image& hp)
{
    std::vector<W> words;
    for (const auto w : hp.words) words.push_back(static_cast<W>(w));
    return words;
}
/// The headers in `set`, by address.
[[nodiscard]] std::vector<std::uint64_t> addresses(const trial& t, judge::word_set set)
{
    std::vector<std::uint64_t> result;
    for (std::size_t p = 0; p < t.before.words.size(); ++p)
        if ((set >> p & 1) != 0) result.push_back(t.right.address(p));
    return result;
}
/// The free blocks of a swept heap, by address.
[[nodiscard]] std::vector<std::uint64_t> blue_blocks(const image& hp)
{
    std::vector<std::uint64_t> result;
    for (std::size_t p = 0; p < hp.words.size(); p += f.wosize(hp.words[p]) + 1)
        if (f.color(hp.words[p]) == f.blue) result.push_back(hp.origin + p * f.unit);
    return result;
}

void judge_layer_2(trial& t)
{
    t.configuration = "layer 2";
    const std::vector<W> roots(t.roots.begin(), t.roots.end());
    const functional::heap<L> hp{static_cast<W>(t.before.origin), words_of(t.before)};
    functional::st_hp<L> s{{}, hp};
    s = functional::darken_roots(std::move(s), roots);
    t.compare(t.darkened, image_of(s.hp), "layer 2: darken_roots makes the rooted objects gray");
    std::vector<std::uint64_t> stack;
    for (const auto h : s.stack) stack.push_back(h.at);
    std::sort(stack.begin(), stack.end());
    require(stack == addresses(t, t.right.rooted()),
            "layer 2: the stack has each gray object once");
    for (std::size_t steps = 0; !s.stack.empty(); ++steps) {
        require(steps <= s.hp.words.size(), "layer 2: marking ends");
        s = functional::mark_body(std::move(s));
    }
    t.compare(t.marked, image_of(s.hp), "layer 2: mark makes the reachable objects black");
    const auto collected = functional::collect(hp, roots).hp;
    t.compare(t.swept.back().second, image_of(collected), "layer 2: collect marks and sweeps");
    for (const auto& [limit, swept] : t.swept) {
        t.configuration = "layer 2, sweep joins up to " + std::to_string(limit);
        const auto result = functional::sweep(s.hp, limit);
        t.compare(swept, image_of(result.hp), "layer 2: sweep frees the rest");
        const auto blues = blue_blocks(swept);
        require(result.fp.at == (blues.empty() ? 0 : blues[0] + f.unit),
                "layer 2: the free list starts at the first free block");
    }
}

template <class A>
void judge_sweep(trial& t, std::vector<W> words, std::uint64_t limit, const image& swept)
{
    judge::metered_memory<L> memory{static_cast<W>(t.before.origin), words};
    A free{};
    judge::fuel = 30 * words.size() + 30;
    auto s = imperative::sweep(imperative::begin_sweep<L>(memory, std::move(free), limit));
    auto found = s.memory.copy(), right = swept;
    const auto blues = blue_blocks(right);
    if (!A::in_address_order)
        for (const auto h : blues) {
            const auto link = static_cast<std::size_t>((h - right.origin) / f.unit) + 1;
            right.words[link] = found.words[link] = 0;
        }
    t.compare(right, std::move(found), "sweep frees what is not black");
    std::vector<std::uint64_t> free_blocks;
    s.free.each_free(s.memory, [&](header_of<L> h) {
        free_blocks.push_back(h.at);
        return free_blocks.size() <= words.size();
    });
    std::sort(free_blocks.begin(), free_blocks.end());
    require(free_blocks == blues, "the allocator has each free block once");
}

template <imperative::darkening D, std::size_t Window>
void judge_mark(trial& t, std::size_t capacity, std::uint64_t part = imperative::usual_part)
{
    auto words = words_of(t.before);
    const std::vector<W> roots(t.roots.begin(), t.roots.end());
    std::vector<value_of<L>> storage(capacity);
    std::array<value_of<L>, Window> ring{};
    judge::metered_memory<L> memory{static_cast<W>(t.before.origin), words};
    // Each word is scanned once, and a stack of one entry may cost a walk for each object.
    judge::fuel = 20 * words.size() * words.size() + 100;
    auto s = imperative::begin_mark<L, D>(memory, imperative::mark_stack<W>{storage},
                                          imperative::prefetch_window{ring}, part);
    imperative::darken_roots(s, roots);
    t.compare(t.darkened, s.memory.copy(), "darken_roots makes the rooted objects gray");
    if (capacity > t.roots.size()) {
        std::vector<std::uint64_t> stack;
        for (auto copy = s.stack; !copy.empty();) stack.push_back(copy.pop().at - f.unit);
        std::sort(stack.begin(), stack.end());
        require(stack == addresses(t, t.right.rooted()), "the stack has each gray object once");
    }
    s = imperative::mark(std::move(s));
    t.compare(t.marked, s.memory.copy(), "mark makes the reachable objects black");
}

/// The marks of a memory as black headers.
template <class M>
[[nodiscard]] image with_black(const M& memory)
{
    auto found = memory.copy();
    for (std::size_t p = 0; p < found.words.size();) {
        const auto size = static_cast<std::size_t>(f.wosize(found.words[p])) + 1;
        const auto is_marked = [&](std::size_t i) {
            return memory.is_marked(static_cast<W>(found.origin + i * f.unit));
        };
        const bool marked = is_marked(p);
        for (auto i = p; i < p + size; ++i)
            require(is_marked(i) == marked, "all words of an object are marked, or none");
        if (marked) found.words[p] = f.recolored(found.words[p], f.black);
        p += size;
    }
    return found;
}

/// The same with marks beside the heap: no word of it changes but where blocks become free.
void judge_marks(trial& t)
{
    t.configuration = "marks beside the heap, stack of 2, window 4, lazy";
    auto words = words_of(t.before);
    const std::vector<W> roots(t.roots.begin(), t.roots.end());
    std::array<value_of<L>, 2> storage{};
    std::array<value_of<L>, 4> ring{};
    std::array<imperative::mark_entry, 3> entries{};
    const auto memory = imperative::with_marks<L>(
        judge::metered_memory<L>{static_cast<W>(t.before.origin), words}, entries);
    judge::fuel = 20 * words.size() * words.size() + 100;
    auto s = imperative::begin_mark<L, imperative::darkening::lazy>(
        memory, imperative::mark_stack<W>{storage}, imperative::prefetch_window{ring});
    imperative::darken_roots(s, roots);
    t.compare(t.darkened, s.memory.copy(), "darken_roots makes the rooted objects gray");
    s = imperative::mark(std::move(s));
    t.compare(t.marked, with_black(s.memory), "mark marks the reachable objects");
    t.compare(t.before, s.memory.copy(), "marking leaves every header as it was");
    judge::fuel = 30 * words.size() + 30;
    const auto swept =
        imperative::sweep(imperative::begin_sweep<L>(s.memory, imperative::next_fit<L>{}));
    t.compare(t.swept.back().second, swept.memory.copy(), "sweep frees what is not marked");
    require(entries == decltype(entries){}, "no word is marked after a sweep");
}

void judge_layer_3(trial& t)
{
    using enum imperative::darkening;
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{2}, std::size_t{64}}) {
        t.configuration = "stack of " + std::to_string(capacity) + ", window 1, eager";
        judge_mark<eager, 1>(t, capacity);
        t.configuration = "stack of " + std::to_string(capacity) + ", window 4, lazy";
        judge_mark<lazy, 4>(t, capacity);
    }
    t.configuration = "stack of 64, window 4, lazy, in parts of one field";
    judge_mark<lazy, 4>(t, 64, 1);
    for (const auto& [limit, swept] : t.swept) {
        t.configuration = "next_fit, sweep joins up to " + std::to_string(limit);
        judge_sweep<imperative::next_fit<L>>(t, words_of(t.marked), limit, swept);
        t.configuration = "segregated_fit, sweep joins up to " + std::to_string(limit);
        judge_sweep<imperative::segregated_fit<L>>(t, words_of(t.marked), limit, swept);
    }
    judge_marks(t);
}

/// With a window of one and room on the stack, layer 3 takes objects in layer 2's order.
void judge_order(trial& t)
{
    t.configuration = "stack of 64, window 1, eager, step by step";
    auto words = words_of(t.before);
    const std::vector<W> roots(t.roots.begin(), t.roots.end());
    std::array<value_of<L>, 64> storage{};
    std::array<value_of<L>, 1> ring{};
    judge::fuel = 20 * words.size() * words.size() + 100;
    auto s = imperative::begin_mark<L, imperative::darkening::eager>(
        judge::metered_memory<L>{static_cast<W>(t.before.origin), words},
        imperative::mark_stack<W>{storage}, imperative::prefetch_window{ring});
    functional::st_hp<L> pure{{}, {static_cast<W>(t.before.origin), words}};
    imperative::darken_roots(s, roots);
    for (pure = functional::darken_roots(std::move(pure), roots); imperative::refill(s);) {
        imperative::mark_body(s);
        pure = functional::mark_body(std::move(pure));
        t.compare(image_of(pure.hp), s.memory.copy(),
                  "mark_body takes objects in the paper's order");
    }
}

void judge_heap(image hp, std::vector<std::uint64_t> roots)
{
    judge::next_trial();
    judge::scene_words = hp.words.size();
    trial t{std::move(hp), std::move(roots)};
    judge::scene = [&t] { return t.draw(); };
    judge_layer_3(t);
    judge_layer_2(t);
    judge_order(t);
    judge::scene = [] { return std::string{}; };
}

std::size_t judge_heaps(std::size_t words, test::choice how)
{
    std::size_t heaps = 0;
    test::for_each_rooted_heap<L>(
        words,
        [&](const auto& heap, const auto& roots) {
            judge_heap({heap.origin(), {heap.words().begin(), heap.words().end()}},
                       {roots.begin(), roots.end()});
            ++heaps;
            return true;
        },
        how);
    return heaps;
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge_heap({4096, {}}, {1, 4096});
    std::size_t heaps = 1;
    for (std::size_t words = 1; words <= 3; ++words) heaps += judge_heaps(words, test::choice::all);
    for (std::size_t words = 4; words <= judge::compiled_for::most_words; ++words)
        heaps += judge_heaps(words, test::choice::in_turn);
    std::printf("accepted: %zu heaps of up to %zu words\n", heaps, judge::compiled_for::most_words);
}
