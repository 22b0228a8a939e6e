// tests/test_overflow.cpp: a mark stack of one object is enough, on deep heaps and on wide ones.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/overflow.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>

#include "heap_builder.hpp"
#include "layouts.hpp"
#include "memories.hpp"

namespace {

using namespace strata;
using imperative::darkening;

/// How many objects are black after marking from `root` with a stack of one object. None is gray:
/// where marks are beside the memory, what was dropped is white again.
template <darkening D, std::size_t Window, class M, layout L>
std::size_t blackened(functional::heap<L> hp, value_of<L> root)
{
    M memory{hp.words, hp.origin};
    std::array<value_of<L>, 1> storage{};
    std::array<value_of<L>, Window> ring{};
    auto state = imperative::begin_mark<L, D>(memory, imperative::mark_stack<word_of<L>>{storage},
                                              imperative::prefetch_window{ring});
    imperative::darken_roots(state, std::array{L::pointer_to(root)});
    state = imperative::mark(state);
    CHECK(functional::greys<L>(hp).empty());
    return functional::blacks<L>(functional::snapshot<L>(memory)).size();
}

template <layout L>
void check_all_black(const functional::heap<L>& hp, value_of<L> root, std::size_t objects)
{
    using checked = imperative::checked_memory<L>;
    using marked = test::own_marks<L>;
    CHECK(blackened<darkening::eager, 1, checked>(hp, root) == objects);
    CHECK(blackened<darkening::lazy, 2, checked>(hp, root) == objects);
    CHECK(blackened<darkening::lazy, 32, checked>(hp, root) == objects);
    CHECK(blackened<darkening::eager, 1, marked>(hp, root) == objects);
    CHECK(blackened<darkening::lazy, 4, marked>(hp, root) == objects);
}

TEST_CASE_TEMPLATE_DEFINE("one entry is enough for an object with a thousand children", L, wide)
{
    test::heap_builder<L> h;
    std::vector<typename test::heap_builder<L>::field> children;
    for (std::uint64_t i = 0; i < (test::has_bitmap<L> ? 60 : 1000); ++i)
        children.push_back(h.to(h.record({h.data(i)})));
    const auto root = h.record(children);
    check_all_black(h.hp, root, children.size() + 1);
}
TEST_CASE_TEMPLATE_APPLY(wide, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("one entry is enough for a long list, whichever way it points", L, deep)
{
    test::heap_builder<L> back, forth;
    auto last = back.record({back.data(0)});
    const auto first = forth.record({forth.data(0)});
    auto previous = first;
    for (int i = 0; i < 999; ++i) {
        last = back.record({back.to(last)});
        const auto next = forth.record({forth.data(0)});
        forth.point(previous, 1, next);
        previous = next;
    }
    check_all_black(back.hp, last, 1000);
    check_all_black(forth.hp, first, 1000);
}
TEST_CASE_TEMPLATE_APPLY(deep, test::layouts);

TEST_CASE_TEMPLATE_DEFINE("one entry is enough for a binary tree, laid out in any order", L, tree)
{
    // Object i has children 2i + 1 and 2i + 2; its place in memory is i * 379 mod 1023.
    constexpr std::size_t n = 1023;
    test::heap_builder<L> h;
    std::vector<value_of<L>> at(n);
    for (std::size_t k = 0; k < n; ++k) at[k] = h.record({h.data(0), h.data(0)});
    const auto object = [&](std::size_t i) { return at[i * 379 % n]; };
    for (std::size_t i = 0; 2 * i + 2 < n; ++i) {
        h.point(object(i), 1, object(2 * i + 1));
        h.point(object(i), 2, object(2 * i + 2));
    }
    check_all_black(h.hp, object(0), n);
}
TEST_CASE_TEMPLATE_APPLY(tree, test::layouts);

TEST_CASE("after the artifact's crash: more roots than the mark stack holds are all marked")
{
    using L = ocaml_64;
    test::heap_builder<L> h;
    std::vector<std::uint64_t> roots;
    for (std::uint64_t i = 0; i < 10; ++i) roots.push_back(h.record({h.data(i)}).at);
    std::array<value_of<L>, 2> storage{};
    std::array<value_of<L>, 1> ring{};
    auto state = imperative::begin_mark<L, darkening::eager>(
        h.hp, imperative::mark_stack<std::uint64_t>{storage}, imperative::prefetch_window{ring});
    imperative::darken_roots(state, roots);
    CHECK(functional::greys<L>(state.memory).size() == 10);
    state = imperative::mark(std::move(state));
    CHECK(functional::blacks<L>(state.memory).size() == 10);
}

TEST_CASE(
    "what is dropped ahead of a walk prolongs it, what is dropped behind it waits for the next")
{
    using L = ocaml_64;
    const functional::heap<L> hp{0x1000, std::vector<std::uint64_t>(100)};
    auto dropped = imperative::no_overflow<L>(hp);
    CHECK_FALSE(imperative::is_pending(dropped));
    imperative::drop<L>(dropped, {0x1100});
    CHECK(imperative::is_pending(dropped));
    imperative::begin_walk<L>(hp, dropped);
    CHECK(dropped.cursor == 0x1100);
    dropped.cursor = 0x1110;  // the walk has passed what was dropped
    CHECK_FALSE(imperative::is_pending(dropped));
    imperative::drop<L>(dropped, {0x1200});
    CHECK(dropped.cursor == 0x1110);
    CHECK(imperative::is_pending(dropped));
    imperative::drop<L>(dropped, {0x1008});
    imperative::begin_walk<L>(hp, dropped);
    CHECK(dropped.cursor == 0x1008);
}

}  // namespace
