// instantiations/ocaml_runtime/page_table.cpp: what an address is: old, young, static or foreign.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <strata/instantiations/ocaml_runtime/heap.hpp>

using namespace strata::ocaml_runtime;

namespace {

struct static_range {
    std::uintptr_t begin, end;
};

/// The static data of the program and of what it has loaded, in whole pages: sorted, and none meets
/// the next.
struct {
    static_range* ranges;
    std::size_t size, capacity;
} known{};

std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }
static_range pages(const void* begin, const void* end)
{
    return {address(begin) / page_bytes * page_bytes, whole_pages(address(end))};
}
/// The first range that ends after `a`.
static_range* after(std::uintptr_t a)
{
    return std::upper_bound(known.ranges, known.ranges + known.size, a,
                            [](std::uintptr_t x, const static_range& r) { return x < r.end; });
}

}  // namespace

int caml_page_table_initialize(mlsize_t) { return 0; }

/// Two files share a page: what meets the new range becomes part of it.
int caml_page_table_add(int kind, void* begin, void* end)
{
    if (kind != In_static_data) return 0;  // the heap and the nursery are known without
    if (known.size == known.capacity) {
        const auto capacity = known.capacity * 2 + 16;
        auto* ranges =
            static_cast<static_range*>(realloc(known.ranges, capacity * sizeof(static_range)));
        if (ranges == nullptr) return -1;
        known.ranges = ranges;
        known.capacity = capacity;
    }
    auto added = pages(begin, end);
    auto* const old_end = known.ranges + known.size;
    auto* const first = after(added.begin);
    auto* last = first;
    for (; last != old_end && last->begin < added.end; ++last)
        added = {std::min(added.begin, last->begin), std::max(added.end, last->end)};
    std::memmove(first + 1, last, static_cast<std::size_t>(old_end - last) * sizeof(static_range));
    *first = added;
    known.size = known.size + 1 - static_cast<std::size_t>(last - first);
    return 0;
}

/// The heap and the nursery come and go without being told here; static data stays.
int caml_page_table_remove(int, void*, void*) { return 0; }

int caml_page_table_lookup(void* p)
{
    const auto a = address(p);
    const auto& heap = old().memory();
    if (heap.begin() <= a && a < heap.end()) return In_heap;
    if (address(Caml_state->young_start) <= a && a < address(Caml_state->young_end))
        return In_young;
    const auto* r = after(a);
    return r != known.ranges + known.size && r->begin <= a ? In_static_data : 0;
}
