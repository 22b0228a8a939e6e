// tests/test_mark_small.cpp: small objects are marked in a row, and none is missed.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <strata/layer2_functional/collect.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/incremental.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"
#include "memories.hpp"

namespace {

using namespace strata;
using imperative::contents, imperative::incremental, imperative::phase;
using imperative::segregated_fit, imperative::unaudited_cycle;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// Objects small and large, and some without values; a third of the fields lead to older objects,
/// which are near or, across a free block, far.
template <layout L>
struct neighbours {
    test::heap_builder<L> h{};
    std::vector<value_of<L>> objects;
    std::vector<word_of<L>> roots;
    std::uint64_t seed = 1;

    explicit neighbours(std::size_t count)
    {
        while (objects.size() < count) {
            if (objects.size() == count / 2) h.free(2 * imperative::near_words);
            add();
        }
        for (std::size_t i = count; i > count - 3; --i)
            roots.push_back(L::pointer_to(objects[i - 1]));
    }

    [[nodiscard]] std::size_t random(std::size_t n)
    {
        seed = seed * 6364136223846793005 + 1442695040888963407;
        return static_cast<std::size_t>(seed >> 33) % n;
    }
    /// Around the most that is small; a bitmap has no room for as many.
    [[nodiscard]] std::size_t large_wosize() { return test::has_bitmap<L> ? 20 : 60 + random(10); }
    void add()
    {
        constexpr std::uint64_t opaque_tag = 252;
        const auto kind = random(16);
        std::vector<typename test::heap_builder<L>::field> fields(kind == 0 ? large_wosize()
                                                                            : 1 + random(4));
        for (auto& f : fields)
            f = random(3) == 0 && !objects.empty() ? h.to(objects[random(objects.size())])
                                                   : h.data(random(1000));
        if (kind == 1 && !test::has_bitmap<L>)
            objects.push_back(h.block(color::white, opaque_tag, {L::filler(), L::filler()}));
        else objects.push_back(h.record(fields));
    }
};

template <class T, std::size_t Window>
void check_cycle(std::size_t room, std::uint64_t budget)
{
    using L = test::layout_in<T>;
    using GC = incremental<L, test::memory_in<T>, segregated_fit<L>, Window, unaudited_cycle<L>>;
    neighbours<L> n{400};
    const auto expected = functional::collect<L>(n.h.hp, n.roots).hp;
    std::vector<value_of<L>> stack(room);
    typename GC::ring_type ring{};
    GC gc{{n.h.hp.words, n.h.hp.origin}, stack, ring, contents::existing};
    gc.start(n.roots);
    bool within = true;
    while (gc.at() != phase::idle) within = gc.slice(budget) <= budget && within;
    CHECK(within);
    for (const auto x : n.objects) {
        const auto at = hd_address<L>(x);
        REQUIRE(functional::is_allocated<L>(gc.memory().load(at.at)) ==
                functional::is_allocated<L>(expected.load(at.at)));
    }
}

TEST_CASE_TEMPLATE_DEFINE(
    "what is marked in a row, past the window and through it, is what a collection keeps", T, near)
{
    for (const std::size_t room : {1U, 62U, 63U, 64U, 130U, 5000U})
        for (const std::uint64_t budget : {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{64},
                                           std::uint64_t{200}, no_limit}) {
            check_cycle<T, 2>(room, budget);
            check_cycle<T, 32>(room, budget);
        }
}
TEST_CASE_TEMPLATE_APPLY(near, test::layouts_and_marks);

}  // namespace
