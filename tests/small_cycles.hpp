// tests/small_cycles.hpp: every way in which writes and allocations fall between steps of a cycle.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <strata/layer3_imperative/incremental.hpp>

namespace test {

using namespace strata;

/// Three objects a, b and c, of which each scanned field holds data or a pointer to one of them,
/// with a free block between them, and a dead object that points to b.
///
///   word   0  1  2    3  4  5    6  7    8  9    10 11
///          a: 2       free: 2    b: 1    dead    c: 1
///
/// The mutator may use what was reachable when the cycle started, as if it had loaded it into its
/// registers at once, and what it has allocated.
template <class GC>
class small_cycles {
    using L = typename GC::layout_type;
    using W = word_of<L>;

public:
    static constexpr std::size_t word_count = 12, field_count = 4, most_objects = 7;

    std::size_t cycles = 0;           ///< that came to their end
    std::vector<std::string> path{};  ///< what has happened in the one that is running

    /// What is wrong with any cycle in which up to `actions` of the mutator fall between steps, or
    /// nullptr. `to` says what each field of a, b and c holds: 0 is data; `rooted` is a set of bits.
    [[nodiscard]] const char* find_wrong(const std::array<unsigned, field_count>& to,
                                         unsigned rooted, unsigned actions)
    {
        draw(to);
        std::array<W, 3> roots{L::filler(), L::filler(), L::filler()};
        for (unsigned x = 0; x < 3; ++x)
            if ((rooted >> x & 1) != 0) roots[x] = pointer(x);
        reach(to, rooted);
        GC gc{{words_, origin}, {stack_.data(), stack_size}, imperative::contents::existing};
        gc.start(roots);
        return explore(gc, actions);
    }

    /// How many entries the mark stack has.
    std::size_t stack_size = 1;

private:
    static constexpr W origin = static_cast<W>(64 * L::mword);
    struct object {
        value_of<L> x{};
        std::size_t wosize = 0;
        std::array<W, 2> fields{};
        bool usable = false;
    };

    [[nodiscard]] static value_of<L> at(std::size_t word)
    {
        return {static_cast<W>(origin + (word + 1) * L::mword)};
    }
    [[nodiscard]] W pointer(std::size_t x) const { return L::pointer_to(objects_[x].x); }
    [[nodiscard]] static std::string name(std::size_t x) { return {static_cast<char>('a' + x)}; }

    void draw(const std::array<unsigned, field_count>& to)
    {
        path.clear();
        count_ = 3;
        objects_ = {object{at(0), 2}, object{at(6), 1}, object{at(10), 1}};
        std::size_t field = 0;
        for (std::size_t x = 0; x < 3; ++x)
            for (std::size_t i = 0; i < objects_[x].wosize; ++i, ++field)
                objects_[x].fields[i] =
                    to[field] == 0 ? static_cast<W>(2 * field + 101) : pointer(to[field] - 1);
        words_.fill(0);
        for (std::size_t x = 0; x < 3; ++x) put(objects_[x]);
        words_[3] = L::make_header(2, color::blue, 0);
        words_[8] = L::make_header(1, color::white, 0);
        words_[9] = pointer(1);
    }
    void put(const object& o)
    {
        const auto h = word_of_address(hd_address<L>(o.x));
        words_[h] = L::make_header(static_cast<W>(o.wosize), color::white, 0);
        std::copy_n(o.fields.begin(), o.wosize,
                    words_.begin() + static_cast<std::ptrdiff_t>(h) + 1);
    }
    [[nodiscard]] static std::size_t word_of_address(header_of<L> h)
    {
        return static_cast<std::size_t>((h.at - origin) / L::mword);
    }
    void reach(const std::array<unsigned, field_count>& to, unsigned seen)
    {
        constexpr std::array<unsigned, field_count> from{0, 0, 1, 2};
        for (unsigned before = 0; before != seen;) {
            before = seen;
            for (std::size_t f = 0; f < field_count; ++f)
                if ((seen >> from[f] & 1) != 0 && to[f] != 0) seen |= 1U << (to[f] - 1);
        }
        for (unsigned x = 0; x < 3; ++x) objects_[x].usable = (seen >> x & 1) != 0;
    }

    /// Does `act`, goes on from there, and comes back.
    template <class F>
    [[nodiscard]] const char* after(const GC& gc, unsigned actions, std::string what, F act)
    {
        const auto words = words_;
        const auto stack = stack_;
        const auto objects = objects_;
        const auto count = count_;
        GC next = gc;
        path.push_back(std::move(what));
        const char* wrong = act(next);
        if (wrong == nullptr) wrong = explore(next, actions);
        if (wrong != nullptr) return wrong;
        path.pop_back();
        words_ = words;
        stack_ = stack;
        objects_ = objects;
        count_ = count;
        return nullptr;
    }
    [[nodiscard]] const char* explore(GC& gc, unsigned actions)
    {
        if (actions == 0) return run_to_the_end(gc);
        if (gc.at() == imperative::phase::idle) return find_wrong_end(gc);
        const auto* wrong = explore_actions(gc, actions - 1);
        if (wrong != nullptr) return wrong;
        return after(gc, actions, "step", [this](GC& g) { return one_step(g); });
    }
    [[nodiscard]] const char* one_step(GC& gc)
    {
        const char* wrong = "a slice of one step makes one step";
        return gc.slice(0) == 0 && gc.slice(1) == 1 ? nullptr : wrong;
    }
    [[nodiscard]] const char* run_to_the_end(GC& gc)
    {
        ++cycles;
        while (gc.at() != imperative::phase::idle)
            if (const auto* wrong = one_step(gc)) return wrong;
        return find_wrong_end(gc);
    }
    [[nodiscard]] const char* explore_actions(const GC& gc, unsigned actions)
    {
        const char* wrong = nullptr;
        for (std::size_t x = 0; x < count_ && wrong == nullptr; ++x)
            for (std::size_t i = 0; i < objects_[x].wosize && wrong == nullptr; ++i)
                for (std::size_t y = 0; y <= count_ && wrong == nullptr; ++y)
                    if (objects_[x].usable && (y == count_ || objects_[y].usable))
                        wrong = explore_write(gc, actions, x, i, y);
        for (const std::size_t times : {1, 4})
            if (wrong == nullptr && count_ + times <= most_objects)
                wrong = after(gc, actions, "allocate " + std::to_string(times),
                              [this, times](GC& g) { return allocate(g, times); });
        return wrong;
    }
    [[nodiscard]] const char* explore_write(const GC& gc, unsigned actions, std::size_t x,
                                            std::size_t i, std::size_t y)
    {
        const W v = y == count_ ? L::filler() : pointer(y);
        auto what = name(x) + "." + std::to_string(i + 1) + " := " + (y == count_ ? "1" : name(y));
        return after(gc, actions, std::move(what), [&](GC& g) -> const char* {
            g.write(objects_[x].x, static_cast<W>(i + 1), v);
            objects_[x].fields[i] = v;
            return nullptr;
        });
    }
    [[nodiscard]] const char* allocate(GC& gc, std::size_t times)
    {
        for (std::size_t i = 0; i < times; ++i) {
            const auto x = gc.allocate(1, 0);
            if (!x) break;
            for (std::size_t y = 0; y < count_; ++y)
                if (objects_[y].usable && objects_[y].x == *x)
                    return "a new object is where none is";
            objects_[count_++] = {*x, 1, {L::filler()}, true};
        }
        return nullptr;
    }

    [[nodiscard]] const object* find(std::size_t word) const
    {
        for (std::size_t x = 0; x < count_; ++x)
            if (objects_[x].usable && word_of_address(hd_address<L>(objects_[x].x)) == word)
                return &objects_[x];
        return nullptr;
    }
    [[nodiscard]] const char* find_wrong_end(const GC& gc) const
    {
        std::size_t found = 0, usable = 0, blue = 0, free = 0, fragments = 0, word = 0;
        while (word < word_count) {
            const auto header = words_[word];
            if (const auto* o = find(word)) {
                ++found;
                if (L::wosize(header) != o->wosize) return "a survivor keeps its size";
                if (!L::has_color(header, color::white)) return "a survivor is white at the end";
                if (!std::equal(o->fields.begin(),
                                o->fields.begin() + static_cast<std::ptrdiff_t>(o->wosize),
                                words_.begin() + static_cast<std::ptrdiff_t>(word) + 1))
                    return "the fields of a survivor hold what the mutator wrote";
            } else if (L::has_color(header, color::blue)) {
                ++blue;
                free += static_cast<std::size_t>(L::wosize(header)) + 1;
            } else if (L::wosize(header) != 0) {
                return "what was not reachable at the start, and is not new, is free";
            } else {
                ++fragments;
            }
            word += static_cast<std::size_t>(L::wosize(header)) + 1;
        }
        for (std::size_t x = 0; x < count_; ++x) usable += objects_[x].usable;
        if (word != word_count || found != usable)
            return "what was reachable at the start, or is new, survives";
        if (gc.free_words() < free || gc.free_words() > free + fragments)
            return "the allocator counts the free words";
        gc.free_blocks().each_free(gc.memory(), [&](header_of<L> h) {
            blue -= L::has_color(words_[word_of_address(h)], color::blue) ? 1 : 99;
            return blue < word_count;
        });
        return blue == 0 ? nullptr : "the allocator has each free block once";
    }

    std::array<W, word_count> words_{};
    std::array<value_of<L>, 4> stack_{};
    std::array<object, most_objects> objects_{};
    std::size_t count_ = 0;
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
                        if (!visit(std::array{a1, a2, b, c}, rooted)) return false;
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
