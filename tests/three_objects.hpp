// tests/three_objects.hpp: every heap of three objects, some of which stand for another value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/instantiations/ocaml_lazy_64.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

namespace test::lazy {

using namespace strata;
using L = ocaml_lazy_64;
using W = std::uint64_t;
using memory = imperative::checked_memory<L>;

inline constexpr W record = 0, lazy = 246, closure = 247, forward = 250, real = 253;
inline constexpr W origin = 0x1000, other_origin = 0x2000, outside = 0x8000, immediate = 7;

[[nodiscard]] constexpr W header(W wosize, W tag)
{
    return L::make_header(wosize, color::white, tag);
}

inline constexpr std::size_t objects = 3;

/// Objects of one field each: their tags, and what the fields hold: an immediate, a pointer out of
/// the heap, or the number of an object.
struct three_objects {
    enum : std::size_t { a_number = objects, a_pointer_out };

    std::array<W, objects> tags{};
    std::array<std::size_t, objects> holds{};
    std::vector<std::size_t> roots{};

    [[nodiscard]] static W address(std::size_t n, W base) { return base + 16 * W{n} + 8; }
    [[nodiscard]] W word(std::size_t held, W base) const
    {
        if (held == a_number) return immediate;
        return held == a_pointer_out ? outside : address(held, base);
    }
    [[nodiscard]] functional::heap<L> heap() const
    {
        functional::heap<L> hp{origin, {}};
        for (std::size_t n = 0; n < objects; ++n) {
            hp.words.push_back(header(1, tags[n]));
            hp.words.push_back(tags[n] == real ? 5 : word(holds[n], origin));
        }
        return hp;
    }
    [[nodiscard]] std::vector<W> root_words() const
    {
        std::vector<W> words;
        for (const auto n : roots) words.push_back(address(n, origin));
        return words;
    }

    /// What may be put where `held` is, told without the collectors' words.
    [[nodiscard]] std::size_t passed_by(std::size_t held) const
    {
        if (held >= objects || tags[held] != forward) return held;
        const auto result = holds[held];
        if (result == a_number) return result;
        if (result == a_pointer_out) return held;
        const auto tag = tags[result];
        return tag == forward || tag == lazy || tag == real ? held : result;
    }
    [[nodiscard]] std::size_t after(std::size_t n) const
    {
        return tags[n] == forward ? holds[n] : passed_by(holds[n]);
    }
    /// The objects that `from` lead to; through what was there, or through what is there after.
    [[nodiscard]] std::vector<bool> live(const std::vector<std::size_t>& from, bool as_before) const
    {
        std::vector<bool> found(objects);
        auto todo = from;
        while (!todo.empty()) {
            const auto n = todo.back();
            todo.pop_back();
            if (n >= objects || found[n]) continue;
            found[n] = true;
            if (tags[n] != real) todo.push_back(as_before ? holds[n] : after(n));
        }
        return found;
    }
};

template <class F>
void for_each_three(F visit)
{
    constexpr std::array tags{record, forward, lazy, real};
    three_objects t;
    for (unsigned choice = 0; choice < 64 * 125; ++choice) {
        auto rest = choice;
        bool is_new = true;
        for (std::size_t n = 0; n < objects; ++n) {
            t.tags[n] = tags[rest % 4];
            rest /= 4;
        }
        for (std::size_t n = 0; n < objects; ++n) {
            t.holds[n] = rest % 5;
            rest /= 5;
            is_new = is_new && (t.tags[n] != real || t.holds[n] == 0);
        }
        if (!is_new) continue;
        t.roots = {0};
        visit(t);
        t.roots = {1, 2};
        visit(t);
    }
}

/// Whether a heap that was not moved is what it must be.
template <class M>
[[nodiscard]] bool is_right(const three_objects& t, const M& hp, const std::vector<bool>& live)
{
    if (functional::find_defect<L>(hp)) return false;
    std::size_t count = 0;
    for (std::size_t n = 0; n < objects; ++n) {
        if (!live[n]) continue;
        ++count;
        const auto x = t.address(n, origin);
        if (hp.load(x - 8) != header(1, t.tags[n])) return false;
        if (t.tags[n] != real && hp.load(x) != t.word(t.after(n), origin)) return false;
    }
    return functional::h_allocs<L>(hp).size() == count;
}

template <class A, std::size_t Window, class Audit>
[[nodiscard]] bool mark_sweep_is_right(const three_objects& t)
{
    auto hp = t.heap();
    std::array<value_of<L>, 1> stack{};
    imperative::mark_sweep<L, memory, A, Window, Audit> gc{
        {hp.words, origin}, stack, imperative::contents::existing};
    gc.collect(t.root_words());
    const auto once = hp;
    const bool right = is_right(t, hp, t.live(t.roots, false));
    gc.collect(t.root_words());
    return right && hp == once;
}

template <class Audit>
[[nodiscard]] bool incremental_is_right(const three_objects& t, std::uint64_t budget)
{
    auto hp = t.heap();
    using GC = imperative::incremental<L, memory, imperative::next_fit<L>, 1, Audit>;
    std::array<value_of<L>, 1> stack{};
    typename GC::ring_type ring{};
    GC gc{{hp.words, origin}, stack, ring, imperative::contents::existing};
    const auto roots = t.root_words();
    gc.start(roots);
    while (gc.at() != imperative::phase::idle) gc.slice(budget);
    return is_right(t, hp, t.live(t.roots, true));
}

}  // namespace test::lazy
