// tests/test_root_set.cpp: what can be a root set, and what cannot.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <forward_list>
#include <iterator>
#include <list>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <strata/concepts/root_set.hpp>

#include "laws/root_set_laws.hpp"

namespace {

using strata::root_set;
using W = std::uint64_t;

/// Words that are gone once they have been read.
struct one_walk {
    std::istream_iterator<W> begin() const { return {}; }
    std::istream_iterator<W> end() const { return {}; }
};
static_assert(std::ranges::input_range<one_walk>);

// The least that will do: a forward range of something that becomes a word.
static_assert(root_set<std::forward_list<W>, W>);
static_assert(root_set<std::span<const W>, W> && root_set<std::vector<W>, W>);
static_assert(root_set<std::array<W, 2>, W> && root_set<std::list<W>, W>);
static_assert(!root_set<W, W>);  // no range
static_assert(!root_set<one_walk, W>);
static_assert(!root_set<std::vector<std::string>, W>);  // no words
static_assert(!root_set<std::vector<W>, std::string>);  // no machine word
static_assert(root_set<std::vector<std::uint32_t>, std::uint32_t>);

TEST_CASE_TEMPLATE("a root set can be walked twice, and keeps order and duplicates", R,
                   std::vector<W>, std::list<W>, std::forward_list<W>)
{
    const std::vector<W> words{3, 0x1008, 3, 0};
    CHECK(laws::multipass<W>(R(words.begin(), words.end()), words));
    CHECK(laws::multipass<W>(R{}, {}));
}

TEST_CASE("an array and a span are root sets too")
{
    const std::array<W, 2> words{8, 8};
    CHECK(laws::multipass<W>(words, {8, 8}));
    CHECK(laws::multipass<W>(std::span<const W>{words}, {8, 8}));
    CHECK_FALSE(laws::multipass<W>(words, {8}));
}

}  // namespace
