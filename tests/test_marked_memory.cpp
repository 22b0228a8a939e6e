// tests/test_marked_memory.cpp: marks beside a memory keep the laws, wherever it begins.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/layer2_functional/heap.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/marked.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "laws/marked_memory_laws.hpp"
#include "laws/word_memory_laws.hpp"
#include "layouts.hpp"

namespace {

using namespace strata;
using imperative::checked_memory, imperative::mark_entry, imperative::raw_memory;
using imperative::lent_entries, imperative::with_marks;

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
using word = std::uint64_t;
struct least : least_memory<word> {
    bool is_marked(word) const;
    run_of_marks<word> run_at(word) const;
    void mark(word, word);
    void unmark(word, word);
};
struct no_is_marked : least {
    bool is_marked(word) const = delete;
};
struct no_run_at : least {
    run_of_marks<word> run_at(word) const = delete;
};
struct run_at_changes_it : least {
    run_of_marks<word> run_at(word);
};
struct no_mark : least {
    void mark(word, word) = delete;
};
struct no_unmark : least {
    void unmark(word, word) = delete;
};
struct no_load : least {
    word load(word) const = delete;
};

static_assert(marked_memory<least, word>);
static_assert(!marked_memory<least, std::uint32_t>);
static_assert(!marked_memory<no_is_marked, word>);
static_assert(!marked_memory<no_run_at, word>);
static_assert(!marked_memory<run_at_changes_it, word>);
static_assert(!marked_memory<no_mark, word>);
static_assert(!marked_memory<no_unmark, word>);
static_assert(!marked_memory<no_load, word>);
static_assert(!marked_memory<checked_memory<ocaml_64>, word>);

/// The laws for a memory of so many words, the first of which has number `first`.
template <template <layout> class Memory, layout L>
[[nodiscard]] constexpr bool keeps_the_laws(std::size_t words, std::uint64_t first)
{
    std::vector<word_of<L>> storage(words, word_of<L>{7});
    std::vector<mark_entry> entries(lent_entries::count(words), mark_entry{0});
    const auto origin = static_cast<word_of<L>>(first * L::mword);
    return laws::marked_memory_laws<L>(
        with_marks<L>(Memory<L>{storage, origin}, std::span{entries}));
}

TEST_CASE_TEMPLATE_DEFINE("marks are where they were put, wherever a memory begins", L, marks)
{
    for (const std::uint64_t first : {0x1000U, 0x1025U, 0x103FU})
        for (const std::size_t words : {1U, 5U, 140U}) {
            CAPTURE(first);
            CAPTURE(words);
            CHECK(keeps_the_laws<checked_memory, L>(words, first));
            CHECK(keeps_the_laws<raw_memory, L>(words, first));
        }
}
TEST_CASE_TEMPLATE_APPLY(marks, test::layouts);

template <layout L>
constexpr bool keeps_the_laws_in_the_compiler =
    keeps_the_laws<checked_memory, L>(7, 0x1000) && keeps_the_laws<checked_memory, L>(7, 0x103D);
static_assert(keeps_the_laws_in_the_compiler<ocaml_64>);
static_assert(keeps_the_laws_in_the_compiler<ocaml_32>);
static_assert(keeps_the_laws_in_the_compiler<ocaml_64_proof>);
static_assert(keeps_the_laws_in_the_compiler<bitmap_record>);

TEST_CASE_TEMPLATE_DEFINE("a memory with marks beside it is still a memory", L, still_a_memory)
{
    std::vector<word_of<L>> words(5, 7);
    std::vector<mark_entry> entries(lent_entries::count(5));
    const checked_memory<L> memory{words, static_cast<word_of<L>>(0x1000 * L::mword)};
    CHECK(laws::word_memory_laws<L>(with_marks<L>(memory, std::span{entries})));
}
TEST_CASE_TEMPLATE_APPLY(still_a_memory, test::layouts);

TEST_CASE("a row of words has its marks in every entry that it is in")
{
    std::vector<std::uint64_t> words(200);
    std::array<mark_entry, 5> entries{};
    auto memory = with_marks<ocaml_64>(checked_memory<ocaml_64>{words, 8 * 62}, entries);
    memory.mark(8 * 62, 1);
    CHECK(entries == std::array<mark_entry, 5>{mark_entry{1} << 62});
    memory.mark(8 * 63, 130);  // to word 192, the first of the fourth entry
    const auto all = ~mark_entry{0};
    CHECK(entries == std::array<mark_entry, 5>{mark_entry{3} << 62, all, all, 1});
    memory.unmark(8 * 64, 127);
    CHECK(entries == std::array<mark_entry, 5>{mark_entry{3} << 62, 0, mark_entry{1} << 63, 1});
    CHECK(memory.run_at(8 * 62).words == 2);
    CHECK(memory.run_at(8 * 64).words == 64);
    CHECK_FALSE(memory.run_at(8 * 64).is_marked);
    CHECK(memory.run_at(8 * 191).words == 1);
}

TEST_CASE("a run ends where the memory does")
{
    std::vector<std::uint64_t> words(10);
    std::array<mark_entry, 2> entries{};
    auto memory = with_marks<ocaml_64>(checked_memory<ocaml_64>{words, 0x1000}, entries);
    CHECK(memory.run_at(0x1008).words == 9);
    memory.mark(0x1000, 10);
    CHECK(memory.run_at(0x1010).words == 8);
}

TEST_CASE("two entries more than the words fill are enough wherever a memory begins")
{
    for (std::uint64_t first = 0; first < 64; ++first)
        for (const std::uint64_t words : {1U, 63U, 64U, 65U, 128U})
            CHECK((first + words - 1) / 64 < lent_entries::count(words));
}

TEST_CASE("a copy of a memory has its marks as black headers")
{
    using L = ocaml_64;
    std::vector<std::uint64_t> words{
        L::make_header(1, color::white, 3), 1, L::make_header(0, color::white, 0),
        L::make_header(2, color::white, 7), 1, 1};
    std::array<mark_entry, 2> entries{};
    auto memory = with_marks<L>(checked_memory<L>{words, 0x1000}, entries);
    CHECK(functional::snapshot<L>(memory).words == words);
    memory.mark(0x1018, 3);
    auto expected = words;
    expected[3] = L::make_header(2, color::black, 7);
    CHECK(functional::snapshot<L>(memory).words == expected);
}

// --- the laws are not vacuous --------------------------------------------------------------------

using marked = imperative::marked<ocaml_64, checked_memory<ocaml_64>>;
struct forgets : marked {
    void mark(word, word) {}
};
struct keeps : marked {
    void unmark(word a, word n)
    {
        if (n > 1) marked::unmark(a, n - 1);
    }
};
struct smears : marked {
    void mark(word a, word n)
    {
        marked::mark(a, n);
        marked::mark(begin(), 1);
    }
};
struct writes : marked {
    void mark(word a, word n)
    {
        marked::mark(a, n);
        store(begin(), 8);
    }
};
struct runs_on : marked {
    [[nodiscard]] run_of_marks<word> run_at(word a) const
    {
        const auto run = marked::run_at(a);
        return {run.is_marked, a + 8 * run.words == end() ? run.words : run.words + 1};
    }
};
struct runs_out : marked {
    [[nodiscard]] run_of_marks<word> run_at(word a) const
    {
        return {is_marked(a), word{end() == a + 8 ? 2U : 1U}};
    }
};
struct stands_still : marked {
    [[nodiscard]] run_of_marks<word> run_at(word a) const { return {is_marked(a), 0}; }
};

TEST_CASE_TEMPLATE("a memory that loses, smears or misreads a mark breaks a law", M, forgets, keeps,
                   smears, writes, runs_on, runs_out, stands_still)
{
    std::vector<std::uint64_t> words(6, 7);
    std::array<mark_entry, 2> entries{};
    const checked_memory<ocaml_64> memory{words, 0x1000};
    CHECK_FALSE(laws::marked_memory_laws<ocaml_64>(M{with_marks<ocaml_64>(memory, entries)}));
}

}  // namespace
