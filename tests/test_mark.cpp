// tests/test_mark.cpp: what mark promises, in both layers, and the paper's three versions of it.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/layer2_functional/mark.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"
#include "memories.hpp"

namespace {

using namespace strata;
using imperative::darkening;

/// Layer 3 with a stack of `room` objects, and objects scanned in parts, in place of `hp`.
template <darkening D = darkening::eager, std::size_t Window = 1, layout L, class R>
void mark_in_place(functional::heap<L>& hp, const R& roots, std::size_t room,
                   std::uint64_t part = imperative::usual_part)
{
    std::vector<value_of<L>> storage(room);
    std::array<value_of<L>, Window> ring{};
    imperative::checked_memory<L> memory{hp.words, hp.origin};
    auto state = imperative::begin_mark<L, D>(memory, imperative::mark_stack<word_of<L>>{storage},
                                              imperative::prefetch_window{ring}, part);
    imperative::darken_roots(state, roots);
    state = imperative::mark(state);
}

/// The same with marks beside `hp`, as a copy in which they are black headers. No word of `hp` is
/// another afterwards.
template <darkening D = darkening::eager, std::size_t Window = 1, layout L, class R>
functional::heap<L> mark_beside(functional::heap<L> hp, const R& roots, std::size_t room,
                                std::uint64_t part = imperative::usual_part)
{
    const auto before = hp;
    std::vector<value_of<L>> storage(room);
    std::array<value_of<L>, Window> ring{};
    test::own_marks<L> memory{hp.words, hp.origin};
    auto state = imperative::begin_mark<L, D>(memory, imperative::mark_stack<word_of<L>>{storage},
                                              imperative::prefetch_window{ring}, part);
    imperative::darken_roots(state, roots);
    state = imperative::mark(state);
    CHECK(hp == before);
    return functional::snapshot<L>(memory);
}

template <layout L, class R>
functional::heap<L> mark_purely(functional::heap<L> hp, const R& roots)
{
    return functional::mark(
        functional::darken_roots(functional::st_hp<L>{{}, std::move(hp)}, roots));
}

/// Marks with every stack, window and part, and says whether all leave what layer 2 leaves.
template <layout L, class R>
bool all_alike(const functional::heap<L>& hp, const R& roots)
{
    const auto expected = mark_purely(hp, roots);
    bool alike = true;
    for (const std::size_t room : {1U, 2U, 3U, 1000U})
        for (const std::uint64_t part :
             {std::uint64_t{1}, std::uint64_t{2}, imperative::usual_part}) {
            auto eager = hp, lazy = hp, wide = hp;
            mark_in_place(eager, roots, room, part);
            mark_in_place<darkening::lazy, 2>(lazy, roots, room, part);
            mark_in_place<darkening::lazy, 32>(wide, roots, room, part);
            alike = alike && eager == expected && lazy == expected && wide == expected;
            alike = alike && mark_beside(hp, roots, room, part) == expected;
            alike = alike && mark_beside<darkening::lazy, 4>(hp, roots, room, part) == expected;
        }
    return alike;
}

TEST_CASE_TEMPLATE_DEFINE("mark blackens what the roots reach and leaves the rest white", L, marks)
{
    test::heap_builder<L> h;
    const auto leaf = h.record({h.data(7)});
    const auto shared = h.record({h.to(leaf)});
    const auto garbage = h.record({h.to(shared)});
    const auto root = h.record({h.to(shared), h.to(leaf)});
    const std::array roots{L::pointer_to(root)};
    CHECK(all_alike(h.hp, roots));

    mark_in_place(h.hp, roots, 4);
    CHECK(h.color_at(root) == color::black);
    CHECK(h.color_at(shared) == color::black);
    CHECK(h.color_at(leaf) == color::black);
    CHECK(h.color_at(garbage) == color::white);
}
TEST_CASE_TEMPLATE_APPLY(marks, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("roots may be data, out of the heap, or the same twice", L, odd_roots)
{
    test::heap_builder<L> h;
    const auto x = h.record({h.data(1)});
    const auto y = h.record({h.data(2)});
    const std::array roots{h.data(0).word, L::pointer_to({h.hp.begin()}), L::pointer_to(x),
                           L::pointer_to({h.hp.end()}), L::pointer_to(x)};
    CHECK(all_alike(h.hp, roots));
    mark_in_place(h.hp, roots, 1);
    CHECK(h.color_at(x) == color::black);
    CHECK(h.color_at(y) == color::white);
}
TEST_CASE_TEMPLATE_APPLY(odd_roots, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("a cycle is marked once", L, cycles)
{
    test::heap_builder<L> h;
    const auto x = h.record({h.data(0)});
    const auto y = h.record({h.to(x)});
    h.point(x, 1, y);
    const std::array roots{L::pointer_to(y), L::pointer_to(y)};
    CHECK(all_alike(h.hp, roots));
    mark_in_place(h.hp, roots, 1);
    CHECK(h.color_at(x) == color::black);
    CHECK(h.color_at(y) == color::black);
}
TEST_CASE_TEMPLATE_APPLY(cycles, test::layouts);

TEST_CASE("an infix root keeps the closure alive, and what its environment points to")
{
    using L = ocaml_64;
    test::heap_builder<L> h;
    const auto captured = h.record({h.data(1)});
    const auto closure = h.block(color::white, 247,
                                 {0x4000, L::make_closure_info(1, 4),
                                  L::make_header(3, color::white, 249), 0x4000, captured.at});
    const auto by_infix = h.record({h.to({closure.at + 3 * 8})});
    for (const auto root : {closure.at + 3 * 8, by_infix.at}) {
        const std::array roots{root};
        CHECK(all_alike(h.hp, roots));
        auto marked = h;
        mark_in_place(marked.hp, roots, 1);
        CHECK(mark_beside<darkening::lazy, 2>(h.hp, roots, 1) == marked.hp);
        CHECK(marked.color_at(closure) == color::black);
        CHECK(marked.color_at(captured) == color::black);
        CHECK(marked.hp.load(closure.at + 2 * 8) == L::make_header(3, color::white, 249));
    }
}

/// One heap where the three versions differ: four objects, and what leads to each.
template <layout L>
std::vector<color> colors_after_mark()
{
    test::heap_builder<L> h;
    const auto by_field = h.record({h.data(1)});
    const auto by_string = h.record({h.data(1)});
    const auto by_code = h.record({h.data(1)});
    const auto by_environment = h.record({h.data(1)});
    const auto string = h.block(color::white, 252, {by_string.at});
    const auto closure = h.block(
        color::white, 247, {by_code.at, ocaml_64::make_closure_info(1, 2), by_environment.at});
    const auto root = h.record({h.to(by_field), h.to(string), h.to(closure)});
    const auto marked = mark_beside(h.hp, std::array{root.at}, 1);
    mark_in_place(h.hp, std::array{root.at}, 1);
    CHECK(marked == h.hp);
    return {h.color_at(by_field), h.color_at(by_string), h.color_at(by_code),
            h.color_at(by_environment)};
}

constexpr auto black = color::black, white = color::white;

TEST_CASE("the first version of mark takes every field for a value (Fig. 8)")
{
    CHECK(colors_after_mark<ocaml_base>() == std::vector{black, black, black, black});
}
TEST_CASE("the second version of mark passes over the fields of opaque objects (Fig. 9)")
{
    CHECK(colors_after_mark<ocaml_no_scan>() == std::vector{black, white, black, black});
}
TEST_CASE("the third version of mark scans only the environment of a closure (Fig. 10)")
{
    CHECK(colors_after_mark<ocaml_64>() == std::vector{black, white, white, black});
    CHECK(colors_after_mark<ocaml_64_proof>() == std::vector{black, white, white, black});
}

TEST_CASE("mark_body pops one object, blackens it and shades what it points to")
{
    using L = ocaml_64;
    test::heap_builder<L> h;
    const auto x = h.record({h.data(1)});
    const auto y = h.record({h.to(x), h.to(x)});
    auto s = functional::darken_roots(functional::st_hp<L>{{}, h.hp}, std::array{y.at});
    CHECK(s.stack == std::vector{hd_address<L>(y)});
    CHECK(functional::color_at<L>(hd_address<L>(y), s.hp) == color::gray);
    s = functional::mark_body(std::move(s));
    CHECK(s.stack == std::vector{hd_address<L>(x)});
    CHECK(functional::color_at<L>(hd_address<L>(y), s.hp) == color::black);
    CHECK(functional::color_at<L>(hd_address<L>(x), s.hp) == color::gray);
}

TEST_CASE_TEMPLATE_DEFINE("with a window of one, mark_body takes objects in the paper's order", L,
                          paper_order)
{
    test::heap_builder<L> h;
    std::vector<value_of<L>> leaves;
    for (std::uint8_t i = 0; i < 4; ++i) leaves.push_back(h.record({h.data(i)}));
    const auto left = h.record({h.to(leaves[0]), h.to(leaves[1])});
    const auto right = h.record({h.to(leaves[2]), h.to(leaves[3])});
    const std::array roots{L::pointer_to(h.record({h.to(left), h.to(right)}))};

    auto pure = functional::darken_roots(functional::st_hp<L>{{}, h.hp}, roots);
    std::array<value_of<L>, 8> storage{};
    std::array<value_of<L>, 1> ring{};
    auto s = imperative::begin_mark<L, darkening::eager>(
        h.hp, imperative::mark_stack<word_of<L>>{storage}, imperative::prefetch_window{ring});
    imperative::darken_roots(s, roots);
    while (imperative::refill(s)) {
        REQUIRE_FALSE(pure.stack.empty());
        imperative::mark_body(s);
        pure = functional::mark_body(std::move(pure));
        CHECK(s.memory == pure.hp);
    }
    CHECK(pure.stack.empty());
}
TEST_CASE_TEMPLATE_APPLY(paper_order, test::layouts);

TEST_CASE("a large object is scanned in parts, and the rest of it waits for an empty stack")
{
    using L = ocaml_64;
    test::heap_builder<L> h;
    const auto leaf = h.record({h.data(1)});
    const auto pair = h.record({h.to(leaf), h.data(2)});
    const auto large = h.record({h.to(pair), h.data(3), h.to(leaf), h.data(4), h.data(5)});
    std::array<value_of<L>, 4> storage{};
    std::array<value_of<L>, 1> ring{};
    auto s = imperative::begin_mark<L, darkening::eager>(
        h.hp, imperative::mark_stack<std::uint64_t>{storage}, imperative::prefetch_window{ring}, 2);
    imperative::scan_begin(s, large);
    CHECK(s.wosize == 2);
    CHECK(imperative::is_waiting(s));
    CHECK(s.rest.i == 3);
    CHECK(s.rest.wosize == 5);
    imperative::darken(s);
    CHECK(functional::color_at<L>(hd_address<L>(leaf), s.memory) == color::white);
    imperative::scan_begin(s, pair);  // no larger than a part
    CHECK(s.rest.h == hd_address<L>(large));
    imperative::darken(s);
    imperative::resume(s);
    CHECK(s.i == 3);
    CHECK(s.wosize == 4);
    CHECK(s.rest.i == 5);
    imperative::darken(s);
    imperative::resume(s);
    CHECK(s.i == 5);
    CHECK_FALSE(imperative::is_waiting(s));
}

TEST_CASE("while the rest of one object waits, another large one is scanned at once")
{
    using L = ocaml_64;
    test::heap_builder<L> h;
    const auto other = h.record({h.data(1), h.data(2), h.data(3)});
    const auto large = h.record({h.to(other), h.data(3), h.data(4)});
    std::array<value_of<L>, 4> storage{};
    std::array<value_of<L>, 1> ring{};
    auto s = imperative::begin_mark<L, darkening::eager>(
        h.hp, imperative::mark_stack<std::uint64_t>{storage}, imperative::prefetch_window{ring}, 1);
    imperative::scan_begin(s, large);
    imperative::darken(s);
    imperative::scan_begin(s, other);
    CHECK(s.wosize == 3);
    CHECK(s.rest.h == hd_address<L>(large));
}

TEST_CASE("an array of any length needs no more room on the stack than a part")
{
    using L = ocaml_64;
    test::heap_builder<L> h;
    std::vector<decltype(h.data(1))> fields;
    for (std::uint8_t i = 0; i < 100; ++i) fields.push_back(h.to(h.record({h.data(i)})));
    const std::array roots{L::pointer_to(h.record(fields))};
    std::array<value_of<L>, 8> storage{};
    std::array<value_of<L>, 4> ring{};
    auto s = imperative::begin_mark<L, darkening::lazy>(
        h.hp, imperative::mark_stack<std::uint64_t>{storage}, imperative::prefetch_window{ring}, 8);
    imperative::darken_roots(s, roots);
    while (imperative::refill(s)) {
        imperative::mark_body(s);
        REQUIRE_FALSE(imperative::is_pending(s.dropped));
    }
    CHECK(functional::greys<L>(s.memory).empty());
    CHECK(functional::blacks<L>(s.memory).size() == 101);
}

TEST_CASE("marking stops between any two fields, and goes on")
{
    using L = ocaml_64;
    test::heap_builder<L> h;
    const auto x = h.record({h.data(1)});
    const auto y = h.record({h.data(1)});
    const auto root = h.record({h.to(x), h.to(y)});
    std::array<value_of<L>, 4> storage{};
    std::array<value_of<L>, 1> ring{};
    auto s = imperative::begin_mark<L, darkening::eager>(
        h.hp, imperative::mark_stack<std::uint64_t>{storage}, imperative::prefetch_window{ring});
    imperative::scan_begin(s, root);
    CHECK(s.i == 1);
    imperative::darken_body(s);
    CHECK(s.i == 2);
    CHECK(imperative::is_scanning(s));
    CHECK(functional::color_at<L>(hd_address<L>(x), s.memory) == color::gray);
    CHECK(functional::color_at<L>(hd_address<L>(y), s.memory) == color::white);
    imperative::darken_body(s);
    CHECK_FALSE(imperative::is_scanning(s));
    CHECK(functional::color_at<L>(hd_address<L>(y), s.memory) == color::gray);
}

}  // namespace
