// tests/test_graph_from_heap.cpp: the graph of a heap, its roots, and what Definition 5 sees of it.
#include <doctest/doctest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include <strata/layer2_functional/graph_from_heap.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"

namespace {

using namespace strata;
using L = ocaml_64;
using W = std::uint64_t;
using functional::heap;

constexpr W white(W wosize, W tag = 0) { return L::make_header(wosize, color::white, tag); }

TEST_CASE_TEMPLATE_DEFINE("vertices are the allocated objects, edges their pointers", T, edges)
{
    test::heap_builder<T> h;
    const auto a = h.record({h.data(1)});
    h.free(2);
    const auto b = h.record({h.to(a), h.data(4), h.to(a)});
    h.fragment();
    const auto c = h.record({h.to(b), h.data(0), h.data(0)});
    h.point(c, 2, c);
    const auto g = functional::graph_from_heap<T>(h.hp);
    CHECK(g.vertices() == std::vector{a, b, c});
    CHECK(g == graph::graph<value_of<T>>{{a, b, c}, {{b, a}, {c, b}, {c, c}}});
}
TEST_CASE_TEMPLATE_APPLY(edges, test::layouts);

TEST_CASE("an infix pointer is an edge to the closure around it, opaque fields are none")
{
    const heap<L> hp{0x1000,
                     {white(5, 247), 0x1008, L::make_closure_info(1, 4), white(3, 249), 0x1008,
                      0x1020, white(1, 252), 0x1008, white(2), 0x1020, 0x1038}};
    const value_of<L> closure{0x1008}, opaque{0x1038}, record{0x1048};
    const auto g = functional::graph_from_heap<L>(hp);
    CHECK(g ==
          graph::graph<value_of<L>>{{closure, opaque, record},
                                    {{closure, closure}, {record, closure}, {record, opaque}}});
}

TEST_CASE("rooted objects are what the roots lead to, and immediates and strangers lead to nothing")
{
    const heap<L> hp{0x1000, {white(4, 247), 0, L::make_closure_info(1, 4), white(3, 249), 0}};
    const std::vector<W> roots{1, 0x1008, 0x1020, 0x2000, 0x1000};
    CHECK(functional::rooted_objects<L>(hp, roots) == std::vector<value_of<L>>{{0x1008}, {0x1008}});
}

TEST_CASE("an observation has the fields of each object, a defect, and a colour out of place")
{
    heap<L> hp{0x1000, {white(2), 3, 5, L::make_header(1, color::black, 0), 7}};
    const auto seen = functional::observe<L>(hp);
    CHECK(seen.fields_of({0x1008})[1] == 5);
    CHECK(seen.fields_of({0x1020})[0] == 7);
    CHECK(seen.neither_white_nor_blue == value_of<L>{0x1020});
    CHECK_FALSE(seen.defect.has_value());
    hp.words.pop_back();
    CHECK(functional::observe<L>(hp).defect == value_of<L>{0x1020});
}

TEST_CASE("objects are listed by colour, by header and by first field")
{
    const heap<L> hp{0x1000,
                     {white(1), 1, L::make_header(1, color::gray, 0), 1,
                      L::make_header(1, color::black, 0), 1, L::make_header(1, color::blue, 0), 0,
                      white(0)}};
    using headers = std::vector<header_of<L>>;
    using values = std::vector<value_of<L>>;
    CHECK(functional::h_objs<L>(hp) == headers{{0x1000}, {0x1010}, {0x1020}, {0x1030}, {0x1040}});
    CHECK(functional::h_allocs<L>(hp) == headers{{0x1000}, {0x1010}, {0x1020}});
    CHECK(functional::whites<L>(hp) == headers{{0x1000}, {0x1040}});
    CHECK(functional::greys<L>(hp) == headers{{0x1010}});
    CHECK(functional::blacks<L>(hp) == headers{{0x1020}});
    CHECK(functional::blues<L>(hp) == headers{{0x1030}});
    CHECK(functional::objs<L>(hp).size() == 5);
    CHECK(functional::allocs<L>(hp) == values{{0x1008}, {0x1018}, {0x1028}});
}

}  // namespace
