// tests/small_cycle_heap.hpp: three objects, as words and as the mutator remembers them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <type_traits>

#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/marked.hpp>

namespace test {

using namespace strata;

/// What the four fields of a, b and c hold: 0 is data, n a pointer to the n-th of them.
using small_cycle_fields = std::array<unsigned, 4>;

/// Three objects, with a free block between them, and a dead object that points to b.
///
///   word   0  1  2    3  4  5    6  7    8  9    10 11
///          a: 2       free: 2    b: 1    dead    c: 1
///
/// Where there are marks beside it, a is in two entries of them. Data and pointers are so large
/// that none can pass for a header.
///
/// The mutator may use what was reachable when the cycle started, as if it had loaded it into its
/// registers at once, and what it has allocated. A copy of this is a state to come back to.
template <layout L, class Ring>
struct small_cycle_heap {
    using W = word_of<L>;
    static constexpr std::size_t word_count = 12, most_objects = 7;
    static constexpr W origin = static_cast<W>((0x10'0000 + 62) * L::mword);

    struct object {
        value_of<L> x{};
        std::size_t wosize = 0;
        std::array<W, 2> fields{};
        bool usable = false;
    };

    std::array<W, word_count> words{};
    std::array<imperative::mark_entry, 2> marks{};
    std::array<value_of<L>, 4> stack{};
    Ring ring{};
    std::array<object, most_objects> objects{};
    std::size_t count = 0;

    /// The words as a memory of this type.
    template <class M>
    [[nodiscard]] M memory()
    {
        return memory(std::type_identity<M>{});
    }
    [[nodiscard]] W pointer(std::size_t x) const { return L::pointer_to(objects[x].x); }

    void draw(const small_cycle_fields& to, unsigned rooted)
    {
        *this = {};
        count = 3;
        objects = {object{at(0), 2}, object{at(6), 1}, object{at(10), 1}};
        std::size_t field = 0;
        for (std::size_t x = 0; x < 3; ++x)
            for (std::size_t i = 0; i < objects[x].wosize; ++i, ++field)
                objects[x].fields[i] = to[field] == 0 ? static_cast<W>(0x7F00'0001 + 2 * field)
                                                      : pointer(to[field] - 1);
        for (std::size_t x = 0; x < 3; ++x) put(objects[x]);
        words[3] = L::make_header(2, color::blue, 0);
        words[8] = L::make_header(1, color::white, 0);
        words[9] = pointer(1);
        reach(to, rooted);
    }

    /// The fields of a new object hold the filler. Nothing is wrong if no other is there.
    [[nodiscard]] const char* add(value_of<L> x)
    {
        if (find(word_at(x)) != nullptr) return "a new object is where none is";
        objects[count++] = {x, 1, {L::filler()}, true};
        return nullptr;
    }

    /// What is wrong with the blocks at any moment of a cycle, or nullptr.
    template <class GC>
    [[nodiscard]] const char* find_wrong_blocks(const GC& gc) const
    {
        std::size_t word = 0;
        while (word < word_count) {
            const auto size = static_cast<std::size_t>(L::wosize(words[word])) + 1;
            if (size > word_count - word) break;
            if constexpr (marked_memory<std::remove_cvref_t<decltype(gc.memory())>, W>)
                if (functional::is_marking(gc.at()) && !is_marked_right(gc.memory(), word, size))
                    return "black objects are marked, all of their words, and no others";
            word += size;
        }
        return word == word_count ? nullptr : "the blocks tile the memory at any moment";
    }

    /// What is wrong with the heap and the free blocks at the end of a cycle, or nullptr.
    template <class GC>
    [[nodiscard]] const char* find_wrong_end(const GC& gc) const
    {
        if (marks != decltype(marks){}) return "no word is marked at the end of a cycle";
        std::size_t found = 0, usable = 0, blue = 0, free = 0, fragments = 0, word = 0;
        while (word < word_count) {
            const auto header = words[word];
            const auto size = static_cast<std::size_t>(L::wosize(header)) + 1;
            if (const auto* o = find(word)) {
                ++found;
                if (const char* wrong = find_wrong_survivor(*o, word)) return wrong;
            } else if (L::has_color(header, color::blue)) {
                if (L::wosize(header) > L::max_wosize) return "no block is too large for a header";
                ++blue;
                free += size;
            } else if (size > 1) {
                return "what was not reachable at the start, and is not new, is free";
            } else {
                ++fragments;
            }
            word += size;
        }
        for (std::size_t x = 0; x < count; ++x) usable += objects[x].usable;
        if (word != word_count || found != usable)
            return "what was reachable at the start, or is new, survives";
        if (gc.free_words() < free || gc.free_words() > free + fragments)
            return "the allocator counts the free words";
        gc.free_blocks().each_free(gc.memory(), [&](header_of<L> h) {
            blue -= L::has_color(gc.memory().load(h.at), color::blue) ? 1 : word_count;
            return blue < word_count;
        });
        return blue == 0 ? nullptr : "the allocator has each free block once";
    }

private:
    template <class M>
    [[nodiscard]] M memory(std::type_identity<M>)
    {
        return {words, origin};
    }
    template <class M>
    [[nodiscard]] auto memory(std::type_identity<imperative::marked<L, M>>)
    {
        return imperative::with_marks<L>(M{words, origin}, marks);
    }
    /// Whether the block at `word` is marked as a whole, or not at all, and so is its header.
    template <class M>
    [[nodiscard]] bool is_marked_right(const M& memory, std::size_t word, std::size_t size) const
    {
        const bool marked = memory.is_marked(hd_address<L>(at(word)).at);
        for (std::size_t i = 1; i < size; ++i)
            if (memory.is_marked(hd_address<L>(at(word + i)).at) != marked) return false;
        return !L::has_color(words[word], color::black) &&
               (!marked || L::has_color(words[word], color::white));
    }
    [[nodiscard]] static value_of<L> at(std::size_t word)
    {
        return {static_cast<W>(origin + (word + 1) * L::mword)};
    }
    [[nodiscard]] static std::size_t word_at(value_of<L> x)
    {
        return static_cast<std::size_t>((x.at - origin) / L::mword) - 1;
    }
    void put(const object& o)
    {
        auto* const header = words.data() + word_at(o.x);
        *header = L::make_header(static_cast<W>(o.wosize), color::white, 0);
        std::copy_n(o.fields.begin(), o.wosize, header + 1);
    }
    void reach(const small_cycle_fields& to, unsigned seen)
    {
        constexpr small_cycle_fields from{0, 0, 1, 2};
        for (unsigned before = 0; before != seen;) {
            before = seen;
            for (std::size_t f = 0; f < from.size(); ++f)
                if ((seen >> from[f] & 1) != 0 && to[f] != 0) seen |= 1U << (to[f] - 1);
        }
        for (unsigned x = 0; x < 3; ++x) objects[x].usable = (seen >> x & 1) != 0;
    }
    [[nodiscard]] const object* find(std::size_t word) const
    {
        for (std::size_t x = 0; x < count; ++x)
            if (objects[x].usable && word_at(objects[x].x) == word) return &objects[x];
        return nullptr;
    }
    [[nodiscard]] const char* find_wrong_survivor(const object& o, std::size_t word) const
    {
        if (L::wosize(words[word]) != o.wosize) return "a survivor keeps its size";
        if (!L::has_color(words[word], color::white)) return "a survivor is white at the end";
        for (std::size_t i = 0; i < o.wosize; ++i)
            if (words[word + 1 + i] != o.fields[i])
                return "the fields of a survivor hold what the mutator wrote";
        return nullptr;
    }
};

}  // namespace test
