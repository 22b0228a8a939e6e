// bench/libgc.cpp: libgc at work, each time in a fresh process.
#include "libgc.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include <gc/gc.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner.hpp"

namespace strata::bench {
namespace {

/// Runs `work` in a child, so that every heap of libgc is new, and returns what it returns.
template <class R, class F>
[[nodiscard]] R in_child(F work)
{
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    const auto child = fork();
    if (child < 0) std::abort();
    if (child == 0) {
        const R result = work();
        _exit(write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
    }
    close(ends[1]);
    R result{};
    const auto got = read(ends[0], &result, sizeof result);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (got != sizeof result || status != 0) {
        std::fprintf(stderr, "strata_bench: libgc ended without a result\n");
        std::exit(1);
    }
    return result;
}

using field = std::uintptr_t;

struct {
    void *live, *dead;
} roots;  // the only place that libgc looks at, but for a nearly empty stack

void start()
{
    GC_set_all_interior_pointers(0);
    GC_set_no_dls(1);
    setenv("GC_MARKERS", "1", 1);
    GC_INIT();
    GC_clear_roots();
    GC_add_roots(&roots, &roots + 1);
    GC_disable();
}

[[gnu::noinline]] void build(const graph& g)
{
    std::vector<field*> made(g.objects());
    for (object i = 0; i < g.objects(); ++i)
        made[i] = static_cast<field*>(GC_malloc(g.fields(i) * sizeof(field)));
    for (object i = 0; i < g.objects(); ++i)
        for (std::size_t f = 0; f < g.fields(i); ++f) {
            const auto t = g.target[g.first[i] + f];
            made[i][f] = t == immediate ? 1 : reinterpret_cast<field>(made[t]);
        }
    if (g.live_root) roots.live = made[*g.live_root];
    if (g.dead_root) roots.dead = made[*g.dead_root];
}

/// Old pointers on the stack would keep the dead alive.
[[gnu::noinline]] void clear_stack()
{
    char room[65536];
    explicit_bzero(room, sizeof room);
}

/// Whether the dead, which a hidden link watches, are gone.
[[gnu::noinline]] void watch(void*& link)
{
    link = reinterpret_cast<void*>(GC_HIDE_POINTER(roots.dead));
    GC_general_register_disappearing_link(&link, roots.dead);
}

/// A collection that might be stopped first does the sweep that the last one put off.
int never_stop() { return 0; }

[[nodiscard]] std::optional<libgc_collection> collect(const graph& g)
{
    start();
    build(g);
    clear_stack();
    GC_enable();
    GC_gcollect();
    auto* const link = static_cast<void**>(std::malloc(sizeof(void*)));
    *link = nullptr;
    if (g.dead_root) watch(*link);
    roots.dead = nullptr;
    clear_stack();
    auto pause = nanoseconds(GC_gcollect);
    if (*link != nullptr) return std::nullopt;
    const auto with_sweep = nanoseconds([] { GC_try_to_collect(never_stop); });
    const auto without = std::min(nanoseconds(GC_gcollect), nanoseconds(GC_gcollect));
    if (!g.dead_root) pause = std::min(pause, without);  // nothing died: the same again
    return libgc_collection{pause, std::max(0.0, with_sweep - without),
                            static_cast<double>(GC_get_heap_size())};
}

[[nodiscard]] allocation_times allocate(std::span<const std::uint8_t> wosizes,
                                        std::span<const std::uint32_t> dropped)
{
    start();
    auto** const kept = static_cast<void**>(GC_malloc(wosizes.size() * sizeof(void*)));
    roots.live = kept;
    const auto make_all = [&] {
        for (std::size_t i = 0; i < wosizes.size(); ++i)
            kept[i] = GC_malloc(wosizes[i] * sizeof(field));
    };
    make_all();  // so that the pages are there
    std::fill_n(kept, wosizes.size(), nullptr);
    clear_stack();
    GC_enable();
    GC_gcollect();
    GC_disable();
    const auto fresh = nanoseconds(make_all);
    for (const auto i : dropped) kept[i] = nullptr;
    clear_stack();
    GC_enable();
    GC_gcollect();
    GC_disable();
    const auto again = dropped.first(dropped.size() / 2);
    const auto refill = nanoseconds([&] {
        for (const auto i : again) kept[i] = GC_malloc(wosizes[i] * sizeof(field));
    });
    return {fresh / static_cast<double>(wosizes.size()),
            refill / static_cast<double>(again.size())};
}

double collecting_since, collecting;
std::size_t collections;

void on_event(GC_EventType event)
{
    if (event == GC_EVENT_START) {
        collecting_since = thread_clock();
    } else if (event == GC_EVENT_END) {
        collecting += thread_clock() - collecting_since;
        ++collections;
    }
}

[[nodiscard]] lives live(const short_lives& p, std::size_t bytes)
{
    start();
    GC_expand_hp(bytes);
    GC_set_max_heap_size(bytes + bytes / 4);
    GC_set_on_collection_event(on_event);
    auto** const kept = static_cast<field**>(GC_malloc((p.lists + 1) * sizeof(field*)));
    roots.live = kept;
    auto*& list = kept[p.lists];
    GC_enable();
    const auto total = nanoseconds([&] {
        for (std::size_t i = 0; i < p.rounds; ++i) {
            list = nullptr;
            for (std::size_t n = 0; n < short_lives::length; ++n) {
                auto* const cell = static_cast<field*>(GC_malloc(2 * sizeof(field)));
                cell[0] = 1;
                cell[1] = reinterpret_cast<field>(list);
                list = cell;
            }
            if (p.keeps(i)) kept[i / p.kept_of % p.lists] = list;
        }
    });
    return {total, collecting, collections};
}

}  // namespace

lives live_with_libgc(const short_lives& p, std::size_t bytes)
{
    return in_child<lives>([&] { return live(p, bytes); });
}

std::optional<libgc_collection> collect_with_libgc(const graph& g)
{
    return in_child<std::optional<libgc_collection>>([&] { return collect(g); });
}

allocation_times allocate_with_libgc(std::span<const std::uint8_t> wosizes,
                                     std::span<const std::uint32_t> dropped)
{
    return in_child<allocation_times>([&] { return allocate(wosizes, dropped); });
}

}  // namespace strata::bench
