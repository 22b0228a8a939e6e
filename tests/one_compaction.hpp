// tests/one_compaction.hpp: a compaction of one small heap, and what it must leave.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <strata/layer2_functional/compact.hpp>
#include <strata/layer3_imperative/compact.hpp>

#include "small_heaps.hpp"

namespace test {

/// What comes before a small heap, so that its words are in two entries of the map.
enum class front { nothing, free_block, object };
inline constexpr std::size_t front_words = 60;

[[nodiscard]] constexpr std::size_t words_of(front f)
{
    return f == front::nothing ? 0 : front_words;
}

/// A small heap behind such a front. In an object there every field is an immediate, and where the
/// layout has a bitmap its bits are all clear.
template <layout L>
[[nodiscard]] functional::heap<L> behind(const small_heap<L>& before, front f)
{
    using W = word_of<L>;
    const auto n = words_of(f);
    functional::heap<L> hp{static_cast<W>(before.origin() - n * L::mword), {}};
    hp.words.assign(n, L::filler());
    if (n > 0)
        hp.words[0] = L::make_header(static_cast<W>(n - 1),
                                     f == front::object ? color::white : color::blue, W{0});
    if (n > 0 && has_bitmap<L>) hp.words[1] = 0;
    hp.words.insert(hp.words.end(), before.words().begin(), before.words().end());
    return hp;
}

/// Whether the first word of a small heap is pointed to as if it were a field: with something
/// before it, it would be in the heap, and no object's.
template <layout L>
[[nodiscard]] bool leads_to_front(const small_heap<L>& before, const std::array<word_of<L>, 2>& r)
{
    const auto first = L::pointer_to({before.origin()});
    for (std::size_t p = 0; p < before.size; ++p)
        if ((before.values & only(p)) != 0 && before.storage[p] == first) return true;
    return r[0] == first || r[1] == first;
}

/// The objects one behind the other, and the roots: a table from places to places, and nothing of
/// Strata's.
template <layout L>
struct compact_prediction {
    using W = word_of<L>;

    std::vector<W> words{};  ///< up to the end of the last object
    std::array<W, 2> roots{};

    compact_prediction(const small_heap<L>& before, const std::array<W, 2>& r, front f)
    {
        const auto kept = f == front::object ? front_words : 0;
        std::array<std::size_t, most_words> moved{};
        std::size_t size = 0, object = before.size;
        for (std::size_t p = 0; p < before.size; ++p) {
            if ((before.starts & only(p)) != 0)
                object = (before.objects & only(p)) != 0 ? p : before.size;
            if (object == before.size) continue;
            if (object == p) moved[p] = size;
            ++size;
        }
        const auto first = static_cast<W>(before.origin() - words_of(f) * L::mword);
        const auto redirect = [&](W w) {
            for (std::size_t k = 0; k < before.pointer_count; ++k) {
                const auto from = before.owner[k];
                if (before.pointers[k] != w) continue;
                const auto inside = static_cast<W>(w - before.origin() - from * L::mword);
                return static_cast<W>(first + (kept + moved[from]) * L::mword + inside);
            }
            return w;
        };
        const auto all = behind(before, f).words;
        words.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept));
        for (std::size_t p = 0; p < before.size; ++p) {
            if ((before.starts & only(p)) != 0)
                object = (before.objects & only(p)) != 0 ? p : before.size;
            if (object == before.size) continue;
            const auto w = before.storage[p];
            words.push_back((before.values & only(p)) != 0 ? redirect(w) : w);
        }
        for (std::size_t k = 0; k < r.size(); ++k) roots[k] = redirect(r[k]);
    }

    /// The word behind the last object, if there is one: the header of all that is free.
    [[nodiscard]] W header_of_rest(std::size_t size) const
    {
        const auto wosize = static_cast<W>(size - words.size() - 1);
        return L::make_header(wosize, wosize == 0 ? color::white : color::blue, W{0});
    }
    /// Whether the heap is as predicted.
    [[nodiscard]] bool is_met_by(const std::vector<W>& after) const
    {
        for (std::size_t p = 0; p < words.size(); ++p)
            if (after[p] != words[p]) return false;
        return words.size() == after.size() || after[words.size()] == header_of_rest(after.size());
    }
};

}  // namespace test
