// tests/test_well_formed_heap.cpp: one heap for each rule: what is wrong, in which object and word.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/hana/tuple.hpp>

#include <strata/layer2_functional/well_formed_heap.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"

namespace {

using namespace strata;
using functional::defect, functional::find_defect, functional::heap;
using L = ocaml_64;
using W = std::uint64_t;
namespace rule = functional::rule;

constexpr W white(W wosize, W tag = 0) { return L::make_header(wosize, color::white, tag); }
constexpr W blue(W wosize) { return L::make_header(wosize, color::blue, 0); }
constexpr W info(W start_env) { return L::make_closure_info(0, start_env); }

/// What find_defect says of a heap at 0x1000.
std::optional<defect<L>> wrong_with(std::vector<W> words)
{
    return find_defect<L>(heap<L>{0x1000, std::move(words)});
}

/// The defect that breaks `broken` in the block at `object`, in the word at `at`, which holds
/// `value`.
std::optional<defect<L>> broken(const char* broken, W object, W at, W value)
{
    return defect<L>{broken, {object}, at, value};
}

std::string sentence(const std::optional<defect<L>>& d) { return d ? d->rule : ""; }

TEST_CASE("nothing is wrong with an empty heap, a fragment, a free block or an object")
{
    CHECK_FALSE(wrong_with({}).has_value());
    CHECK_FALSE(wrong_with({white(0)}).has_value());
    CHECK_FALSE(wrong_with({blue(2), 0xBAD0, 0xBAD0}).has_value());
    CHECK_FALSE(wrong_with({white(1), 1, white(2), 0x1008, 0x1018}).has_value());
    CHECK(functional::well_formed_heap<L>(heap<L>{0x1000, {white(1), 3}}));
}

TEST_CASE("a block ends within the heap")
{
    CHECK(wrong_with({white(1), 1, white(2), 1}) ==
          broken(rule::no_overrun, 0x1010, 0x1010, white(2)));
    CHECK(wrong_with({white(1)}) == broken(rule::no_overrun, 0x1000, 0x1000, white(1)));
    CHECK(wrong_with({L::make_header(L::max_wosize, color::black, 255)})->rule == rule::no_overrun);
}

TEST_CASE("a block without fields is white")
{
    CHECK(wrong_with({white(1), 1, blue(0)}) ==
          broken(rule::fragment_white, 0x1010, 0x1010, blue(0)));
}

TEST_CASE("no object starts with an interior header")
{
    CHECK(wrong_with({white(2, 249), 1, 1}) ==
          broken(rule::not_interior, 0x1000, 0x1000, white(2, 249)));
    CHECK_FALSE(find_defect<ocaml_base>(heap<ocaml_base>{0x1000, {white(2, 249), 1, 1}}));
}

TEST_CASE("no pointer leads to a free block")
{
    CHECK(wrong_with({white(2), 1, 0x1020, blue(1), 0}) ==
          broken(rule::not_free, 0x1000, 0x1010, 0x1020));
}

TEST_CASE("no pointer leads to a block without fields")
{
    CHECK(wrong_with({white(1), 0x1018, white(0), white(1), 1}) ==
          broken(rule::not_fragment, 0x1000, 0x1008, 0x1018));
}

TEST_CASE("no pointer leads into the middle of a block, on a word or not")
{
    CHECK(wrong_with({white(3), 1, 0x1010, 1}) == broken(rule::not_middle, 0x1000, 0x1010, 0x1010));
    CHECK(wrong_with({white(2), 1, 0x100C}) == broken(rule::not_middle, 0x1000, 0x1010, 0x100C));
}

TEST_CASE("an infix header lies in the closure that it leads to")
{
    // Header, code, info, infix header, code: the pointer in the next object leads to the infix.
    const auto with_infix = [](W infix) {
        return wrong_with({white(4, 247), 2, info(4), infix, 2, white(1), 0x1020});
    };
    CHECK_FALSE(with_infix(white(3, 249)).has_value());
    const W before_it = white(1, 249), out_of_heap = white(9, 249);
    CHECK(with_infix(before_it) == broken(rule::has_parent, 0x1028, 0x1030, 0x1020));
    CHECK(with_infix(out_of_heap) == broken(rule::has_parent, 0x1028, 0x1030, 0x1020));
    CHECK(with_infix(white(0, 249)) == broken(rule::not_middle, 0x1028, 0x1030, 0x1020));
}

TEST_CASE("an infix header that leads to no closure, or lies in its environment, is none")
{
    const auto record = {white(4), W{1}, W{1}, white(3, 249), W{1}, white(1), W{0x1020}};
    CHECK(wrong_with(record) == broken(rule::has_parent, 0x1028, 0x1030, 0x1020));
    const auto in_environment = {white(4, 247), W{2},     info(2),  white(3, 249),
                                 W{1},          white(1), W{0x1020}};
    CHECK(wrong_with(in_environment) == broken(rule::has_parent, 0x1028, 0x1030, 0x1020));
    const auto other = {white(1),      W{1}, white(4, 247), W{2},     info(4),
                        white(5, 249), W{2}, white(1),      W{0x1030}};
    CHECK(wrong_with(other) == broken(rule::has_parent, 0x1038, 0x1040, 0x1030));
}

TEST_CASE("an infix header comes after the closure's own entry point")
{
    const auto first = {white(4, 247), white(1, 249), info(4), W{2}, W{2}, white(1), W{0x1010}};
    CHECK(wrong_with(first) == broken(rule::has_parent, 0x1028, 0x1030, 0x1010));
}

TEST_CASE("an infix header has a word after it in its closure")
{
    const auto last = {white(3, 247), W{2}, info(3), white(3, 249), white(1), W{0x1020}};
    CHECK(wrong_with(last) == broken(rule::has_parent, 0x1020, 0x1028, 0x1020));
}

TEST_CASE("a closure has a code pointer and a closure info")
{
    const auto d = wrong_with({white(1, 247), 1});
    CHECK(sentence(d) == "a closure has a code pointer and a closure info");
    CHECK(d->object.at == 0x1000);
    CHECK(d->at == 0x1000);
}

TEST_CASE("the closure info of a closure is odd")
{
    CHECK(sentence(wrong_with({white(2, 247), 2, 0x4})) == "the closure info of a closure is odd");
}

TEST_CASE("the environment of a closure starts after its closure info")
{
    CHECK(sentence(wrong_with({white(2, 247), 2, info(1)})) ==
          "the environment of a closure starts after its closure info");
    CHECK_FALSE(wrong_with({white(2, 247), 2, info(2)}).has_value());
}

TEST_CASE("a closure is no shorter than the start of its environment")
{
    CHECK_FALSE(wrong_with({white(3, 247), 2, info(3), 0xBAD0}).has_value());
    CHECK(sentence(wrong_with({white(3, 247), 2, info(4), 1})) ==
          "a closure is no shorter than the start of its environment");
}

/// A kind that wants to scan from a field that no object has.
struct far_sighted {
    template <class>
    static constexpr bool covers(W)
    {
        return true;
    }
    template <class, class M>
    static constexpr W scan_from(const M&, header_of<L>)
    {
        return 3;
    }
};
struct far_sighted_layout : ocaml_64 {
    static constexpr auto kinds = boost::hana::tuple_t<far_sighted>;
};

TEST_CASE("the scanned fields of an object lie in it")
{
    const heap<far_sighted_layout> two{0x1000, {white(2), 0, 0}}, one{0x1000, {white(1), 0}};
    CHECK_FALSE(find_defect<far_sighted_layout>(two));
    const auto d = find_defect<far_sighted_layout>(one);
    REQUIRE(d.has_value());
    CHECK(d->rule == rule::scan_in_object);
    CHECK(d->at == 0x1000);
}

TEST_CASE("pointers out of the heap, in opaque objects, in code and in free blocks are data")
{
    CHECK_FALSE(wrong_with({white(2), 0x0FF8, 0x1000}).has_value());
    CHECK_FALSE(wrong_with({white(2), 0x1018, 0}).has_value());
    CHECK_FALSE(wrong_with({white(2, 252), 0x1010, 0x100A}).has_value());
    CHECK_FALSE(wrong_with({white(2, 247), 0x1010, info(2)}).has_value());
    CHECK_FALSE(wrong_with({blue(1), 0x1008}).has_value());
}

TEST_CASE("the first defect by address is the one that is named")
{
    CHECK(wrong_with({white(1), 0x1002, white(1), 0x1002})->object.at == 0x1000);
    CHECK(wrong_with({white(1), 0x1002, white(9)})->rule == rule::no_overrun);
}

TEST_CASE("a root leads to an object, or is data, and a defect tells which root")
{
    const heap<L> hp{0x1000, {white(1), 1, blue(1), 0}};
    const std::vector<W> fine{1, 0x1008, 0x1008, 0x1000, 0x1020, 0};
    CHECK_FALSE(functional::find_root_defect<L>(hp, fine).has_value());
    const std::vector<W> second{1, 0x1018};
    CHECK(functional::find_root_defect<L>(hp, second) == broken(rule::not_free, 0x1010, 1, 0x1018));
}

TEST_CASE("a defect is described in one line with its word")
{
    CHECK(functional::describe(*wrong_with({white(2), 1, 0x1020, blue(1), 0})) ==
          "not true: no pointer leads to a free block (block 0x1000, word at 0x1010 holds 0x1020)");
}

TEST_CASE_TEMPLATE_DEFINE("a pointer to the middle, to a free block or past the end is found", T,
                          in_every_layout)
{
    test::heap_builder<T> h;
    const auto x = h.record({h.data(1), h.data(2)});
    const auto y = h.free(3);
    h.point(x, 2, x);
    CHECK_FALSE(find_defect<T>(h.hp));
    h.point(x, 2, y);
    CHECK(find_defect<T>(h.hp)->rule == rule::not_free);
    h.point(x, 2, {y.at + mword<T>()});
    CHECK(find_defect<T>(h.hp)->rule == rule::not_middle);
    h.hp.words.pop_back();
    CHECK(find_defect<T>(h.hp)->rule == rule::no_overrun);
}
TEST_CASE_TEMPLATE_APPLY(in_every_layout, test::layouts);

static_assert(functional::well_formed_heap<L>(heap<L>{0x1000, {white(1), 0x1008}}));
static_assert(!functional::well_formed_heap<L>(heap<L>{0x1000, {white(1), 0x100A}}));

}  // namespace
