// tests/one_copy.hpp: a copying collection of one small heap, and what it must leave.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <strata/layer2_functional/copy.hpp>
#include <strata/layer3_imperative/bump.hpp>
#include <strata/layer3_imperative/cheney_queue.hpp>
#include <strata/layer3_imperative/eager_queue.hpp>
#include <strata/layer3_imperative/gc.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>

#include "small_heaps.hpp"

namespace test {

/// Where the other space is: behind a gap, so that what just misses one space is not in the other.
template <layout L>
inline constexpr word_of<L>
    other_origin = static_cast<word_of<L>>(small_origin<L> + word<word_of<L>>(1024) * mword<L>());

/// To-space and the roots after a collection that scans the copies in their order: a table from
/// places to places, and nothing of Strata's.
template <layout L>
struct copy_prediction {
    using W = word_of<L>;

    std::array<W, most_words> words{};
    std::array<W, 2> roots{};
    std::size_t size = 0;
    std::array<std::size_t, most_words> moved{};  ///< of each copied object: to which place
    places copied = 0;

    constexpr copy_prediction(const small_heap<L>& before, const std::array<W, 2>& r)
    {
        std::array<std::size_t, most_words> from{};  // of each word of to-space: from which place
        for (std::size_t k = 0; k < r.size(); ++k) roots[k] = redirect(before, r[k], from);
        for (std::size_t p = 0; p < size; ++p) {
            const auto w = before.storage[from[p]];
            words[p] = (before.values & only(from[p])) != 0 ? redirect(before, w, from) : w;
        }
    }

private:
    constexpr W redirect(const small_heap<L>& before, W w, auto& from)
    {
        for (std::size_t k = 0; k < before.pointer_count; ++k) {
            if (before.pointers[k] != w) continue;
            const auto object = before.owner[k];
            if ((copied & only(object)) == 0) append(before, object, from);
            const auto inside = static_cast<W>(w - before.origin() - object * L::mword);
            return static_cast<W>(other_origin<L> + moved[object] * L::mword + inside);
        }
        return w;
    }
    constexpr void append(const small_heap<L>& before, std::size_t object, auto& from)
    {
        copied |= only(object);
        moved[object] = size;
        for (auto p = object; p == object || (p < before.size && (before.starts & only(p)) == 0);)
            from[size++] = p++;
    }
};

/// Whether the first `n` words are the same.
template <class A, class B>
[[nodiscard]] constexpr bool same_prefix(const A& a, const B& b, std::size_t n)
{
    for (std::size_t p = 0; p < n; ++p)
        if (a[p] != b[p]) return false;
    return true;
}

/// A small heap and a to-space of `room` words, under layer 3.
template <layout L, template <class> class Memory>
struct copying {
    using W = word_of<L>;

    std::array<W, most_words> from, to{};
    std::array<W, 2> roots;
    std::size_t size, room;
    std::array<value_of<L>, most_words> storage{};

    constexpr copying(const small_heap<L>& before, const std::array<W, 2>& r, std::size_t words)
        : from{before.storage}
        , roots{r}
        , size{before.size}
        , room{words}
    {
        to.fill(L::make_header(word<W>(1), color::gray, word<W>(0)));
    }
    [[nodiscard]] constexpr Memory<L> from_space()
    {
        return {{from.data(), size}, small_origin<L>};
    }
    [[nodiscard]] constexpr Memory<L> to_space() { return {{to.data(), room}, other_origin<L>}; }

    /// How many words of to-space are in use afterwards; more than there are if there was no room.
    template <class S, class Audit>
    constexpr std::size_t collect(S worklist, Audit audit)
    {
        const auto space = to_space();
        const auto s =
            imperative::gc(imperative::begin_copy<L>(from_space(), space,
                                                     imperative::all_of<L>(space), worklist, audit),
                           roots);
        if (!s.ok) return most_words + 1;
        return static_cast<std::size_t>((s.room.next - space.begin()) / mword<L>());
    }
    template <class Audit>
    constexpr std::size_t breadth_first(Audit audit)
    {
        return collect(imperative::cheney_queue<L>{to_space()}, audit);
    }
    /// With room for `n` copies on the stack, or `n` fields.
    template <class Audit>
    constexpr std::size_t depth_first(Audit audit, std::size_t n)
    {
        return collect(imperative::mark_stack<W>{std::span{storage}.first(n)}, audit);
    }
    template <class Audit>
    constexpr std::size_t preorder(Audit audit, std::size_t n)
    {
        return collect(imperative::slot_stack<W>{std::span{storage}.first(n)}, audit);
    }
    template <class Audit>
    constexpr std::size_t eager(Audit audit, std::size_t n)
    {
        return collect(imperative::eager_queue<L>{to_space(), std::span{storage}.first(n)}, audit);
    }
};

}  // namespace test
