// tests/test_word_memory.cpp: every memory keeps the laws, in every layout.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <strata/layer2_functional/heap.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/recorded_memory.hpp>

#include "laws/word_memory_laws.hpp"
#include "layouts.hpp"

namespace {

using namespace strata;
using imperative::checked_memory, imperative::raw_memory, imperative::recorded_memory;

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
using W = std::uint64_t;
using least = least_memory<W>;
struct no_begin : least {
    W begin() const = delete;
};
struct no_end : least {
    W end() const = delete;
};
struct no_load : least {
    W load(W) const = delete;
};
struct no_store : least {
    void store(W, W) = delete;
};
struct load_changes_it : least {
    W load(W);
};
struct loads_another_word : least {
    std::uint32_t load(W) const;
};

static_assert(word_memory<least, W>);
static_assert(!word_memory<least, std::uint32_t>);
static_assert(!word_memory<least_memory<W>, std::int64_t>);
static_assert(!word_memory<no_begin, W>);
static_assert(!word_memory<no_end, W>);
static_assert(!word_memory<no_load, W>);
static_assert(!word_memory<no_store, W>);
static_assert(!word_memory<load_changes_it, W>);
static_assert(!word_memory<loads_another_word, W>);

TEST_CASE_TEMPLATE_DEFINE("a memory holds what was stored, and a store changes no other word", L,
                          store_and_load)
{
    using word = word_of<L>;
    std::vector<word> words(5, 7);
    const word origin = 0x1000 * mword<L>();
    const raw_memory<L> raw{words, origin};
    CHECK(laws::word_memory_laws<L>(functional::heap<L>{origin, words}));
    CHECK(laws::word_memory_laws<L>(raw));
    CHECK(laws::word_memory_laws<L>(checked_memory<L>{words, origin}));
    std::size_t seen = 0;
    const auto count = [&](imperative::access, word, word) { ++seen; };
    CHECK(laws::word_memory_laws<L>(recorded_memory<word, raw_memory<L>>{raw, count}));
    CHECK(seen > 5 * 4);
}
TEST_CASE_TEMPLATE_APPLY(store_and_load, test::layouts);

struct forgets : functional::heap<ocaml_64> {
    void store(word, word) {}
};
struct smears : functional::heap<ocaml_64> {
    void store(word a, word w)
    {
        heap::store(a, w);
        heap::store(begin(), w);
    }
};

TEST_CASE("a memory that forgets or smears a store breaks a law")
{
    CHECK_FALSE(laws::word_memory_laws<ocaml_64>(forgets{{0x1000, {7, 7}}}));
    CHECK_FALSE(laws::word_memory_laws<ocaml_64>(smears{{0x1000, {7, 7}}}));
}

TEST_CASE("raw memory may start at any address, also its own")
{
    std::vector<std::uint64_t> words{1, 2, 3};
    const auto own = reinterpret_cast<std::uintptr_t>(words.data());
    raw_memory<ocaml_64> memory{words, own};
    CHECK(memory.load(own + 8) == 2);
    CHECK(memory.end() == own + 24);
    memory.store(own + 16, 9);
    CHECK(words[2] == 9);
    const raw_memory<ocaml_64> elsewhere{words, 0xFFFF'FFFF'FFFF'0000};
    CHECK(elsewhere.load(0xFFFF'FFFF'FFFF'0010) == 9);
}

TEST_CASE("a recorded memory tells each access in its order")
{
    using entry = std::tuple<imperative::access, std::uint32_t, std::uint32_t>;
    std::vector<entry> log;
    std::vector<std::uint32_t> words{5, 6};
    recorded_memory<std::uint32_t, checked_memory<ocaml_32>> memory{
        {words, 0x100}, [&](auto what, auto a, auto w) { log.emplace_back(what, a, w); }};
    memory.store(0x104, memory.load(0x100));
    CHECK(log == std::vector<entry>{{imperative::access::load, 0x100, 5},
                                    {imperative::access::store, 0x104, 5}});
}

TEST_CASE("a pointer is within a memory if a header before it can be")
{
    const functional::heap<ocaml_64> hp{0x1000, {0, 0}};
    CHECK_FALSE(within<ocaml_64>(hp, {0x0FF8}));
    CHECK_FALSE(within<ocaml_64>(hp, {0x1000}));
    CHECK(within<ocaml_64>(hp, {0x1008}));
    CHECK_FALSE(within<ocaml_64>(hp, {0x1010}));
}

}  // namespace
