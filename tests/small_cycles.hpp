// tests/small_cycles.hpp: every way in which writes and allocations fall between steps of a cycle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <strata/layer3_imperative/incremental.hpp>

#include "small_cycle_heap.hpp"

namespace test {

/// A collector that scans objects in parts of one field.
template <class GC>
struct in_parts : GC {
    using GC::GC;
    constexpr void start(std::span<const typename GC::word> roots)
    {
        this->cycle_.marking.part = 1;
        GC::start(roots);
    }
};

/// A small heap under a collector. Between any two steps the mutator may act: write any value to
/// any field that it can use, or allocate one object or four.
template <class GC>
class small_cycles {
    using L = typename GC::layout_type;
    using W = word_of<L>;
    using memory_type = std::remove_cvref_t<decltype(std::declval<const GC&>().memory())>;

public:
    using heap_type = small_cycle_heap<L, typename GC::ring_type>;

    std::size_t stack_size = 1;       ///< the entries of the mark stack
    std::size_t cycles = 0;           ///< that came to their end
    std::vector<std::string> path{};  ///< what has happened in the one that is running

    /// What is wrong with any cycle in which up to `actions` of the mutator fall between steps, or
    /// nullptr. The roots are a set of bits.
    [[nodiscard]] const char* find_wrong(const small_cycle_fields& to, unsigned rooted,
                                         unsigned actions)
    {
        path.clear();
        heap_.draw(to, rooted);
        std::array<W, 3> roots{L::filler(), L::filler(), L::filler()};
        for (unsigned x = 0; x < 3; ++x)
            if ((rooted >> x & 1) != 0) roots[x] = heap_.pointer(x);
        GC gc{heap_.template memory<memory_type>(),
              {heap_.stack.data(), stack_size},
              heap_.ring,
              imperative::contents::existing};
        gc.start(roots);
        return explore(gc, actions);
    }

private:
    [[nodiscard]] static std::string name(std::size_t x) { return {static_cast<char>('a' + x)}; }

    /// Does `act`, goes on from there, and comes back.
    template <class F>
    [[nodiscard]] const char* after(const GC& gc, unsigned actions, std::string what, F act)
    {
        const auto before = heap_;
        GC next = gc;
        path.push_back(std::move(what));
        const char* wrong = act(next);
        if (wrong == nullptr) wrong = explore(next, actions);
        if (wrong != nullptr) return wrong;
        path.pop_back();
        heap_ = before;
        return nullptr;
    }
    [[nodiscard]] const char* explore(GC& gc, unsigned actions)
    {
        if (actions == 0) return run_to_the_end(gc);
        if (gc.at() == imperative::phase::idle) return heap_.find_wrong_end(gc);
        if (const char* wrong = explore_actions(gc, actions - 1)) return wrong;
        return after(gc, actions, "step", [this](GC& g) { return one_step(g); });
    }
    [[nodiscard]] const char* one_step(GC& gc)
    {
        const bool is_one = gc.slice(0) == 0 && gc.slice(1) == 1;
        return is_one ? heap_.find_wrong_blocks(gc) : "a slice of one step makes one step";
    }
    [[nodiscard]] const char* run_to_the_end(GC& gc)
    {
        ++cycles;
        while (gc.at() != imperative::phase::idle)
            if (const char* wrong = one_step(gc)) return wrong;
        return heap_.find_wrong_end(gc);
    }
    [[nodiscard]] const char* explore_actions(const GC& gc, unsigned actions)
    {
        const char* wrong = nullptr;
        const auto& objects = heap_.objects;
        const auto count = heap_.count;
        for (std::size_t x = 0; x < count; ++x)
            for (std::size_t i = 0; i < objects[x].wosize; ++i)
                for (std::size_t y = 0; y <= count; ++y)
                    if (wrong == nullptr && objects[x].usable && (y == count || objects[y].usable))
                        wrong = explore_write(gc, actions, x, i, y);
        for (const std::size_t times : {std::size_t{1}, std::size_t{4}})
            if (wrong == nullptr && count + times <= heap_.most_objects)
                wrong = after(gc, actions, "allocate " + std::to_string(times),
                              [this, times](GC& g) { return allocate(g, times); });
        return wrong;
    }
    /// Field `i` of x gets a pointer to y, or data if there is no such object.
    [[nodiscard]] const char* explore_write(const GC& gc, unsigned actions, std::size_t x,
                                            std::size_t i, std::size_t y)
    {
        const bool points = y < heap_.count;
        const W v = points ? heap_.pointer(y) : L::filler();
        auto what = name(x) + "." + std::to_string(i + 1) + " := " + (points ? name(y) : "1");
        return after(gc, actions, std::move(what), [&](GC& g) -> const char* {
            g.write(heap_.objects[x].x, static_cast<W>(i + 1), v);
            heap_.objects[x].fields[i] = v;
            return nullptr;
        });
    }
    [[nodiscard]] const char* allocate(GC& gc, std::size_t times)
    {
        const char* wrong = nullptr;
        for (std::size_t i = 0; i < times && wrong == nullptr; ++i)
            if (const auto x = gc.allocate(1, 0)) wrong = heap_.add(*x);
        return wrong != nullptr ? wrong : heap_.find_wrong_blocks(gc);
    }

    heap_type heap_{};
};

/// Heaps for `small_cycles`: a points anywhere, b to c or back to a, c back to a or b. Calls
/// `visit(to, rooted)` until it says false.
template <class F>
bool for_each_small_cycle(F visit)
{
    for (unsigned a1 = 0; a1 < 4; ++a1)
        for (unsigned a2 = 0; a2 < 4; ++a2)
            for (const unsigned b : {0U, 1U, 3U})
                for (unsigned c = 0; c < 3; ++c)
                    for (const unsigned rooted : {0b001U, 0b010U, 0b101U})
                        if (!visit(small_cycle_fields{a1, a2, b, c}, rooted)) return false;
    return true;
}

/// Those of them in which only a is a root and nothing leads back to it but c.
template <class F>
bool for_each_smaller_cycle(F visit)
{
    return for_each_small_cycle([&](const auto& to, unsigned rooted) {
        const bool skipped = rooted != 0b001 || to[0] == 1 || to[1] == 1 || to[2] == 1;
        return skipped || visit(to, rooted);
    });
}

}  // namespace test
