// tests/test_gen_gc.cpp: CakeML's algorithm level, in hand-drawn heaps.
#include <doctest/doctest.h>

#include <strata/layer2_functional/gen_state_ok.hpp>
#include <strata/layer2_functional/to_gen.hpp>

#include "element_heaps.hpp"

namespace {

using namespace test;
using namespace strata::functional;

constexpr address ptr(num to, int a = 0) { return address::pointer(to, a); }
constexpr address data(int a) { return address::data(a); }
constexpr element datum(addresses xs)
{
    const auto l = xs.size();
    return element::data_element(std::move(xs), l, tag::datum);
}
constexpr element ref(addresses xs)
{
    const auto l = xs.size();
    return element::data_element(std::move(xs), l, tag::reference);
}

TEST_CASE("heap_lookup finds what starts at an offset, and nothing inside an element")
{
    const elements heap{datum({data(1), data(2)}), element::unused(1), ref({ptr(0)})};
    CHECK(heap_length(heap) == 7);
    CHECK(heap_lookup(0, heap) == &heap[0]);
    CHECK(heap_lookup(1, heap) == nullptr);
    CHECK(heap_lookup(2, heap) == nullptr);
    CHECK(heap_lookup(3, heap) == &heap[1]);
    CHECK(heap_lookup(5, heap) == &heap[2]);
    CHECK(heap_lookup(6, heap) == nullptr);
    CHECK(heap_lookup(7, heap) == nullptr);
    CHECK(heap_expand<int, test::tag>(0).empty());
    CHECK(heap_length(heap_expand<int, test::tag>(4)) == 4);
    CHECK(heap_split(3, heap)->second.size() == 2);
    CHECK(heap_split(7, heap)->second.empty());
    CHECK_FALSE(heap_split(4, heap).has_value());
    CHECK_FALSE(heap_split(8, heap).has_value());
    CHECK_FALSE(heap_segment(5, 3, heap).has_value());
}

// 0: a list cell of 1 and what is at 6; 3: garbage; 5: unused; 6: a reference to 0; 8: garbage.
const elements drawn{datum({data(1), ptr(6, 2)}), datum({ptr(0)}), element::unused(0),
                     ref({ptr(0)}), ref({ptr(3)})};

TEST_CASE("a full collection moves data to the start and references to the end")
{
    const auto [roots, state] = gen_gc_full(full_conf{10, {}}, {ptr(6, 5), data(9)}, drawn);
    CHECK(state.ok);
    CHECK(roots == addresses{ptr(8, 5), data(9)});
    CHECK(heap_after(state) ==
          elements{datum({data(1), ptr(8, 2)}), element::unused(4), ref({ptr(0)})});
    CHECK(state.heap[0] == element::forward_pointer(0, 0, 2));
    CHECK(state.heap[3] == element::forward_pointer(8, 5, 1));
}

TEST_CASE("a partial collection keeps every reference, and what is before the generation")
{
    const partial_conf conf{10, {}, 3, 6};
    const auto [roots, state] = gen_gc_partial(conf, {data(9), ptr(0)}, drawn);
    CHECK(state.ok);
    CHECK(roots == addresses{data(9), ptr(0)});
    CHECK(heap_after(state) == drawn);
    const auto [none, freed] =
        gen_gc_partial(partial_conf{10, {}, 3, 6}, {},
                       elements{drawn[0], drawn[1], drawn[2], drawn[3], ref({ptr(0)})});
    CHECK(freed.a == 3);
    CHECK(freed.n == 3);
}

TEST_CASE("what should not happen makes ok false, in either collector")
{
    const auto full_ok = [](elements heap, addresses roots, num limit) {
        return gen_gc_full(full_conf{limit, {}}, std::move(roots), std::move(heap)).state.ok;
    };
    const elements one{datum({data(1)}), element::unused(1)};
    CHECK(full_ok(one, {ptr(0)}, 4));
    CHECK_FALSE(full_ok(one, {ptr(1)}, 4));  // inside an element
    CHECK_FALSE(full_ok(one, {ptr(2)}, 4));  // unused space
    CHECK_FALSE(full_ok(one, {ptr(4)}, 4));  // after the heap
    CHECK_FALSE(full_ok(one, {ptr(0)}, 5));  // another length
    CHECK_FALSE(full_ok({datum({ptr(7)}), element::unused(1)}, {ptr(0)}, 4));
    const auto partial_ok = [](elements heap, addresses roots, num gen_start, num refs_start) {
        return gen_gc_partial(partial_conf{4, {}, gen_start, refs_start}, std::move(roots),
                              std::move(heap))
            .state.ok;
    };
    CHECK(partial_ok(one, {ptr(0)}, 0, 4));
    CHECK(partial_ok(one, {ptr(0)}, 2, 4));
    CHECK_FALSE(partial_ok(one, {ptr(0)}, 1, 4));  // no cut between elements
    CHECK_FALSE(partial_ok(one, {ptr(0)}, 0, 3));
    CHECK_FALSE(partial_ok(one, {ptr(1)}, 0, 4));
    CHECK_FALSE(partial_ok(one, {ptr(2)}, 0, 4));
    CHECK_FALSE(partial_ok(one, {ptr(9)}, 2, 4));  // not into the heap
    CHECK_FALSE(partial_ok({ref({data(1)}), element::unused(1)}, {ptr(0)}, 0, 4));
    CHECK_FALSE(partial_ok(one, {}, 0, 2));  // unused space among the references
}

TEST_CASE("too little room makes ok false, and only that")
{
    const elements heap{datum({data(1), data(2)}), datum({data(3)})};
    auto state = gen_gc_full_begin(full_conf{5, {}}, heap);
    state.n = 3;
    const auto first = gen_gc_full_move(full_conf{5, {}}, state, ptr(0));
    CHECK(first.state.ok);
    CHECK(first.state.n == 0);
    CHECK_FALSE(gen_gc_full_move(full_conf{5, {}}, first.state, ptr(3)).state.ok);
    CHECK(gen_gc_full_move(full_conf{5, {}}, first.state, ptr(0)).state.ok);
}

TEST_CASE("gc_related names the clause that a wrong heap breaks, and where")
{
    const elements before{datum({ptr(2)}), datum({data(2)}), element::unused(1)};
    const elements after{datum({ptr(2)}), datum({data(2)}), element::unused(1)};
    const auto map = [](std::initializer_list<std::pair<num, num>> pairs) {
        address_map f;
        for (const auto& [i, to] : pairs) f.bind(i, to);
        return f;
    };
    CHECK(gc_related(map({{0, 0}, {2, 2}}), before, after).holds());
    CHECK(gc_related(map({{2, 2}}), before, after).holds());
    CHECK(gc_related(map({{0, 0}, {2, 0}}), before, after).clause == 1);
    CHECK(gc_related(map({{0, 4}}), before, after).clause == 1);
    CHECK(gc_related(map({{1, 0}}), before, after).clause == 2);
    CHECK(gc_related(map({{0, 2}, {2, 0}}), before, after).clause == 3);
    const auto lost = gc_related(map({{0, 0}}), before, after);
    CHECK(lost.clause == 4);
    CHECK(lost.witness == num{0});
}

TEST_CASE("gen_state_ok sees a pointer from old data to new")
{
    const elements heap{datum({ptr(2)}), datum({data(0)}), element::unused(0), ref({ptr(2)})};
    CHECK(gen_state_ok(heap, 4, 5, {4, 0}));
    CHECK_FALSE(gen_state_ok(heap, 4, 5, {2}));
    CHECK(find_old_to_new(heap, 5, 2) == num{0});
    CHECK_FALSE(gen_state_ok(heap, 4, 5, {3}));  // inside an element
    CHECK_FALSE(gen_state_ok(heap, 4, 5, {5}));  // after the data
    CHECK(is_divided(is_reference{}, heap, 5));
    CHECK_FALSE(is_divided(is_reference{}, heap, 4));
    CHECK_FALSE(is_divided(is_reference{}, heap, 7));
}

TEST_CASE("the view of a generation makes data of the pointers that leave it")
{
    const partial_conf conf{10, {}, 3, 6};
    CHECK(to_gen_heap_address(conf, data(4)).datum.real == 4);
    CHECK_FALSE(to_gen_heap_address(conf, ptr(2)).is_pointer);
    CHECK(to_gen_heap_address(conf, ptr(2, 8)).datum.outside == ptr(2, 8));
    CHECK(to_gen_heap_address(conf, ptr(3, 8)).ptr == 0);
    CHECK(to_gen_heap_address(conf, ptr(5)).is_pointer);
    CHECK_FALSE(to_gen_heap_address(conf, ptr(6)).is_pointer);
    CHECK(to_gen_conf(conf).limit == 3);
    CHECK(heap_length(to_gen_heap(conf, drawn)) == 3);
}

constexpr bool collects_in_the_compiler()
{
    const elements heap{datum({data(1)}), datum({ptr(6)}), element::unused(1), ref({ptr(2)})};
    const addresses roots{ptr(2)};
    const auto full = gen_gc_full(full_conf{8, {}}, roots, heap);
    const partial_conf conf{8, {}, 2, 6};
    const auto partial = gen_gc_partial(conf, roots, heap);
    return full_collection(is_reference{}, roots, heap, full).holds() && full.state.a == 2 &&
           partial_collection(conf, roots, heap, partial).holds() && partial.state.a == 4;
}
static_assert(collects_in_the_compiler());

}  // namespace
