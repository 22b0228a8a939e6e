// tests/readme/additions.cpp: the layout and the kind that the README adds, treated as if shipped.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <vector>

#include <boost/hana/contains.hpp>
#include <boost/hana/type.hpp>

#include <strata/layer2_functional/objects.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

#include "laws/header_codec_laws.hpp"
#include "laws/layout_laws.hpp"
#include "layouts.hpp"

TYPE_TO_STRING(strata::lisp_64);
TYPE_TO_STRING(strata::ocaml_handles);

namespace {

using namespace strata;

template <layout L>
using audited_collector =
    imperative::mark_sweep<L, imperative::checked_memory<L>, imperative::segregated_fit<L>, 32,
                           imperative::audited<L>>;

static_assert(boost::hana::contains(all_layouts, boost::hana::type_c<lisp_64>));
static_assert(boost::hana::contains(all_layouts, boost::hana::type_c<ocaml_handles>));

TEST_CASE_TEMPLATE_DEFINE("each layout of the longer list keeps the laws of headers", L, headers)
{
    for (const auto c : laws::all_colors)
        for (const std::uint64_t wosize : {std::uint64_t{0}, std::uint64_t{1}, L::max_wosize})
            for (const std::uint64_t tag : {std::uint64_t{0}, std::uint64_t{240}, L::max_tag}) {
                CHECK(laws::round_trip<L>(wosize, c, tag));
                CHECK(laws::color_frame<L>(wosize, color::white, tag, c));
            }
}
TEST_CASE_TEMPLATE_APPLY(headers, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("each layout of the longer list keeps the laws of objects", L, objects)
{
    std::array<word_of<L>, 12> heap{};
    std::array<value_of<L>, 1> stack;
    audited_collector<L> gc{{heap, 0x1000}, stack};
    const auto x = gc.allocate(3, 0), y = gc.allocate(3, 240);
    REQUIRE(x);
    REQUIRE(y);
    CHECK(laws::pointers<L>(*x));
    CHECK(laws::pointers<L>(*y));
    CHECK(laws::filler_leads_nowhere<L>());
    CHECK(laws::scan_starts_in_object<L>(gc.memory()));
    CHECK(laws::parent_contains<L>(gc.memory(), *y));
    gc.collect(std::array{L::pointer_to(*y)});
    CHECK(functional::allocs<L>(gc.memory()) == std::vector{*y});
}
TEST_CASE_TEMPLATE_APPLY(objects, test::layouts);

TEST_CASE("lisp_64 writes headers and pointers as the README says")
{
    CHECK(lisp_64::make_header(3, color::white, 5) == 0x30014);
    CHECK(lisp_64::make_header(3, color::black, 5) == 0x30017);
    CHECK(lisp_64::pointer_to({0x1008}) == 0x1009);
    CHECK(lisp_64::target(0x1009).at == 0x1008);
    CHECK(lisp_64::is_pointer(0x1009));
    CHECK_FALSE(lisp_64::is_pointer(42));
}

TEST_CASE("lisp_64 keeps what a tagged pointer reaches and frees the rest")
{
    using L = lisp_64;
    std::array<std::uint64_t, 9> heap{};
    std::array<value_of<L>, 1> stack;
    audited_collector<L> gc{{heap, 0x1000}, stack};
    const auto lost = gc.allocate(2, 0), kept = gc.allocate(2, 0), root = gc.allocate(2, 0);
    REQUIRE(lost);
    REQUIRE(kept);
    REQUIRE(root);
    gc.memory().store(root->at, L::pointer_to(*kept));
    gc.memory().store(root->at + 8, lost->at);  // an even word: the integer of the same digits
    gc.collect(std::array{L::pointer_to(*root)});
    CHECK(functional::allocs<L>(gc.memory()) == std::vector{*kept, *root});
}

TEST_CASE("a handle's raw word keeps nothing alive and its values do")
{
    using L = ocaml_handles;
    std::array<std::uint64_t, 9> heap{};
    std::array<value_of<L>, 1> stack;
    audited_collector<L> gc{{heap, 0x1000}, stack};
    const auto lost = gc.allocate(2, 0), kept = gc.allocate(2, 0), root = gc.allocate(2, 240);
    REQUIRE(lost);
    REQUIRE(kept);
    REQUIRE(root);
    gc.memory().store(root->at, L::pointer_to(*lost));
    gc.memory().store(root->at + 8, L::pointer_to(*kept));
    gc.collect(std::array{L::pointer_to(*root)});
    CHECK(functional::allocs<L>(gc.memory()) == std::vector{*kept, *root});
}

}  // namespace
