// tests/test_cakeml.cpp: CakeML's words, as Fig. 6 and 7 of its paper have them.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <vector>

#include <strata/layer2_functional/well_formed_heap.hpp>
#include <strata/layer2_functional/word_heap.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/semispace.hpp>

#include "cakeml_layouts.hpp"
#include "cakeml_words.hpp"
#include "laws/generational_layout_laws.hpp"
#include "laws/header_codec_laws.hpp"
#include "laws/layout_laws.hpp"

namespace {

using namespace strata;
using test::cakeml_layouts;

/// A layout that lacks one thing.
struct no_references : cakeml_64 {
    static bool is_ref(word) = delete;
};
struct no_update : cakeml_64 {
    static word update_addr(word, word) = delete;
};
struct no_forward_pointers : cakeml_64 {
    static bool is_fwd_ptr(word) = delete;
};
static_assert(layout<no_references> && !generational_layout<no_references>);
static_assert(layout<no_update> && !generational_layout<no_update>);
static_assert(layout<no_forward_pointers> && !generational_layout<no_forward_pointers>);

TEST_CASE("CakeML's headers are length, tag, 11, and its pointers end in 1")
{
    using L = cakeml_64;
    static_assert(L::make_header(2, color::white, L::block_tag(3)) == 0x2'0000'0033);
    static_assert(L::make_header(1, color::white, L::ref_tag) == 0x1'0000'000b);
    static_assert(L::pointer_to({6}) == (5 << 12 | 1));
    static_assert(L::update_addr(L::pointer_to({6}) | L::ptr_bits(3, 2), 9) ==
                  (9 << 12 | 3 << 5 | 2 << 1 | 1));
    static_assert(L::ptr_bits(40, 15) == (15 << 5 | 15 << 1));  // all ones is more
    static_assert(L::fwd_ptr(7) == 28);
    using S = cakeml_32;
    static_assert(S::make_header(2, color::white, S::block_tag(3)) == 0x2033);
    static_assert(S::pointer_to({6}) == (5 << 3 | 1));
    static_assert(S::ptr_bits(3, 2) == 0);
    static_assert(S::max_wosize == 0xfffff);
}

TEST_CASE("what is a reference and what is raw is in the lowest bits of the tag")
{
    using L = cakeml_64;
    for (const std::uint64_t n : {0U, 1U, 2U, 3U, 1000U}) {
        const auto block = L::make_header(1, color::white, L::block_tag(n));
        CHECK_FALSE(L::is_ref(block));
        CHECK_FALSE(L::is_raw(block));
        CHECK_FALSE(L::is_fwd_ptr(block));
    }
    CHECK(L::is_ref(L::make_header(1, color::white, L::ref_tag)));
    CHECK_FALSE(L::is_raw(L::make_header(1, color::white, L::ref_tag)));
    for (const std::uint64_t tag : {1U, 3U, 5U, 7U, 0b11101U}) {
        CHECK(L::is_raw(L::make_header(1, color::white, tag)));
        CHECK_FALSE(L::is_ref(L::make_header(1, color::white, tag)));
    }
}

TEST_CASE_TEMPLATE_DEFINE("CakeML's layouts keep the laws of codecs, layouts and forward pointers",
                          L, keeps_laws)
{
    using W = word_of<L>;
    for (const auto c : laws::all_colors)
        for (const std::uint64_t wosize : {std::uint64_t{0}, std::uint64_t{1}, L::max_wosize})
            for (const std::uint64_t tag : {std::uint64_t{0}, std::uint64_t{2}, L::max_tag}) {
                CHECK(laws::round_trip<L>(wosize, c, tag));
                for (const auto to : laws::all_colors)
                    CHECK(laws::color_frame<L>(wosize, c, tag, to));
            }
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12345},
                                  std::uint64_t{L::max_heap_words}}) {
        CHECK(laws::one_color<L>(static_cast<W>(n)));
        CHECK(laws::forward_pointers<L>(static_cast<W>(n), W{1}, W{4}));
        if (n > 0) CHECK(laws::pointers<L>({static_cast<W>(n)}));
        for (const W bits : {W{1}, static_cast<W>(L::lower_bits::mask)})
            for (const W from : {W{0}, static_cast<W>(L::max_heap_words)})
                CHECK(laws::addresses<L>(L::update_addr(bits, from), static_cast<W>(n)));
    }
    CHECK(laws::filler_leads_nowhere<L>());
}
TEST_CASE_TEMPLATE_APPLY(keeps_laws, cakeml_layouts);

TEST_CASE("the running example: Block 3 of the numbers 5 and 80000000000000 on 32 bits")
{
    using L = cakeml_32;
    // A small number is shifted; a bignum is raw words with its sign in the tag.
    std::vector<std::uint32_t> words{L::make_header(2, color::white, L::block_tag(3)),
                                     5 << 1,
                                     L::pointer_to({4}),
                                     L::make_header(2, color::white, 3),
                                     0x9cbd'8000,
                                     0x48c2};
    const imperative::checked_memory<L> memory{words, 0};
    const auto heap = functional::elements_of<L>(memory, 0U, 6U);
    REQUIRE(heap.size() == 2);
    CHECK(heap[0].xs == functional::word_addresses<L>{{false, 0, 10}, {true, 3, 1}});
    CHECK(heap[1].xs.empty());
    CHECK(heap[1].tag.payload == std::vector<std::uint32_t>{0x9cbd'8000, 0x48c2});
    CHECK(functional::heap_ok(heap, 6));
}

TEST_CASE_TEMPLATE_DEFINE("the other collectors run on CakeML's objects too", L, others)
{
    using W = word_of<L>;
    std::vector<W> one(64), other(64);
    std::vector<value_of<L>> stack(2);
    const auto use = [&](auto& gc, bool moves) {
        const auto lost = gc.allocate(20, 0), raw = gc.allocate(2, L::raw_tag);
        const auto ref = gc.allocate(1, L::ref_tag);
        REQUIRE((lost && raw && ref));
        auto memory = gc.memory();
        memory.store(raw->at, static_cast<W>(7));  // no pointer, whatever it looks like
        memory.store(ref->at, L::pointer_to(*raw));
        std::array<W, 1> roots{L::pointer_to(*ref)};
        gc.collect(roots);
        CHECK((roots[0] == L::pointer_to(*ref)) != moves);
        const auto now = gc.memory().load(L::target(roots[0]).at);
        CHECK(gc.memory().load(L::target(now).at) == 7);
        CHECK(functional::h_allocs<L>(gc.memory()).size() == 2);
        CHECK(functional::well_formed_heap<L>(gc.memory()));
    };
    imperative::mark_sweep<L, imperative::checked_memory<L>> marking{{one, 64}, stack};
    use(marking, false);
    imperative::semispace<L, imperative::checked_memory<L>> copying{{one, 64}, {other, 256}};
    use(copying, true);
    using sliced = imperative::incremental<L, imperative::checked_memory<L>>;
    typename sliced::ring_type ring{};
    sliced slices{{one, 64}, stack, ring};
    use(slices, false);
}
TEST_CASE_TEMPLATE_APPLY(others, cakeml_layouts);

}  // namespace
