// bench/allocations.cpp: how fast objects are made: Strata's two allocators, malloc and libgc.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>

#include <malloc.h>

#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/format.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "collections.hpp"
#include "libgc.hpp"

namespace strata::bench {
namespace {

using L = ocaml_64;
using word = word_of<L>;
using memory = imperative::raw_memory<L>;

/// Objects of 1 to 8 fields; a random half of them is dropped, and half of those made again.
struct demand {
    explicit demand(std::size_t objects)
        : wosizes(objects)
        , dropped(objects)
    {
        std::mt19937_64 random{7};
        for (auto& n : wosizes) n = static_cast<std::uint8_t>(1 + (random() >> 61));
        std::iota(dropped.begin(), dropped.end(), 0U);
        std::shuffle(dropped.begin(), dropped.end(), random);
        dropped.resize(objects / 2);
    }
    [[nodiscard]] std::size_t words() const
    {
        return std::accumulate(wosizes.begin(), wosizes.end(), wosizes.size());
    }
    [[nodiscard]] std::span<const std::uint32_t> again() const
    {
        return std::span{dropped}.first(dropped.size() / 2);
    }
    std::vector<std::uint8_t> wosizes;
    std::vector<std::uint32_t> dropped;
};

void note(allocation& a, const demand& d, double fresh, double release, double refill)
{
    a.fresh.add(fresh / static_cast<double>(d.wosizes.size()));
    a.release.add(release / static_cast<double>(d.dropped.size()));
    a.refill.add(refill / static_cast<double>(d.again().size()));
}

[[nodiscard]] word make(memory& words, auto& free, word wosize)
{
    const auto made = imperative::allocate<L>(words, free, wosize, 0);
    if (!made) std::abort();  // the heap has room for all
    return made->at;
}

/// What is dropped stays white; the rest is coloured as mark would colour it, off the clock.
template <class A>
[[nodiscard]] double with_strata(const demand& d, std::span<word> storage, std::vector<word>& kept,
                                 allocation& a)
{
    memory words{storage, heap<L>::origin};
    A free{};
    imperative::format<L>(words);
    imperative::adopt<L>(words, free);
    const auto fresh = nanoseconds([&] {
        for (std::size_t i = 0; i < d.wosizes.size(); ++i)
            kept[i] = make(words, free, d.wosizes[i]);
    });
    for (const auto i : d.dropped) kept[i] = 0;
    for (const auto x : kept)
        if (x != 0) {
            const auto h = x - L::mword;
            words.store(h, L::color_header(words.load(h), color::black));
        }
    const auto release = nanoseconds(
        [&] { free = imperative::sweep(imperative::begin_sweep<L>(words, std::move(free))).free; });
    const auto refill = nanoseconds([&] {
        for (const auto i : d.again()) kept[i] = make(words, free, d.wosizes[i]);
    });
    note(a, d, fresh, release, refill);
    return fresh + release + refill;
}

[[nodiscard]] void* make_with_malloc(std::size_t wosize)
{
    auto* const fields = static_cast<word*>(std::malloc(wosize * sizeof(word)));
    std::fill_n(fields, wosize, L::filler());
    benchmark::DoNotOptimize(fields);
    return fields;
}

[[nodiscard]] double with_malloc(const demand& d, std::vector<void*>& kept, allocation& a)
{
    const auto fresh = nanoseconds([&] {
        for (std::size_t i = 0; i < d.wosizes.size(); ++i) kept[i] = make_with_malloc(d.wosizes[i]);
    });
    const auto release = nanoseconds([&] {
        for (const auto i : d.dropped) std::free(std::exchange(kept[i], nullptr));
    });
    const auto refill = nanoseconds([&] {
        for (const auto i : d.again()) kept[i] = make_with_malloc(d.wosizes[i]);
    });
    for (auto& fields : kept) std::free(std::exchange(fields, nullptr));
    note(a, d, fresh, release, refill);
    return fresh + release + refill;
}

[[nodiscard]] double with_libgc(const demand& d, allocation& a)
{
    const auto [fresh, refill] = allocate_with_libgc(d.wosizes, d.dropped);
    a.fresh.add(fresh);
    a.refill.add(refill);
    return fresh + refill;
}

}  // namespace

void measure_allocations(const options& o, results& r)
{
    // After the first repetition malloc has its pages, as Strata has from the beginning.
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    const demand d{o.middle / 4};
    pages<word> storage{d.words() + 1, o.pages};
    std::vector<word> kept(d.wosizes.size());
    std::vector<void*> kept_by_malloc(d.wosizes.size());
    allocation next{"next_fit"}, segregated{"segregated_fit"}, malloc{"malloc, free"},
        libgc{"libgc"};
    group benches{"allocation"};
    const auto add = [&](auto&& once, const char* what) { benches.add(what, once, o.repetitions); };
    add([&] { return with_strata<imperative::next_fit<L>>(d, storage.span(), kept, next); },
        "next_fit");
    add(
        [&] {
            return with_strata<imperative::segregated_fit<L>>(d, storage.span(), kept, segregated);
        },
        "segregated_fit");
    add([&] { return with_malloc(d, kept_by_malloc, malloc); }, "malloc and free");
    add([&] { return with_libgc(d, libgc); }, "libgc");
    benches.run();
    r.allocations = {next, segregated, malloc, libgc};
}

}  // namespace strata::bench
