// tests/property/defects_are_found.cpp: find_defect accepts every recipe and no corruption.
#include <doctest/doctest.h>

#include <string>

#include <strata/layer2_functional/image_defect.hpp>

#include "corruptions.hpp"
#include "layouts.hpp"
#include "recipes.hpp"

namespace {

using namespace strata;

template <class L>
functional::heap_image<L> image_of(const test::heap_recipe& recipe,
                                   const test::random_heap<L>& made)
{
    functional::heap_image<L> image{std::endian::big, made.hp, made.roots, {}, made.blocks};
    if (recipe.linked) image.fp = made.fp;
    return image;
}

TEST_CASE_TEMPLATE_DEFINE("the heap of any recipe has no defect, nor have its roots", L, accepted)
{
    const auto accepts = [](rc::Gen<test::heap_recipe> recipes) {
        return [recipes] {
            const auto recipe = *recipes;
            const auto made = test::make_heap<L>(recipe);
            RC_LOG() << test::draw<L>(made.hp, made.roots);
            const auto wrong = functional::find_image_defect<L>(image_of(recipe, made));
            if (wrong) RC_LOG() << functional::describe(*wrong);
            RC_ASSERT(!wrong.has_value());
        };
    };
    CHECK(test::holds("small", 300, accepts(test::small_heaps())));
    CHECK(test::holds("large", 3, accepts(test::large_heaps())));
}
TEST_CASE_TEMPLATE_APPLY(accepted, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("each corruption is found, by its rule and at its word", L, corrupted)
{
    std::array<int, test::corrupter<L>::count> times{};
    CHECK(test::holds("corrupted", 1500, [&] {
        auto made = test::make_heap<L>(*test::small_heaps());
        const auto way = *test::number_below(test::corrupter<L>::count);
        const auto place = *test::number_below<std::uint32_t>(1000);
        const auto expected = test::corrupter<L>{made.hp, made.blocks, place}(way);
        if (!expected) return;
        ++times[way];
        const auto wrong = functional::find_defect<L>(made.hp);
        RC_ASSERT(wrong.has_value());
        RC_LOG() << functional::describe(*wrong);
        RC_ASSERT(std::string{wrong->rule} == expected->rule);
        RC_ASSERT(wrong->at == expected->at);
    }));
    // Each way that the layout knows has really been tried.
    for (const unsigned way : {0U, 1U, 3U, 4U, 5U}) CHECK(times[way] > 0);
    CHECK((times[2] > 0) == test::has_kind<functional::infix, L>);
    CHECK((times[6] > 0) == test::has_kind<functional::closure, L>);
    CHECK((times[7] > 0) == test::has_kind<functional::closure, L>);
}
TEST_CASE_TEMPLATE_APPLY(corrupted, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("a live object that becomes free is found, by a root or a field", L,
                          freed)
{
    CHECK(test::holds("freed", 300, [] {
        const auto recipe = *test::small_heaps();
        auto made = test::make_heap<L>(recipe);
        if (made.live.empty()) return;
        const auto place = *test::number_below<std::size_t>(1000);
        const auto h = made.live[place % made.live.size()];
        made.hp.store(h.at, L::color_header(made.hp.load(h.at), color::blue));
        RC_LOG() << test::draw<L>(made.hp, made.roots);
        auto image = image_of(recipe, made);
        image.fp.reset();
        const auto wrong = functional::find_image_defect<L>(image);
        RC_ASSERT(wrong.has_value());
        const bool by_pointer = wrong->rule == functional::rule::not_free ||
                                wrong->rule == functional::rule::has_parent;
        RC_ASSERT(by_pointer);
    }));
}
TEST_CASE_TEMPLATE_APPLY(freed, test::layouts);

}  // namespace
