// tests/test_cons_cells.cpp: the report's own memory, 4 roots and 12 nodes, collected step by step.
#include <doctest/doctest.h>

#include <array>
#include <vector>

#include <strata/instantiations/cons_cells.hpp>
#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer2_functional/copy.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/semispace.hpp>

namespace {

using namespace strata;
using L = cons_cells;
using W = word_of<L>;
using memory = functional::two_spaces<L>;
namespace larch = graph::larch;

constexpr W nil = L::nil;
constexpr W cons = 0xC00;  // three fields, white, tag 0
constexpr W fwd = 0x300;   // no field, black, tag 0
constexpr std::size_t max_num_roots = 4, max_num_nodes = 12;

// Node n of from-space is at word 4n, and node n of to-space at word 48 + 4n; an address is that of
// the field after the tag.
constexpr W from(W n) { return 4 * n + 1; }
constexpr W to(W n) { return 49 + 4 * n; }

struct cell {
    W car = nil, cdr = nil;
};

// 3 -> 5, 5 -> 3 and 9, 7 -> 9 and itself. All others are garbage, and lead to what is not.
constexpr std::array<cell, max_num_nodes> nodes{{{from(3), from(1)},
                                                 {from(0), from(2)},
                                                 {nil, nil},
                                                 {from(5), nil},
                                                 {from(5), from(9)},
                                                 {from(3), from(9)},
                                                 {from(7), from(7)},
                                                 {from(9), from(7)},
                                                 {nil, from(8)},
                                                 {nil, nil},
                                                 {from(11), nil},
                                                 {nil, from(10)}}};
constexpr std::array<W, max_num_roots> roots{from(3), nil, from(7), from(3)};

constexpr functional::heap<L> from_space()
{
    functional::heap<L> hp{0, {}};
    for (const auto& n : nodes) hp.words.insert(hp.words.end(), {cons, nil, n.car, n.cdr});
    return hp;
}
constexpr memory initial(std::size_t to_nodes = max_num_nodes)
{
    return functional::before_gc<L>(
        from_space(), functional::heap<L>{48, std::vector<W>(4 * to_nodes, W{0})}, roots);
}

larch::memory<value_of<L>, W> abstract(const memory& m)
{
    const auto scanned = functional::first_words<W>(m.to, m.scanned),
               copies = functional::first_words<W>(m.to, m.unscanned);
    return functional::abstract_memory<L>(m.from, functional::h_allocs<L>(from_space()), copies,
                                          m.roots, functional::objs<L>(scanned));
}

using words = std::vector<W>;
words first(const functional::heap<L>& hp, std::size_t n)
{
    return {hp.words.begin(), hp.words.begin() + static_cast<std::ptrdiff_t>(n)};
}

const words copies = {cons, nil, to(2), nil,    // node 3
                      cons, nil, to(3), to(1),  // node 7
                      cons, nil, to(0), to(3),  // node 5
                      cons, nil, nil,   nil};   // node 9

TEST_CASE("the abstraction of the report's memory has its sets and maps")
{
    const auto m = abstract(initial());
    CHECK(m.roots == std::vector<value_of<L>>{{13}, {29}, {13}});
    CHECK(m.uncopied.size() == 12);
    CHECK(m.unscanned.empty());
    CHECK(m.mem[{from(5)}].addrs == std::vector<value_of<L>>{{from(3)}, {from(9)}});
    CHECK(m.mem[{from(5)}].vals == words{cons, nil, 0, 0});
    CHECK(larch::is_initial_memory(m));
}

TEST_CASE("copyAddr moves a node to the first free place and leaves FWD behind")
{
    const auto m = initial(), after = functional::copy_addr(m, {12});
    CHECK(first(after.to, 4) == words{cons, nil, from(5), nil});
    CHECK(after.from.words[12] == fwd);
    CHECK(after.from.words[13] == to(0));
    CHECK(after.unscanned == 52);
    CHECK(after.scanned == 48);
    CHECK(larch::copy_addr::ensures(abstract(m), abstract(after), value_of<L>{from(3)}));
}

TEST_CASE("forwardAddr copies once, and then only looks up")
{
    const auto m = initial();
    const auto [once, value] = functional::forward_addr(m, from(7));
    const auto [twice, again] = functional::forward_addr(once, from(7));
    CHECK(value == to(0));
    CHECK(again == to(0));
    CHECK(twice == once);
    CHECK(functional::forward_addr(once, to(0)).value == to(0));
    CHECK(functional::forward_addr(once, nil).value == nil);
}

TEST_CASE("the roots are forwarded one by one, and a slot that holds aNIL is passed over")
{
    auto m = initial();
    std::vector<std::size_t> forwarded;
    for (auto r = next_unforwarded_root(m); r < max_num_roots; r = next_unforwarded_root(m)) {
        const auto before = abstract(m);
        const value_of<L> a{m.roots[r]};
        m = functional::forward_root_addr(m, r);
        CHECK(larch::forward_root_addr::ensures(before, abstract(m), a, value_of<L>{m.roots[r]}));
        forwarded.push_back(r);
    }
    CHECK(forwarded == std::vector<std::size_t>{0, 2, 3});
    CHECK(m.roots == words{to(0), nil, to(1), to(0)});
    CHECK(larch::forward_roots::ensures(abstract(initial()), abstract(m)));
    CHECK(m == functional::forward_roots(initial()));
}

TEST_CASE("the copies are scanned one by one, until there are no more")
{
    auto m = functional::forward_roots(initial());
    words ends;
    for (auto n = next_unscanned_node(m); n.at != m.unscanned; n = next_unscanned_node(m)) {
        const auto before = abstract(m);
        CHECK(larch::next_unscanned_node::ensures(before, f_address<L>(n)));
        m = functional::scan_addr(m, n);
        CHECK(larch::scan_addr::ensures(before, abstract(m), f_address<L>(n)));
        CHECK(larch::is_scanned_addr(f_address<L>(n), abstract(m)));
        ends.push_back(m.unscanned);
    }
    CHECK(ends == words{60, 64, 64, 64});
    CHECK(first(m.to, 16) == copies);
}

TEST_CASE("gc copies the four nodes that can be reached, and finalizeGC flips the spaces")
{
    const auto m = initial(), after = functional::gc(m);
    CHECK(after.ok);
    CHECK(after.unscanned == 64);
    CHECK(first(after.to, 16) == copies);
    CHECK(after.roots == words{to(0), nil, to(1), to(0)});
    CHECK(larch::gc::ensures(abstract(m), abstract(after)));
    const auto flipped = functional::finalize_gc(after);
    CHECK(flipped.from == after.to);
    CHECK(flipped.alloc == 64);
    CHECK(flipped.unscanned == 0);
    CHECK(flipped.next_root == 0);
    const auto again = functional::gc(flipped);
    CHECK(again.unscanned == 16);
    CHECK(again.roots == words{from(0), nil, from(1), from(0)});
}

TEST_CASE("a to-space of three nodes is too small for four, and the memory stays as it was")
{
    auto m = initial(3);
    const auto after = functional::gc(m);
    CHECK_FALSE(after.ok);
    m.ok = false;
    CHECK(after == m);
    CHECK(functional::gc(initial(4)).ok);
}

using checked = imperative::checked_memory<L>;
template <class Order>
using collector = imperative::semispace<L, checked, Order, imperative::audited_gc<L>>;

TEST_CASE("the report's mutator conses until memory is full, drops a root, and goes on")
{
    std::array<W, 48> one{}, other{};
    collector<imperative::breadth_first> gc{{one, 0}, {other, 48}};
    std::array<W, max_num_roots> held{nil, nil, nil, nil};
    const auto push = [&](std::size_t r) {
        const auto x = gc.allocate(3, 0);
        if (!x) return false;
        gc.memory().store(x->at + 2, held[r]);
        held[r] = x->at;
        return true;
    };
    for (std::size_t i = 0; i < 12; ++i) CHECK(push(i % 2));
    CHECK_FALSE(push(0));
    CHECK(gc.collect(held));
    CHECK_FALSE(push(0));
    held[1] = nil;
    CHECK(gc.collect(held));
    CHECK(gc.memory().end() - gc.memory().begin() == 24);
    for (std::size_t i = 0; i < 6; ++i) CHECK(push(2));
    CHECK_FALSE(push(3));
}

constexpr bool collects_in_the_compiler()
{
    std::array<W, 48> one{}, other{};
    imperative::semispace<L, checked, imperative::breadth_first, imperative::unaudited_gc<L>> gc{
        {one, 0}, {other, 48}};
    std::array<W, 2> held{nil, gc.allocate(3, 0)->at};
    held[0] = gc.allocate(3, 0)->at;
    gc.memory().store(held[0] + 1, held[1]);
    held[1] = nil;
    return gc.collect(held) && held[0] == to(0) && other[2] == to(1) && other[6] == nil &&
           functional::gc(initial()).roots[2] == to(1);
}
static_assert(collects_in_the_compiler());

}  // namespace
