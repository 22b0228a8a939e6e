// tools/tour/large.cpp: a large random heap, collected with a mark stack of any size.
#include "large.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer2_functional/objects.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

#include "page.hpp"

namespace strata::tour {

namespace {

struct large_heap {
    std::vector<std::uint64_t> words;
    std::vector<std::uint64_t> roots;
    std::size_t objects = 0;
};

/// Numbers that look random and are the same on every run.
struct random_numbers {
    std::uint64_t state = 1;
    std::size_t below(std::size_t n)
    {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>(state >> 33) % n;
    }
};

constexpr std::uint64_t large_origin = 0x100000;

/// Objects of three fields, allocated until there is no room; each points to two others.
large_heap make_large_heap(std::size_t size)
{
    using L = ocaml_64;
    large_heap made{std::vector<std::uint64_t>(size), {}, 0};
    std::vector<value_of<L>> stack(1), objects;
    imperative::mark_sweep<L> gc{{made.words, large_origin}, stack};
    while (const auto x = gc.allocate(3, 0)) objects.push_back(*x);
    random_numbers random;
    for (const auto x : objects)
        for (const auto field : {x.at, x.at + L::mword})
            gc.memory().store(field, L::pointer_to(objects[random.below(objects.size())]));
    for (int i = 0; i < 3; ++i)
        made.roots.push_back(L::pointer_to(objects[random.below(objects.size())]));
    made.objects = objects.size();
    return made;
}

/// Collects a copy of the heap with room for `entries` objects on the mark stack.
std::vector<std::uint64_t> collect_large(const page& p, const large_heap& heap, std::size_t entries)
{
    using L = ocaml_64;
    using namespace imperative;
    auto words = heap.words;
    std::vector<value_of<L>> stack(entries);
    mark_sweep<L, raw_memory<L>, segregated_fit<L>, 32, unaudited<L>> gc{
        {words, large_origin}, stack, contents::existing};
    const auto start = std::chrono::steady_clock::now();
    gc.collect(heap.roots);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    const auto live = functional::h_allocs<L>(gc.memory()).size();
    p.show("  ");
    p.show(draw::pad(std::to_string(entries) + (entries == 1 ? " entry" : " entries"), 16));
    p.show(std::to_string(live) + " objects live, " + std::to_string(heap.objects - live) +
           " freed, in " + std::to_string(static_cast<int>(took.count() + 0.5)) + " ms\n");
    return words;
}

}  // namespace

void show_large_heap(page& p)
{
    p.title("A large heap, and a mark stack of one entry");
    const auto heap = make_large_heap(1'000'000);
    p.say("A million words, " + std::to_string(heap.objects) +
          " objects that point to each other at random; the next allocation returned nothing: no "
          "room is a result, not an error. The mark stack is lent by you. What it has no room for "
          "is found again by a walk over the heap, so a small stack costs time and nothing else:");
    p.gap();
    const auto large = collect_large(p, heap, 65536);
    const auto one = collect_large(p, heap, 1);
    p.promise(large == one);
    p.show("  the same heap, word for word: " + (large == one ? p.good("yes") : p.bad("NO")) +
           "\n");
}

}  // namespace strata::tour
