// tests/test_replicating.cpp: incremental copying, with roots as hints, while a mutator writes.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/replicating.hpp>

#include "copied_layouts.hpp"
#include "shapes.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;

/// A program whose objects have a number and two references.
template <layout L>
struct program {
    using W = word_of<L>;
    // In a bitmap layout there is a bitmap before the fields, in cons cells the collector's field.
    static constexpr W extra = std::is_same_v<L, cons_cells> || test::has_bitmap<L> ? 1 : 0;
    static constexpr W number_field = 1 + extra, left = 2 + extra, right = 3 + extra;
    static constexpr W wosize = right, words = wosize + 1;

    std::vector<W> one, other, beside;
    replicating<L, checked_memory<L>, audited_replicas<L>> gc;

    program(std::size_t n, std::size_t m)
        : one(n)
        , other(m)
        , beside(std::max(n, m), 7)
        , gc{{one, 64 * L::mword}, {other, 0x4000 * L::mword}, {beside, 0x8000 * L::mword}}
    {}
    /// No pointer of any layout: odd, and in neither space.
    [[nodiscard]] static W numbered(W n) { return static_cast<W>(0x4000'0001 + 2 * n); }

    [[nodiscard]] W make(W n)
    {
        const auto x = gc.allocate(wosize, 0);
        REQUIRE(x.has_value());
        if (test::has_bitmap<L>) gc.write(*x, 1, 6);
        gc.write(*x, number_field, numbered(n));
        return L::pointer_to(*x);
    }
    void point(W object, W field, W to) { gc.write(L::target(object), field, to); }
    [[nodiscard]] W field(W object, W i) const
    {
        return gc.memory().load(field_addr<L>(hd_address<L>(L::target(object)), i));
    }
    [[nodiscard]] W number_of(W object) const { return (field(object, number_field) & 0xffff) / 2; }
    [[nodiscard]] std::size_t used() const
    {
        return static_cast<std::size_t>((gc.memory().end() - gc.memory().begin()) / mword<L>()) /
               words;
    }
};

TEST_CASE_TEMPLATE_DEFINE("roots are hints: no slot and no original changes before the end", L,
                          hints)
{
    program<L> p{40, 40};
    const auto a = p.make(1), b = p.make(2), c = p.make(3);
    p.point(a, p.left, b);
    p.point(b, p.right, a);
    std::array roots{a, c};
    const auto words = p.one;
    p.gc.begin(roots);
    CHECK(p.gc.replicated() == 2 * p.words);
    while (p.gc.step(1)) {
    }
    CHECK(p.gc.replicated() == 3 * p.words);
    CHECK(p.one == words);
    CHECK(roots == std::array{a, c});
    CHECK(p.number_of(p.field(a, p.left)) == 2);
    CHECK(p.gc.finish(roots));
    CHECK(p.number_of(roots[0]) == 1);
    CHECK(p.number_of(roots[1]) == 3);
    CHECK(p.number_of(p.field(roots[0], p.left)) == 2);
    CHECK(p.field(p.field(roots[0], p.left), p.right) == roots[0]);
    CHECK(p.one == words);
}
TEST_CASE_TEMPLATE_APPLY(hints, test::copied_layouts);

TEST_CASE_TEMPLATE_DEFINE("what is written to an original is written to its replica", L, writes)
{
    program<L> p{60, 60};
    auto a = p.make(1), b = p.make(2);
    p.point(a, p.left, b);
    p.gc.begin(std::array{a});
    while (p.gc.step(1)) {
    }
    const auto late = p.make(3);  // reachable only from what is scanned
    p.point(late, p.left, a);
    p.point(b, p.right, late);
    p.point(a, p.number_field, p.numbered(4));
    p.point(a, p.left, L::filler());
    p.point(a, p.right, b);
    std::array roots{a};
    CHECK(p.gc.finish(roots));
    CHECK(p.number_of(roots[0]) == 4);
    CHECK(p.field(roots[0], p.left) == L::filler());
    const auto moved = p.field(roots[0], p.right);
    CHECK(p.number_of(moved) == 2);
    CHECK(p.number_of(p.field(moved, p.right)) == 3);
    CHECK(p.field(p.field(moved, p.right), p.left) == roots[0]);
    CHECK(p.used() == 3);
}
TEST_CASE_TEMPLATE_APPLY(writes, test::copied_layouts);

TEST_CASE("roots that no hint named are found when a collection finishes")
{
    using L = ocaml_64;
    program<L> p{60, 60};
    const auto a = p.make(1), b = p.make(2), garbage = p.make(3);
    p.point(garbage, p.left, b);
    p.gc.begin(std::vector<word_of<L>>{});
    CHECK_FALSE(p.gc.step(9));
    CHECK(p.gc.replicated() == 0);
    p.point(a, p.right, b);
    std::array roots{a};
    CHECK(p.gc.finish(roots));
    CHECK(p.used() == 2);
    CHECK(p.number_of(p.field(roots[0], p.right)) == 2);
}

TEST_CASE("a hint that has died lives until the next collection and no longer")
{
    using L = ocaml_64;
    program<L> p{60, 60};
    const auto a = p.make(1), b = p.make(2);
    p.gc.begin(std::array{a, b});
    std::array roots{a};
    CHECK(p.gc.finish(roots));
    CHECK(p.used() == 2);
    p.gc.begin(roots);
    CHECK(p.gc.finish(roots));
    CHECK(p.used() == 1);
}

TEST_CASE_TEMPLATE_DEFINE("a to-space too small is given up, and the mutator goes on", L, room)
{
    using P = program<L>;
    P p{10 * P::words, 2 * P::words + 1};
    const auto a = p.make(1), b = p.make(2), c = p.make(3);
    p.point(a, p.left, b);
    p.point(b, p.left, c);
    std::array roots{a};
    const auto words = p.one;
    p.gc.begin(roots);
    CHECK_FALSE(p.gc.step(9));
    CHECK_FALSE(p.gc.finish(roots));
    CHECK(roots == std::array{a});
    CHECK(p.one == words);
    p.point(b, p.left, L::filler());
    p.gc.begin(roots);
    CHECK(p.gc.finish(roots));
    CHECK(p.used() == 2);
    CHECK(p.number_of(p.field(roots[0], p.left)) == 2);
}
TEST_CASE_TEMPLATE_APPLY(room, test::copied_layouts);

TEST_CASE("a write to raw bytes, a closure or a bitmap is kept as it is")
{
    using L = ocaml_64;
    std::vector<std::uint64_t> one(20), other(20), beside(20);
    replicating<L, checked_memory<L>, audited_replicas<L>> gc{
        {one, 0x1000}, {other, 0x2000}, {beside, 0x3000}};
    const auto bytes = gc.allocate(1, 252), closure = gc.allocate(3, 247), x = gc.allocate(1, 0);
    gc.begin(std::array{bytes->at, closure->at, x->at});
    CHECK_FALSE(gc.step(4));
    gc.write(*bytes, 1, x->at);  // looks like a pointer
    gc.write(*closure, 3, x->at);
    gc.write(*closure, 2, L::make_closure_info(1, 2));  // and only now the last field is a value
    std::array roots{bytes->at, closure->at};
    const auto before = *x;
    CHECK(gc.finish(roots));
    CHECK(gc.memory().load(roots[0]) == before.at);
    CHECK(gc.memory().load(roots[1] + 16) == 0x2000 + 7 * 8);
}

/// Objects by number, and the numbers of what they lead to; 0 is nothing.
using shadow = std::map<std::uint32_t, std::array<std::uint32_t, 2>>;

/// Whether what `object` leads to is what the shadow says of `number`.
template <layout L>
[[nodiscard]] bool agrees(const program<L>& p, const shadow& model, word_of<L> object,
                          std::uint32_t number)
{
    std::vector<std::pair<word_of<L>, std::uint32_t>> unvisited{{object, number}};
    std::map<std::uint32_t, word_of<L>> visited;
    while (!unvisited.empty()) {
        const auto [x, n] = unvisited.back();
        unvisited.pop_back();
        if ((x == L::filler()) != (n == 0)) return false;
        if (n == 0) continue;
        if (const auto [at, fresh] = visited.emplace(n, x); !fresh) {
            if (at->second != x) return false;
            continue;
        }
        if (p.number_of(x) != n) return false;
        unvisited.emplace_back(p.field(x, p.left), model.at(n)[0]);
        unvisited.emplace_back(p.field(x, p.right), model.at(n)[1]);
    }
    return true;
}

TEST_CASE_TEMPLATE_DEFINE("a mutator between the steps sees one graph, whatever it does", L, random)
{
    using W = word_of<L>;
    constexpr std::size_t slots = 6;
    std::mt19937 numbers{11};
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(numbers() % n); };
    for (int round = 0; round < 12; ++round) {
        CAPTURE(round);
        program<L> p{40 * program<L>::words, 40 * program<L>::words};
        shadow model;
        std::array<W, slots> roots{};
        roots.fill(L::filler());
        std::array<std::uint32_t, slots> names{};
        std::uint32_t made = 0;
        for (int turn = 0; turn < 90; ++turn) {
            const auto k = below(slots), to = below(slots), f = below(2);
            const auto field = f == 0 ? p.left : p.right;
            switch (below(6)) {
            case 0:
            case 1:
                if (p.used() == 40) break;
                names[k] = ++made;
                model[made] = {0, 0};
                roots[k] = p.make(made);
                break;
            case 2:
            case 3:
                if (names[k] == 0) break;
                p.point(roots[k], field, roots[to]);
                model[names[k]][f] = names[to];
                break;
            case 4:
                if (names[k] == 0) break;  // and so objects are lost
                roots[to] = p.field(roots[k], field);
                names[to] = model[names[k]][f];
                break;
            default:
                if (!p.gc.is_collecting()) p.gc.begin(std::span{roots}.first(below(slots)));
                else if (below(3) != 0) p.gc.step(1 + below(2));
                else CHECK(p.gc.finish(roots));
            }
            for (std::size_t r = 0; r < slots; ++r) REQUIRE(agrees(p, model, roots[r], names[r]));
        }
    }
}
TEST_CASE_TEMPLATE_APPLY(random, test::copied_layouts);

}  // namespace
