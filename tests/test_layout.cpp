// tests/test_layout.cpp: every layout keeps the laws of pointers and kinds.
#include <doctest/doctest.h>

#include <cstdint>

#include <boost/hana/tuple.hpp>

#include "laws/layout_laws.hpp"
#include "layouts.hpp"
#include "small_heaps.hpp"

namespace {

using namespace strata;

// The concept accepts the least that will do, and each witness below lacks exactly one thing.
struct anything {
    template <class L>
    static bool covers(word_of<L>);
    template <class L, class M>
    static word_of<L> scan_from(const M&, header_of<L>);
};
struct inside {
    template <class L>
    static bool covers(word_of<L>);
    template <class L>
    static header_of<L> parent(header_of<L>, word_of<L>);
    template <class L, class M>
    static bool may_stand_in(const M&, header_of<L>, header_of<L>);
};
struct no_kinds {
    using word = std::uint64_t;
    static constexpr std::uint64_t max_wosize = 1, max_tag = 1, mword = 1;
    static word make_header(word, color, word);
    static word wosize(word);
    static word tag(word);
    static bool has_color(word, color);
    static word color_header(word, color);
    static bool is_pointer(word);
    static val_addr<word> target(word);
    static word pointer_to(val_addr<word>);
    static word filler();
};
struct least : no_kinds {
    static constexpr auto kinds = boost::hana::tuple_t<anything>;
};
struct no_codec : least {
    static word tag(word) = delete;
};
struct no_mword : least {
    static constexpr void* mword = nullptr;
};
struct no_is_pointer : least {
    static bool is_pointer(word) = delete;
};
struct no_target : least {
    static val_addr<word> target(word) = delete;
};
struct target_is_a_word : least {
    static word target(word);
};
struct no_pointer_to : least {
    static word pointer_to(val_addr<word>) = delete;
};
struct no_filler : least {
    static word filler() = delete;
};
struct not_a_kind : least {
    static constexpr auto kinds = boost::hana::tuple_t<int, anything>;
};
struct last_is_interior : least {
    static constexpr auto kinds = boost::hana::tuple_t<anything, inside>;
};

static_assert(layout<least>);
static_assert(!layout<no_codec>);
static_assert(!layout<no_mword>);
static_assert(!layout<no_is_pointer>);
static_assert(!layout<no_target>);
static_assert(!layout<target_is_a_word>);
static_assert(!layout<no_pointer_to>);
static_assert(!layout<no_filler>);
static_assert(!layout<no_kinds>);
static_assert(!kinds_fit<not_a_kind> && !layout<not_a_kind>);
static_assert(!kinds_fit<last_is_interior> && !layout<last_is_interior>);

TEST_CASE_TEMPLATE_DEFINE("a pointer to an address is a pointer, and to that address", L, pointers)
{
    using W = word_of<L>;
    for (unsigned bit = 4; bit < word_bits<W>; ++bit)
        CHECK(laws::pointers<L>({static_cast<W>((W{1} << bit) + mword<L>())}));
}
TEST_CASE_TEMPLATE_APPLY(pointers, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("the filler of a layout leads to nothing", L, filler)
{
    CHECK(laws::filler_leads_nowhere<L>());
}
TEST_CASE_TEMPLATE_APPLY(filler, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("the first scanned field of an object is in it or just after it", L,
                          scans)
{
    for (std::size_t n = 1; n <= 6; ++n)
        CHECK(test::for_each_small_heap<L>(n, [](const test::small_heap<L>& heap) {
            const functional::heap<L> hp{heap.origin(), {heap.words().begin(), heap.words().end()}};
            return laws::scan_starts_in_object<L>(hp);
        }));
}
TEST_CASE_TEMPLATE_APPLY(scans, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("what a pointer keeps alive is an object that contains its target", L,
                          parents)
{
    for (std::size_t n = 1; n <= 6; ++n)
        CHECK(test::for_each_small_heap<L>(n, [](const test::small_heap<L>& heap) {
            const functional::heap<L> hp{heap.origin(), {heap.words().begin(), heap.words().end()}};
            bool contained = true;
            for (const auto v : heap.targets())
                contained = contained && laws::parent_contains<L>(hp, L::target(v));
            return contained;
        }));
}
TEST_CASE_TEMPLATE_APPLY(parents, test::layouts);

// The laws are not vacuous.
struct wrong_target : ocaml_64 {
    static constexpr val_addr<word> target(word v) { return {v + 8}; }
};
struct filler_points : ocaml_64 {
    static constexpr word filler() { return 8; }
};

TEST_CASE("a layout whose pointers lead elsewhere, or whose filler is a pointer, breaks a law")
{
    CHECK_FALSE(laws::pointers<wrong_target>({0x1000}));
    CHECK_FALSE(laws::filler_leads_nowhere<filler_points>());
}

TEST_CASE("header and first field are one word apart, and fields are counted from 1")
{
    static_assert(f_address<ocaml_64>({0x1000}).at == 0x1008);
    static_assert(f_address<ocaml_32>({0x1000}).at == 0x1004);
    static_assert(f_address<bitmap_record>({0x1000}).at == 0x1001);
    static_assert(hd_address<ocaml_64>({0x1008}).at == 0x1000);
    static_assert(field_addr<ocaml_64>({0x1000}, 1) == 0x1008);
    static_assert(field_addr<ocaml_32>({0x1000}, 3) == 0x100C);
    static_assert(next_header<ocaml_64>({0x1000}, 0).at == 0x1008);
    CHECK(next_header<ocaml_32>({0x1000}, 2).at == 0x100C);
}

}  // namespace
