// tests/three_copies.hpp: heaps of three objects, some of which stand for another, and which move.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <strata/layer3_imperative/replicating.hpp>
#include <strata/layer3_imperative/semispace.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

#include "three_objects.hpp"

namespace test::lazy {

/// Walks from a root or a field in both heaps. `passes` says whether forward blocks are passed by.
template <class M>
[[nodiscard]] bool follows(const three_objects& t, const M& to, std::size_t held, W word,
                           std::array<W, objects>& places, bool passes = true)
{
    if (held >= objects) return word == t.word(held, origin);
    if (places[held] != 0) return places[held] == word;
    if (!functional::leads_into<L>(to, word)) return false;
    places[held] = word;
    if (to.load(word - 8) != header(1, t.tags[held])) return false;
    const auto next = passes ? t.after(held) : t.holds[held];
    return t.tags[held] == real || follows(t, to, next, to.load(word), places, passes);
}

/// Whether copies of what the roots reach, and no others, are what they must be.
template <class M>
[[nodiscard]] bool are_right(const three_objects& t, const M& copies, const std::vector<W>& roots,
                             bool passes = true)
{
    std::array<W, objects> places{};
    std::vector<std::size_t> held;
    for (std::size_t r = 0; r < roots.size(); ++r) {
        held.push_back(passes ? t.passed_by(t.roots[r]) : t.roots[r]);
        if (!follows(t, copies, held[r], roots[r], places, passes)) return false;
    }
    std::size_t count = 0;
    for (const bool live : t.live(held, !passes)) count += live;
    return !functional::find_defect<L>(copies) && functional::h_allocs<L>(copies).size() == count;
}

template <class Order, class Audit>
[[nodiscard]] bool copies_are_right(const three_objects& t, Order order)
{
    auto hp = t.heap();
    std::vector<W> other(hp.words.size());
    const memory from{hp.words, origin}, to{other, other_origin};
    auto roots = t.root_words();
    auto s = imperative::gc(imperative::begin_copy<L>(from, to, imperative::all_of<L>(to),
                                                      order.template worklist_for<L>(to), Audit{}),
                            roots);
    return s.ok && are_right(t, functional::first_words<W>(to, s.room.next), roots);
}

/// An object of three fields that stands for a value; each leads to another one that does, the last
/// of which leads to a record. They are copied as they are: none is passed by, whether a root leads
/// to them or a record does.
template <class Order, class Audit>
[[nodiscard]] bool wide_copy_is_right(Order order, bool is_root)
{
    const auto address = [](W n) { return origin + 32 + 16 * n + 8; };
    std::vector<W> words{header(3, forward), address(0), address(1),         address(2),
                         header(1, forward), 1,          header(1, forward), 3,
                         header(1, forward), address(3), header(1, record),  5,
                         header(1, record),  origin + 8};
    std::vector<W> other(words.size()), roots{is_root ? origin + 8 : address(4)};
    const memory from{words, origin}, to{other, other_origin};
    const auto s =
        imperative::gc(imperative::begin_copy<L>(from, to, imperative::all_of<L>(to),
                                                 order.template worklist_for<L>(to), Audit{}),
                       roots);
    const auto next = [&](W at, W i, W tag) {
        const auto value = to.load(at + 8 * i);
        const bool right =
            functional::leads_into<L>(to, value) && to.load(value - 8) == header(1, tag);
        return right ? value : other_origin;
    };
    const auto wide = is_root ? roots[0] : to.load(roots[0]);
    return s.ok && to.load(wide - 8) == header(3, forward) &&
           to.load(next(wide, 0, forward)) == 1 && to.load(next(wide, 1, forward)) == 3 &&
           to.load(next(next(wide, 2, forward), 0, record)) == 5;
}

template <class Audit>
[[nodiscard]] bool replicas_are_right(const three_objects& t)
{
    auto hp = t.heap();
    std::vector<W> other(hp.words.size()), beside(hp.words.size());
    const memory from{hp.words, origin};
    imperative::replicating<L, memory, Audit> gc{
        from, {other, other_origin}, {beside, 2 * other_origin}, {from.end(), from.end()}};
    auto roots = t.root_words();
    gc.begin(roots);
    return gc.finish(roots) && are_right(t, gc.memory(), roots);
}

/// The three objects are young. What they stand for is passed by when the old space is collected.
template <class Old, class Audit>
[[nodiscard]] bool promotions_are_right(const three_objects& t)
{
    std::vector<W> words(2 * objects), young(2 * objects), table(1);
    std::array<value_of<L>, 1> marks{}, stack{};
    imperative::with_nursery<Old, Audit> gc{
        Old{{words, other_origin}, marks}, {young, origin}, table, stack};
    const auto hp = t.heap();
    young = hp.words;
    gc.young().next = origin;
    auto roots = t.root_words();
    if (!gc.minor(roots) || !are_right(t, gc.old().memory(), roots, false)) return false;
    if (!gc.collect(roots)) return false;
    std::array<W, objects> places{};
    for (std::size_t r = 0; r < roots.size(); ++r)
        if (!follows(t, gc.old().memory(), t.roots[r], roots[r], places)) return false;
    return true;
}

}  // namespace test::lazy
