// tests/test_imitation.cpp: layer 3 runs on words that are no integers and become none.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/layer2_functional/ocaml_layout.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/format.hpp>
#include <strata/layer3_imperative/mark.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>
#include <strata/layer3_imperative/sweep.hpp>

#include "imitation_word.hpp"

namespace {

using namespace strata;
using imperative::darkening;
using test::imitation_memory, test::imitation_word;
using W = imitation_word;

struct L : functional::ocaml_full<W, functional::runtime_numbering> {};
static_assert(layout<L>);
static_assert(word_memory<imitation_memory, W>);

/// The heads of segregated_fit for words that are no index.
struct imitation_heads {
    std::array<W, imperative::size_classes<L>::count()> heads{};
    [[nodiscard]] W get(W c) const { return heads.at(std::size_t(c.bits)); }
    void set(W c, W x) { heads.at(std::size_t(c.bits)) = x; }
    void clear() { heads = {}; }
};
using segregated = imperative::segregated_fit<L, imitation_heads>;
using next = imperative::next_fit<L>;
static_assert(allocator<next, L> && allocator<segregated, L>);

imitation_memory memory_of(const std::vector<std::uint64_t>& words)
{
    imitation_memory memory{0x1000, {}};
    for (const auto w : words) memory.words.push_back(W{w});
    return memory;
}
std::vector<std::uint64_t> words_of(const imitation_memory& memory)
{
    std::vector<std::uint64_t> words;
    for (const auto w : memory.words) words.push_back(w.bits);
    return words;
}

// White, blue and black headers of 64-bit OCaml, written out: wosize . colour . tag.
//   0x1000  dead, 1 field
//   0x1010  closure, 5 fields: code, info (environment from field 5), infix header, code, value
//   0x1040  opaque, 1 field
//   0x1050  root, 2 fields: to the infix header, to the opaque one
const std::vector<std::uint64_t> before{0x0400, 0x1018,  //
                                        0x14F7, 0x1008, 0x0100'0000'0000'0009,
                                        0x0CF9, 0x1008, 3,  //
                                        0x04FC, 0x1008,     //
                                        0x0800, 0x1030, 0x1048};
const std::vector<std::uint64_t> marked{0x0400, 0x1018,  //
                                        0x17F7, 0x1008, 0x0100'0000'0000'0009,
                                        0x0CF9, 0x1008, 3,  //
                                        0x07FC, 0x1008,     //
                                        0x0B00, 0x1030, 0x1048};
const std::vector<std::uint64_t> swept{0x0600, 0,  //
                                       0x14F7, 0x1008, 0x0100'0000'0000'0009,
                                       0x0CF9, 0x1008, 3,  //
                                       0x04FC, 0x1008,     //
                                       0x0800, 0x1030, 0x1048};

template <darkening D, std::size_t Window>
imitation_memory mark(imitation_memory memory)
{
    std::array<val_addr<W>, 1> storage{};
    std::array<val_addr<W>, Window> ring{};
    auto state = imperative::begin_mark<L, D>(std::move(memory), imperative::mark_stack<W>{storage},
                                              imperative::prefetch_window{ring});
    imperative::darken_roots(state, std::array{W{0x1058}, W{1}, W{0x1058}, W{0x9998}});
    return imperative::mark(std::move(state)).memory;
}

TEST_CASE("words that only imitate integers can be marked, with and without a window")
{
    CHECK(words_of(mark<darkening::eager, 1>(memory_of(before))) == marked);
    CHECK(words_of(mark<darkening::lazy, 4>(memory_of(before))) == marked);
}

TEST_CASE_TEMPLATE("words that only imitate integers can be swept and allocated", A, next,
                   segregated)
{
    auto state = imperative::sweep(imperative::begin_sweep<L>(memory_of(marked), A{}));
    CHECK(words_of(state.memory) == swept);
    std::vector<std::uint64_t> free;
    state.free.each_free(state.memory, [&](header_of<L> h) {
        free.push_back(h.at.bits);
        return true;
    });
    CHECK(free == std::vector<std::uint64_t>{0x1000});
    CHECK_FALSE(imperative::allocate<L>(state.memory, state.free, W{2}, W{0}).has_value());
    const auto x = imperative::allocate<L>(state.memory, state.free, W{1}, W{0});
    REQUIRE(x.has_value());
    CHECK(x->at.bits == 0x1008);
    CHECK(words_of(state.memory)[0] == 0x0400);
    CHECK(words_of(state.memory)[1] == 1);
}

template <class A>
void check_cut(std::uint64_t at, const std::vector<std::uint64_t>& words)
{
    auto state =
        imperative::sweep(imperative::begin_sweep<L>(memory_of({0x1400, 0, 0, 0, 0, 0}), A{}));
    const auto x = imperative::allocate<L>(state.memory, state.free, W{2}, W{247});
    REQUIRE(x.has_value());
    CHECK(x->at.bits == at);
    CHECK(words_of(state.memory) == words);
}

TEST_CASE(
    "a block of imitated words is cut at its end or its front, and a new closure has its info")
{
    check_cut<next>(0x1020, {0x0A00, 0, 0, 0x08F7, 1, 0x0000'0000'0000'0005});
    check_cut<segregated>(0x1008, {0x08F7, 1, 0x0000'0000'0000'0005, 0x0A00, 0, 0});
}

TEST_CASE_TEMPLATE("memory of imitated words is formatted and adopted", A, next, segregated)
{
    auto memory = memory_of({7, 7, 7, 7});
    imperative::format<L>(memory);
    CHECK(words_of(memory)[0] == 0x0E00);
    A free;
    imperative::adopt<L>(memory, free);
    const auto x = imperative::allocate<L>(memory, free, W{3}, W{0});
    REQUIRE(x.has_value());
    CHECK(words_of(memory) == std::vector<std::uint64_t>{0x0C00, 1, 1, 1});
}

}  // namespace
