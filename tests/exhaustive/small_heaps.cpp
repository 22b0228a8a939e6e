// tests/exhaustive/small_heaps.cpp: the small heaps are well formed, and none is missing.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include <strata/layer2_functional/well_formed_heap.hpp>

#include "layouts.hpp"
#include "small_heaps.hpp"

namespace {

using namespace test;
using functional::find_defect, functional::wosize;

template <layout L>
using words_of = std::vector<word_of<L>>;

template <layout L>
functional::heap<L> as_heap(std::span<const word_of<L>> words)
{
    return {small_origin<L>, {words.begin(), words.end()}};
}

TEST_CASE_TEMPLATE_DEFINE("every small heap is well formed, and white or blue", L, well_formed)
{
    for (std::size_t n = 1; n <= 8; ++n)
        CHECK(for_each_small_heap<L>(n, [](const small_heap<L>& heap) {
            const auto hp = as_heap<L>(heap.words());
            const auto blocks = functional::h_objs<L>(hp).size();
            const auto fine = functional::whites<L>(hp).size() + functional::blues<L>(hp).size();
            return !find_defect<L>(hp) && blocks == fine;
        }));
}
TEST_CASE_TEMPLATE_APPLY(well_formed, test::layouts);

/// The words that a small heap of `n` words may have anywhere, written out once more.
template <ocaml_like L>
struct alphabet {
    using W = word_of<L>;
    static constexpr W begin = small_origin<L>;
    words_of<L> headers, values{1, 3, static_cast<W>(~W{0}), begin}, bytes, infos;

    explicit alphabet(W n)
        : bytes{static_cast<W>(begin + 2 * L::mword), static_cast<W>(begin + L::mword + 2),
                L::make_header(1, color::gray, 0), static_cast<W>(~W{1})}
    {
        for (W wz = 0; wz < n; ++wz)
            for (const W tag : {0U, 247U, 249U, 251U})
                for (const auto c : {color::white, color::blue})
                    headers.push_back(L::make_header(wz, c, tag));
        for (W p = 1; p <= n; ++p) values.push_back(static_cast<W>(begin + p * L::mword));
        for (W start = 0; start <= n; ++start)
            for (const W arity : {0U, 3U}) infos.push_back(L::make_closure_info(arity, start));
    }
    [[nodiscard]] words_of<L> all() const
    {
        std::set<W> every;
        for (const auto& some : {headers, values, bytes, infos})
            every.insert(some.begin(), some.end());
        return {every.begin(), every.end()};
    }
};

template <class W>
bool is_one_of(const std::vector<W>& set, W w)
{
    return std::find(set.begin(), set.end(), w) != set.end();
}

/// Whether each word of a well-formed block is one that a small heap may have in that place.
template <ocaml_like L>
bool is_small_block(const functional::heap<L>& hp, const alphabet<L>& a, header_of<L> h)
{
    const auto header = hp.load(h.at), wz = L::wosize(header), tag = L::tag(header);
    const auto field = [&](word_of<L> i) { return hp.load(field_addr<L>(h, i)); };
    const auto infix_at = [&](word_of<L> j) {
        return j >= 3 && field(j) == L::make_header(j, color::white, 249);
    };
    if (!is_one_of(a.headers, header)) return false;
    if (wz == 0) return tag == 0 || tag == 249;
    const bool free = L::has_color(header, color::blue);
    if (free && tag == 251) return false;
    word_of<L> values_from = tag == 251 || free ? wz + 1 : 1;
    if (tag == 247 && !free) {
        values_from = L::start_env(field(2)) + 1;
        if (!is_one_of(a.infos, field(2))) return false;
    }
    for (word_of<L> i = 1; i <= wz; ++i) {
        if (i >= values_from && !is_one_of(a.values, field(i))) return false;
        if (i >= values_from || (tag == 247 && !free && i == 2)) continue;
        const bool infix = tag == 247 && !free && i + 1 < values_from && infix_at(i);
        if (infix ? infix_at(i + 1) : !is_one_of(a.bytes, field(i))) return false;
    }
    return true;
}

template <ocaml_like L>
bool is_small_heap(const functional::heap<L>& hp, const alphabet<L>& a)
{
    if (find_defect<L>(hp)) return false;
    bool small = true;
    functional::for_each_block<L>(hp, [&](header_of<L> h) { small &= is_small_block(hp, a, h); });
    return small;
}

/// How many sequences of `hp.words.size()` words over the alphabet are small heaps. A first word
/// that is no header is not followed up.
template <ocaml_like L>
std::size_t count_by_brute_force(functional::heap<L>& hp, const alphabet<L>& a,
                                 const words_of<L>& all, std::size_t p = 0)
{
    if (p == hp.words.size()) return is_small_heap(hp, a) ? 1 : 0;
    std::size_t count = 0;
    for (const auto w : p == 0 ? a.headers : all) {
        hp.words[p] = w;
        count += count_by_brute_force(hp, a, all, p + 1);
    }
    return count;
}

// Not operator<: on a big-endian machine libstdc++ 12 compares the first bytes of vectors only.
struct lexicographic {
    template <class W>
    bool operator()(const std::vector<W>& x, const std::vector<W>& y) const
    {
        return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
    }
};

/// The small heaps whose blocks have only the tags of the alphabet, without repetition.
template <ocaml_like L>
std::set<words_of<L>, lexicographic> listed_heaps(std::size_t n, const alphabet<L>& a)
{
    std::set<words_of<L>, lexicographic> heaps;
    const auto visit = [&](const small_heap<L>& heap) {
        const auto hp = as_heap<L>(heap.words());
        bool wanted = true;
        for (std::size_t p = 0; p < n; ++p)
            if ((heap.starts & only(p)) != 0) wanted &= is_one_of(a.headers, hp.words[p]);
        CHECK((!wanted || is_small_heap(hp, a)));
        CHECK((!wanted || heaps.insert(hp.words).second));
        return true;
    };
    for_each_small_heap<L>(n, visit, choice::all);
    return heaps;
}

TEST_CASE_TEMPLATE("trying all words finds no heap of up to four words that is not listed", L,
                   strata::ocaml_64, strata::ocaml_32, strata::ocaml_64_proof)
{
    for (std::size_t n = 1; n <= 4; ++n) {
        const alphabet<L> a{static_cast<word_of<L>>(n)};
        functional::heap<L> hp{small_origin<L>, words_of<L>(n)};
        CHECK(count_by_brute_force(hp, a, a.all()) == listed_heaps<L>(n, a).size());
    }
}

TEST_CASE("trying all words finds no closure of four fields, with or without infix, not listed")
{
    using L = strata::ocaml_64;
    alphabet<L> a{5};
    const auto all = a.all();
    a.headers = {L::make_header(4, color::white, 247)};
    functional::heap<L> hp{small_origin<L>, words_of<L>(5)};
    const auto count = count_by_brute_force(hp, a, all);
    CHECK(count == listed_heaps<L>(5, a).size());
    CHECK(count == 4 * 2 * (6 * 6 + 4 * 6 + 4 * 4 + 4));
}

TEST_CASE_TEMPLATE("in heaps of seven words every boundary tag is met in every place", L,
                   strata::ocaml_64, strata::ocaml_32)
{
    std::array<std::set<word_of<L>>, 7> tags;
    for_each_small_heap<L>(7, [&](const small_heap<L>& heap) {
        for (std::size_t p = 0; p < 7; ++p)
            if ((heap.objects & only(p)) != 0) tags[p].insert(L::tag(heap.storage[p]));
        return true;
    });
    const std::set<word_of<L>> all{0, 246, 247, 248, 250, 251, 255};
    for (std::size_t p = 0; p < 5; ++p) CHECK(tags[p] == all);
    tags[5].insert(247);  // a closure has two fields at least
    CHECK(tags[5] == all);
    CHECK(tags[6].empty());
}

TEST_CASE_TEMPLATE("in heaps of seven words every value is met in every place", L, strata::ocaml_64,
                   strata::ocaml_32)
{
    std::array<std::set<word_of<L>>, 7> values;
    for_each_small_heap<L>(7, [&](const small_heap<L>& heap) {
        for (std::size_t p = 0; p < 7; ++p)
            if ((heap.values & only(p)) != 0) values[p].insert(heap.storage[p]);
        return true;
    });
    const auto begin = small_origin<L>;
    for (std::size_t p = 1; p < 7; ++p) {
        for (const auto w : {word_of<L>{1}, word_of<L>{3}, static_cast<word_of<L>>(~word_of<L>{0}),
                             begin, static_cast<word_of<L>>(begin + 7 * L::mword)})
            CHECK(values[p].count(w) == 1);
        CHECK(values[p].size() >= 9);  // and pointers to objects
    }
}

}  // namespace
