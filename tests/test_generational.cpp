// tests/test_generational.cpp: CakeML's collector that programs embed: triggers, kinds and names.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/generational.hpp>

#include "byte_cells.hpp"
#include "cakeml_layouts.hpp"
#include "cakeml_words.hpp"
#include "laws/collector_laws.hpp"
#include "laws/word_memory_laws.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;
using test::cakeml_layouts;
using every_layout = std::tuple<cakeml_64, cakeml_32, test::byte_cells>;

static_assert(collector<generational<cakeml_64>> && moves_objects<generational<cakeml_64>>);

/// Two memories of `n` words, or of `n` and `m`; cells of a datum and a tail, and references.
template <generational_layout L>
struct program {
    using W = word_of<L>;
    static constexpr W nil = 0, cell = 3;

    std::vector<W> one, other;
    generational<L, checked_memory<L>, audited_generations<L>> gc;

    explicit program(std::size_t n, const gc_config& config)
        : program(n, n, config)
    {}
    program(std::size_t n, std::size_t m, const gc_config& config)
        : one(n, W{7})
        , other(m, W{7})
        , gc{{one, 0}, {other, 0x1000}, config}
    {}

    [[nodiscard]] W cons(W head, W tail)
    {
        const auto x = gc.allocate(2, L::block_tag(1));
        REQUIRE(x.has_value());
        gc.store(*x, 1, head);
        gc.store(*x, 2, tail);
        return L::pointer_to(*x);
    }
    [[nodiscard]] W ref(W to)
    {
        const auto x = gc.allocate(1, L::ref_tag);
        REQUIRE(x.has_value());
        gc.store(*x, 1, to);
        return L::pointer_to(*x);
    }
    [[nodiscard]] W list(W n)
    {
        W all = nil;
        for (; n > 0; --n) all = cons(static_cast<W>(2 * n), all);
        return all;
    }
    [[nodiscard]] W get(W pointer, W i) const { return gc.load(L::target(pointer), i); }
    /// Whether it is the list of 2, 4, ..., 2n.
    [[nodiscard]] bool is_list(W all, W n) const
    {
        W k = 1;
        for (; all != nil; all = get(all, 2), ++k)
            if (get(all, 1) != 2 * k) return false;
        return k == n + 1;
    }
};

TEST_CASE("the trigger is one nursery into the unused space, and an object up to it fits")
{
    program<cakeml_64> p{100, gc_config::gen({10})};
    CHECK(p.gc.heap().trigger == 10);
    CHECK_FALSE(p.gc.allocate(10, 0).has_value());  // with its header it would pass the trigger
    CHECK(p.gc.allocate(9, 0).has_value());
    CHECK(p.gc.heap().next == 10);
    CHECK_FALSE(p.gc.allocate(1, 0).has_value());
    std::array<std::uint64_t, 0> roots{};
    CHECK(p.gc.alloc(11, roots) == alloc_result::done);  // more than the nursery
    CHECK(p.gc.heap().next == 0);
    CHECK(p.gc.heap().trigger == 11);
    CHECK(p.gc.alloc(11, roots) == alloc_result::done);
    CHECK(p.gc.collections().partial == 1);
}

TEST_CASE("a reference comes from the top, and takes the trigger down with it")
{
    program<cakeml_64> p{100, gc_config::gen({10})};
    CHECK(p.ref(0) == cakeml_64::pointer_to({99}));
    CHECK(p.ref(0) == cakeml_64::pointer_to({97}));
    CHECK(p.gc.heap().end == 96);
    CHECK(p.gc.heap().trigger == 6);
    CHECK(p.gc.allocate(5, 0).has_value());
    CHECK_FALSE(p.gc.allocate(1, cakeml_64::ref_tag).has_value());
}

TEST_CASE("a full collection is due exactly if the space after the trigger is too small")
{
    std::array<std::uint64_t, 0> none{};
    for (std::uint64_t words = 11; words <= 60; ++words) {
        program<cakeml_64> p{60, gc_config::gen({10})};
        CHECK(p.gc.alloc(words, none) == alloc_result::done);
        CHECK(p.gc.collections().partial == (words <= 50 ? 1 : 0));
        CHECK(p.gc.collections().full == (words <= 50 ? 0 : 1));
        CHECK(p.gc.heap().trigger == words);
    }
    program<cakeml_64> p{60, gc_config::gen({10})};
    CHECK(p.gc.alloc(61, none) == alloc_result::not_enough_space);
    CHECK(p.gc.collections().full == 0);
    program<cakeml_64> all{60, gc_config::gen({60})};  // the paper's no-gen
    CHECK(all.gc.heap().trigger == 60);
    for (int i = 0; i < 50; ++i) CHECK(all.gc.allocate(8, 0, none).has_value());
    CHECK(all.gc.collections().partial == 0);
    CHECK(all.gc.collections().full > 0);
}

TEST_CASE_TEMPLATE_DEFINE("not enough space is a result, and no word and no root changes", L,
                          no_space)
{
    using P = program<L>;
    for (const auto& config :
         {gc_config::none(), gc_config::simple(), gc_config::gen({60}), gc_config::gen({7, 20})}) {
        P p{60, config};
        std::array<word_of<L>, 3> roots{};
        while (const auto x = p.gc.allocate(2, 0, roots)) {
            p.gc.store(*x, 2, roots[0]);
            roots[0] = L::pointer_to(*x);
            if (roots[1] == 0) roots[1] = roots[0];
        }
        const auto one = p.one, other = p.other;
        const auto before = roots;
        const auto heap = p.gc.heap();
        const auto collected = p.gc.collections();
        CHECK(p.gc.alloc(3, roots) == alloc_result::not_enough_space);
        CHECK_FALSE(p.gc.allocate(2, L::ref_tag, roots).has_value());
        CHECK(roots == before);
        CHECK((p.gc.memory().load(0) == one[0] ? p.one == one : p.other == other));
        CHECK(p.gc.heap().next == heap.next);
        CHECK(p.gc.heap().trigger == heap.trigger);
        CHECK(p.gc.collections().full == collected.full);
        roots[0] = roots[1];
        CHECK(p.gc.allocate(2, 0, roots).has_value() == (config.kind != gc_kind::none));
    }
}
TEST_CASE_TEMPLATE_APPLY(no_space, cakeml_layouts);

TEST_CASE_TEMPLATE_DEFINE("lists and references survive, whatever is collected when", L, lists)
{
    using P = program<L>;
    using W = word_of<L>;
    for (const auto& config : {gc_config::simple(), gc_config::gen({20}), gc_config::gen({150}),
                               gc_config::gen({10, 25, 60})}) {
        P p{150, config};
        std::array<W, 3> roots{};
        REQUIRE(p.gc.alloc(11, roots) == alloc_result::done);
        roots[0] = p.list(3);
        roots[1] = p.ref(roots[0]);
        for (W round = 0; round < 60; ++round) {
            REQUIRE(p.gc.alloc(21, roots) == alloc_result::done);
            (void)p.list(2);
            p.gc.store(L::target(roots[1]), 1, p.list(round % 5));
            CHECK(p.is_list(roots[0], 3));
            CHECK(p.is_list(p.get(roots[1], 1), round % 5));
            CHECK(functional::well_formed_heap<L>(p.gc.memory()));
        }
        CHECK(p.gc.collections().partial + p.gc.collections().full > 2);
    }
}
TEST_CASE_TEMPLATE_APPLY(lists, every_layout);

TEST_CASE("references keep new data alive, and are collected by a full collection only")
{
    program<cakeml_64> p{100, gc_config::gen({30})};
    std::array<std::uint64_t, 1> roots{p.ref(0)};
    CHECK(p.gc.collect_partial(roots));
    p.gc.store(cakeml_64::target(roots[0]), 1, p.list(2));  // from a reference to new data
    (void)p.ref(p.list(1));
    CHECK(p.gc.collect_partial(roots));
    CHECK(p.gc.heap().next == 9);
    CHECK(p.gc.heap().end == 96);
    CHECK(p.is_list(p.get(roots[0], 1), 2));
    CHECK(p.gc.collect(roots));
    CHECK(p.gc.heap().next == 6);
    CHECK(p.gc.heap().end == 98);
    CHECK(p.is_list(p.get(roots[0], 1), 2));
}

TEST_CASE("of nested generations the outer one is collected once it has outgrown its size")
{
    program<cakeml_64> p{200, gc_config::gen({10, 30})};
    std::array<std::uint64_t, 1> roots{};
    const auto round = [&] {
        REQUIRE(p.gc.alloc(9, roots) == alloc_result::done);
        roots[0] = p.list(3);
    };
    for (std::uint64_t n = 1; n <= 4; ++n) {
        round();  // the nursery's survivors stay after they have died
        CHECK(p.gc.heap().next == 9 * n);
        CHECK(p.gc.heap().gen_starts[1] == 0);
    }
    round();
    CHECK(p.gc.heap().gen_starts[0] == 9);  // the outer one has been collected, and kept one list
    CHECK(p.gc.heap().gen_starts[1] == 9);
    CHECK(p.gc.heap().next == 18);
    CHECK(p.gc.collections().full == 0);
    CHECK(p.is_list(roots[0], 3));
}

TEST_CASE("pointers keep their pointer bits when their objects move")
{
    using L = cakeml_64;
    program<L> p{60, gc_config::gen({20})};
    (void)p.list(1);
    const auto bits = L::ptr_bits(1, 2);
    std::array roots{p.list(1) | bits, p.ref(0)};
    p.gc.store(L::target(roots[1]), 1, roots[0]);
    CHECK(p.gc.collect_partial(roots));
    CHECK(roots[0] == (L::pointer_to({1}) | bits));
    CHECK(p.get(roots[1], 1) == roots[0]);
    CHECK(p.gc.collect(roots));
    CHECK(p.get(roots[1], 1) == roots[0]);
    CHECK((roots[0] & 0x1fe) == bits);
}

TEST_CASE_TEMPLATE_DEFINE("the collector is exchanged while the program runs", L, switches)
{
    program<L> p{120, gc_config::none()};
    std::array<word_of<L>, 2> roots{p.list(2), p.ref(0)};
    p.gc.store(L::target(roots[1]), 1, roots[0]);
    const auto intact = [&] {
        return p.is_list(roots[0], 2) && p.get(roots[1], 1) == roots[0] &&
               functional::well_formed_heap<L>(p.gc.memory());
    };
    const gc_config all[] = {gc_config::simple(), gc_config::gen({20}), gc_config::none(),
                             gc_config::gen({9, 40})};
    for (std::size_t round = 0; round < 16; ++round) {
        const auto& from = all[round / 4 % 4];
        const auto& to = all[round % 4];
        CHECK(p.gc.switch_to(from, roots));
        for (int i = 0; i < 30 && from.kind != gc_kind::none; ++i) {
            CHECK(p.gc.allocate(3, 0, roots).has_value());
            CHECK(p.gc.allocate(1, L::ref_tag, roots).has_value());
        }
        CHECK(intact());
        CHECK(p.gc.switch_to(to, roots));
        CHECK(p.gc.config() == to);
        CHECK(intact());
        if (to.kind == gc_kind::generational) CHECK(p.gc.heap().end == 118);
        CHECK(p.gc.collect(roots));
        CHECK(intact());
    }
}
TEST_CASE_TEMPLATE_APPLY(switches, cakeml_layouts);

TEST_CASE("collectors have the names that CakeML's compiler gives them")
{
    CHECK(parse_gc_config("none").config == gc_config::none());
    CHECK(parse_gc_config("simple").config == gc_config::simple());
    CHECK(parse_gc_config("gen100000").config == gc_config::gen({100'000}));
    CHECK(parse_gc_config("gen1000,50000").config == gc_config::gen({1000, 50'000}));
    for (const auto* wrong : {"", "gc", "gen", "genx", "gen10x", "gen10,", "gen-1", "Simple",
                              "gen 10", "gen99999999999999999999", "gen0", "gen10,10", "gen10,5",
                              "gen1,2,3,4,5,6,7,8,9", "generational", "nonesuch"}) {
        CAPTURE(wrong);
        const auto found = parse_gc_config(wrong);
        CHECK_FALSE(found.config.has_value());
        REQUIRE(found.error != nullptr);
        CHECK(std::string{found.error}.size() > 20);
    }
    CHECK(parse_gc_config("gen1,2,3,4,5,6,7,8").config.has_value());
}

TEST_CASE("a generation larger than the heap is an error, and one as large is not")
{
    CHECK(find_config_error(gc_config::gen({100}), 100) == nullptr);
    CHECK(std::string{find_config_error(gc_config::gen({101}), 100)} ==
          "a generation is no larger than the heap");
    CHECK(find_config_error(gc_config::gen({10, 101}), 100) != nullptr);
    CHECK(find_config_error(gc_config::gen({}), 100) != nullptr);
    CHECK(find_config_error(gc_config{gc_kind::simple, {}, 1}, 100) != nullptr);
}

TEST_CASE_TEMPLATE_DEFINE("a smaller other memory is refused until enough has died", L, smaller)
{
    program<L> p{60, 8, gc_config::gen({30})};
    std::array<word_of<L>, 2> roots{p.list(3), p.ref(0)};
    p.gc.store(L::target(roots[1]), 1, roots[0]);
    const auto words = p.one;
    const auto before = roots;
    CHECK_FALSE(p.gc.collect(roots));
    CHECK_FALSE(p.gc.collect_partial(roots));
    CHECK_FALSE(p.gc.switch_to(gc_config::gen({8}), roots));
    CHECK(p.gc.alloc(59, roots) == alloc_result::to_space_too_small);
    CHECK(p.one == words);
    CHECK(roots == before);
    CHECK(p.gc.config() == gc_config::gen({30}));
    CHECK(p.gc.switch_to(gc_config::simple(), roots));
    CHECK_FALSE(p.gc.collect(roots));
    roots[0] = p.get(roots[0], 2);
    p.gc.store(L::target(roots[1]), 1, roots[0]);
    CHECK(p.gc.collect(roots));
    CHECK(p.gc.heap().limit == 8);
    CHECK(p.gc.heap().next == 8);
    CHECK(p.get(roots[1], 1) == roots[0]);
}
TEST_CASE_TEMPLATE_APPLY(smaller, cakeml_layouts);

TEST_CASE("a pointer out of the heap is refused, and nothing changes")
{
    using L = cakeml_64;
    program<L> p{60, gc_config::gen({30})};
    std::array roots{p.list(3), p.ref(0), std::uint64_t{0}};
    for (const std::uint64_t n : {9U, 20U, 57U, 60U, 1'000'000U}) {
        roots[2] = L::pointer_to({n + 1});
        const auto words = p.one;
        const auto before = roots;
        CHECK_FALSE(p.gc.collect(roots));
        CHECK(p.one == words);
        CHECK(roots == before);
    }
    roots[2] = L::pointer_to({59});
    CHECK(p.gc.collect(roots));
}

TEST_CASE_TEMPLATE_DEFINE("CakeML's collector keeps the laws of a collector, by Definition 7", L,
                          keeps_laws)
{
    for (const auto& config : {gc_config::simple(), gc_config::gen({20})}) {
        program<L> p{60, config};
        std::vector<word_of<L>> roots{p.list(3), p.ref(0), 0};
        p.gc.store(L::target(roots[1]), 1, roots[0]);
        roots.push_back(p.list(1));
        CHECK(laws::correct_when_moving(p.gc, roots));
        const auto once = functional::snapshot<L>(p.gc.memory());
        CHECK(laws::correct_when_moving(p.gc, roots));
        CHECK(functional::snapshot<L>(p.gc.memory()) == once);
        for (word_of<L> wosize = 1; wosize < 9; ++wosize) {
            CHECK(laws::allocates(p.gc, wosize, 0));
            CHECK(laws::allocates(p.gc, wosize, L::ref_tag));
        }
    }
}
TEST_CASE_TEMPLATE_APPLY(keeps_laws, cakeml_layouts);

TEST_CASE("unused space is read as free blocks, none longer than a header can say")
{
    struct short_lengths :
        functional::cakeml_layout<std::uint64_t, functional::cakeml_conf<2, 0, 0, 1>> {};
    std::vector<std::uint64_t> words(20, 1);
    for (std::uint64_t end = 3; end <= 20; ++end) {
        for (auto n = static_cast<std::size_t>(end); n < 20; ++n)
            words[n] = short_lengths::make_header(0, color::white, 2);
        words[0] = short_lengths::make_header(2, color::white, 0);
        words[1] = words[2] = 0;
        const divided_memory<short_lengths, checked_memory<short_lengths>> memory{
            {words, 0x100}, 3, end};
        CHECK(functional::well_formed_heap<short_lengths>(memory));
    }
}

constexpr bool collects_in_the_compiler()
{
    using L = cakeml_64;
    std::array<std::uint64_t, 24> one{}, other{};
    generational<L, checked_memory<L>, unaudited_generations<L>> gc{
        {one, 0}, {other, 0}, gc_config::gen({8})};
    std::array<std::uint64_t, 1> roots{};
    for (std::uint64_t k = 1; k <= 20; ++k) {
        const auto x = gc.allocate(2, k % 3 == 0 ? L::ref_tag : 0, roots);
        if (!x) return false;
        gc.store(*x, 1, 2 * k);
        gc.store(*x, 2, k % 4 == 0 ? 0 : roots[0]);
        roots[0] = L::pointer_to(*x);
    }
    const auto x = L::target(roots[0]);
    return gc.load(x, 1) == 40 && gc.load(x, 2) == 0 && gc.collections().full > 0 &&
           gc.collections().partial > 0;
}
static_assert(collects_in_the_compiler());

}  // namespace
