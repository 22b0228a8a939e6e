// tests/test_copy.cpp: what copying promises, on heaps drawn by hand and on random ones.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include <strata/instantiations/all.hpp>
#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer3_imperative/bump.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/eager_queue.hpp>
#include <strata/layer3_imperative/gc.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"
#include "random_heaps.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;
using functional::heap;

template <layout L>
constexpr word_of<L> to_origin = static_cast<word_of<L>>(0x100000 * L::mword);

/// A collection of `from`, audited, into a to-space of `room` words.
template <layout L>
struct copied {
    using W = word_of<L>;

    heap<L> from, to;
    std::vector<W> roots;
    std::vector<value_of<L>> storage;
    bool ok = false;
    std::size_t used = 0;

    copied(heap<L> before, std::vector<W> r, std::size_t room, std::size_t stack = 8)
        : from{std::move(before)}
        , to{to_origin<L>, std::vector<W>(room)}
        , roots{std::move(r)}
        , storage(stack)
    {}
    using memory = checked_memory<L>;
    [[nodiscard]] memory to_space() { return {to.words, to.origin}; }

    template <class S>
    copied& with(S worklist)
    {
        auto s = gc(begin_copy<L>(memory{from.words, from.origin}, to_space(),
                                  all_of<L>(to_space()), worklist, audited_gc<L>{}),
                    roots);
        ok = s.ok;
        used = static_cast<std::size_t>((s.room.next - to.begin()) / mword<L>());
        return *this;
    }
    copied& breadth_first() { return with(cheney_queue<L>{to_space()}); }
    copied& depth_first() { return with(mark_stack<W>{storage}); }
    copied& preorder() { return with(slot_stack<W>{storage}); }
    copied& eager() { return with(eager_queue<L>{to_space(), storage}); }

    /// Field `i` of what the root number `r` leads to.
    [[nodiscard]] W field(std::size_t r, std::size_t i) const
    {
        return to.load(static_cast<W>(roots[r] + (i - 1) * L::mword));
    }
};

using O = ocaml_64;
using builder = test::heap_builder<O>;

// A tree of seven nodes, each with its number and two sub-trees; the root has number 1.
heap<O> tree(word_of<O>& root)
{
    builder b;
    std::array<value_of<O>, 8> node{};
    for (std::size_t n = 7; n >= 1; --n) {
        if (n >= 4) node[n] = b.record({b.data(n), b.data(0), b.data(0)});
        else node[n] = b.record({b.data(n), b.to(node[2 * n]), b.to(node[2 * n + 1])});
    }
    root = node[1].at;
    return b.hp;
}

/// The numbers of the nodes in the order in which they lie in to-space.
std::vector<word_of<O>> order(const copied<O>& c)
{
    std::vector<word_of<O>> numbers;
    for (std::size_t p = 0; p < c.used; p += 4) numbers.push_back(c.to.words[p + 1] / 2);
    return numbers;
}

TEST_CASE("the worklist decides the order of the copies")
{
    word_of<O> root{};
    const auto hp = tree(root);
    using numbers = std::vector<word_of<O>>;
    CHECK(order(copied<O>{hp, {root}, 28}.breadth_first()) == numbers{1, 2, 3, 4, 5, 6, 7});
    CHECK(order(copied<O>{hp, {root}, 28}.depth_first()) == numbers{1, 2, 3, 6, 7, 4, 5});
    CHECK(order(copied<O>{hp, {root}, 28}.preorder()) == numbers{1, 3, 7, 6, 2, 5, 4});
    CHECK(order(copied<O>{hp, {root}, 28}.eager()) == numbers{1, 2, 3, 6, 7, 4, 5});
}

TEST_CASE("a stack for one copy is enough: what it drops is found again in to-space")
{
    word_of<O> root{};
    const auto hp = tree(root);
    for (std::size_t entries = 1; entries < 4; ++entries) {
        CHECK(copied<O>{hp, {root}, 28, entries}.depth_first().used == 28);
        CHECK(copied<O>{hp, {root}, 28, entries}.eager().used == 28);
        CHECK(copied<O>{hp, {root}, 28, entries}.preorder().used == 28);
    }
}

TEST_CASE("a to-space one word too small is a clear result, and nothing is lost")
{
    word_of<O> root{};
    const auto hp = tree(root);
    for (std::size_t room = 0; room < 28; ++room) {
        const auto c = copied<O>{hp, {root, 7}, room}.breadth_first();
        CHECK_FALSE(c.ok);
        CHECK(c.from == hp);
        CHECK(c.roots == std::vector<word_of<O>>{root, 7});
    }
    CHECK(copied<O>{hp, {root, 7}, 28}.breadth_first().ok);
}

TEST_CASE("a pointer into a closure leads as far into its copy")
{
    builder b;
    b.record({b.data(1)});  // garbage, so that distances are not equal by chance
    const auto code = builder::data(9).word;
    const auto closure =
        b.block(color::white, 247,
                {code, O::make_closure_info(1, 6), O::make_header(3, color::white, 249), code,
                 O::make_closure_info(2, 3), code, builder::data(5).word});
    const value_of<O> inside{closure.at + 3 * 8};
    const auto holder = b.record({b.to(inside)});
    const auto c = copied<O>{b.hp, {holder.at, inside.at, closure.at}, 10}.breadth_first();
    CHECK(c.ok);
    CHECK(c.roots == std::vector<word_of<O>>{0x800008, 0x800018 + 3 * 8, 0x800018});
    CHECK(c.field(0, 1) == 0x800018 + 3 * 8);
    CHECK(c.field(2, 7) == 11);
}

TEST_CASE("an infix pointer alone keeps its closure, and what the environment holds, alive")
{
    builder b;
    const auto kept = b.record({b.data(8)});
    const auto closure =
        b.block(color::white, 247,
                {1, O::make_closure_info(1, 5), O::make_header(3, color::white, 249), 1,
                 O::make_closure_info(2, 2), kept.at});
    const auto c = copied<O>{b.hp, {closure.at + 24}, 9}.depth_first();
    CHECK(c.used == 9);
    CHECK(c.roots[0] == 0x800008 + 24);
    CHECK(c.to.words[6] == 0x800000 + 8 * 8);
    CHECK(c.to.words[8] == 17);
}

TEST_CASE("bytes that look like pointers are copied as they are")
{
    builder b;
    const auto other = b.record({b.data(1)});
    const auto bytes = b.block(color::white, 252, {other.at, other.at});
    const auto c = copied<O>{b.hp, {bytes.at}, 5}.breadth_first();
    CHECK(c.used == 3);
    CHECK(c.to.words[1] == other.at);
    CHECK(c.to.words[2] == other.at);
}

TEST_CASE_TEMPLATE_DEFINE("immediates, pointers elsewhere and duplicates are ordinary roots", L,
                          odd)
{
    using W = word_of<L>;
    test::heap_builder<L> b;
    b.free(2);
    const auto x = b.record({b.data(1), b.data(2)});
    b.fragment();
    b.point(x, 1, x);
    const auto out = L::pointer_to({static_cast<W>(16 * L::mword)});
    const auto p = L::pointer_to(x);
    const auto c =
        copied<L>{b.hp, {p, L::filler(), out, p, L::pointer_to({b.hp.origin})}, 8}.breadth_first();
    CHECK(c.ok);
    const auto moved = static_cast<W>(to_origin<L> + L::mword);
    CHECK(c.roots == std::vector<W>{moved, L::filler(), out, moved, b.hp.origin});
    CHECK(c.field(0, test::has_bitmap<L> ? 2 : 1) == moved);
    CHECK(c.used == (test::has_bitmap<L> ? 4 : 3));
}
TEST_CASE_TEMPLATE_APPLY(odd, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("an empty heap and no roots are copied", L, empty)
{
    const auto c = copied<L>{{static_cast<word_of<L>>(0x1000 * L::mword), {}}, {}, 0};
    CHECK(copied<L>{c}.breadth_first().ok);
    CHECK(copied<L>{c}.depth_first().ok);
    CHECK(copied<L>{c}.eager().used == 0);
}
TEST_CASE_TEMPLATE_APPLY(empty, test::layouts);

// The audit judges each by Definition 7 and, if it is small, by the Larch report.
TEST_CASE_TEMPLATE_DEFINE("random heaps are copied in every order, and undone without room", L,
                          random)
{
    std::mt19937 numbers{7};
    for (std::uint32_t round = 0; round < 40; ++round) {
        CAPTURE(round);
        const auto made = test::cook<L>{test::random_recipe(numbers, 1 + round / 3, 8)}();
        std::size_t live = 0;
        for (const auto h : made.live)
            live += static_cast<std::size_t>(L::wosize(made.hp.load(h.at))) + 1;
        copied<L> c{made.hp, made.roots, live, 1 + round % 5};
        CHECK(copied<L>{c}.breadth_first().used == live);
        CHECK(copied<L>{c}.depth_first().used == live);
        CHECK(copied<L>{c}.eager().used == live);
        if (live == 0) continue;
        c.to.words.pop_back();
        CHECK_FALSE(copied<L>{c}.breadth_first().ok);
        CHECK_FALSE(copied<L>{c}.depth_first().ok);
        CHECK_FALSE(copied<L>{c}.eager().ok);
    }
}
TEST_CASE_TEMPLATE_APPLY(random, test::layouts);

TEST_CASE("a list of ten thousand cells is copied with any worklist")
{
    builder b;
    auto list = b.record({b.data(0), b.data(0)});
    for (std::size_t i = 1; i < 10'000; ++i) list = b.record({b.data(i), b.to(list)});
    const copied<O> c{b.hp, {list.at}, 30'000, 1};
    CHECK(copied<O>{c}.breadth_first().used == 30'000);
    CHECK(copied<O>{c}.depth_first().used == 30'000);
    CHECK(copied<O>{c}.eager().used == 30'000);
}

TEST_CASE("a young generation is collected by the choice of roots: those that old objects hold too")
{
    builder b;
    const auto young = b.record({b.data(3)}), garbage = b.record({b.data(4)});
    const auto shared = b.record({b.to(young)});
    // Two old objects elsewhere, in the memory that takes the survivors, and free room after them.
    std::vector<word_of<O>> old{
        O::make_header(2, color::white, 0), young.at, garbage.at - 0x100000,
        O::make_header(1, color::white, 0), 1,        O::make_header(9, color::blue, 0)};
    old.resize(15);
    raw_memory<O> to{old, 0x900000};
    next_fit<O> free;
    free.begin_sweep();
    free.add(to, {0x900028}, 9);
    free.end_sweep(to);
    const auto from = checked_memory<O>{b.hp.words, b.hp.origin};
    std::vector<value_of<O>> stack(2);
    auto s = begin_copy<O>(from, to, free, mark_stack<word_of<O>>{stack}, unaudited_gc<O>{});
    std::array<word_of<O>, 1> roots{shared.at};
    forward_roots(s, roots);
    auto remembered = std::span{old}.subspan(1, 1);
    forward_roots(s, remembered);
    s = scan_unscanned(s);
    CHECK(s.ok);
    CHECK(functional::well_formed_heap<O>(to));
    CHECK(to.load(roots[0]) == old[1]);
    CHECK(to.load(old[1]) == 7);
    CHECK(functional::h_allocs<O>(to).size() == 4);
}

}  // namespace
