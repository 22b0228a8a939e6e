// tests/test_layout.cpp: every layout keeps the laws of pointers and kinds.
#include <doctest/doctest.h>

#include <cstddef>
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

/// Calls `use` with headers of every colour and every tag, of each size that may matter.
template <layout L, class F>
void for_each_header(F use)
{
    for (const auto c : {color::blue, color::white, color::gray, color::black})
        for (std::uint64_t tag = 0; tag <= L::max_tag; ++tag)
            for (const std::uint64_t wosize : {std::uint64_t{0}, std::uint64_t{1}, L::max_wosize})
                use(L::make_header(static_cast<word_of<L>>(wosize), c,
                                   static_cast<word_of<L>>(tag)));
}

TEST_CASE_TEMPLATE_DEFINE("a plain header is white, and of no kind but the last", L, plain)
{
    std::size_t wrong = 0;
    for_each_header<L>([&](word_of<L> h) { wrong += !laws::plain_is_plain<L>(h); });
    CHECK(wrong == 0);
}
TEST_CASE_TEMPLATE_APPLY(plain, test::layouts);

TEST_CASE("an ordinary white header of OCaml is plain")
{
    CHECK(functional::is_plain<ocaml_64>(ocaml_64::make_header(3, color::white, 0)));
    CHECK(functional::is_plain<ocaml_64>(ocaml_64::make_header(0x1'0000, color::white, 246)));
    CHECK(functional::is_plain<ocaml_32>(ocaml_32::make_header(1, color::white, 0)));
    CHECK(functional::is_plain<ocaml_64_proof>(ocaml_64_proof::make_header(1, color::white, 0)));
    CHECK(functional::is_plain<ocaml_lazy_64>(ocaml_lazy_64::make_header(1, color::white, 246)));
    CHECK(functional::is_plain<ocaml_base>(ocaml_base::make_header(1, color::white, 255)));
    CHECK(functional::is_plain<ocaml_no_scan>(ocaml_no_scan::make_header(1, color::white, 250)));
}

// The laws are not vacuous.
struct gray_is_plain : ocaml_64 {
    static constexpr bool is_plain(word h) { return !has_color(h, color::black) && tag(h) == 0; }
};
struct infix_is_plain : ocaml_64 {
    static constexpr bool is_plain(word h) { return has_color(h, color::white) && tag(h) == 249; }
};

TEST_CASE_TEMPLATE("a layout that takes another header for a plain one breaks a law", L,
                   gray_is_plain, infix_is_plain)
{
    std::size_t wrong = 0;
    for_each_header<L>([&](word_of<L> h) { wrong += !laws::plain_is_plain<L>(h); });
    CHECK(wrong > 0);
}

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
