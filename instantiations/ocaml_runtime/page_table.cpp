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

/// The static data of the program and of what it has loaded, sorted, in whole pages.
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

/// Ranges may overlap at their ends: two files share a page.
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
    const auto added = pages(begin, end);
    auto* at = after(added.begin);
    std::memmove(at + 1, at,
                 static_cast<std::size_t>(known.ranges + known.size - at) * sizeof(static_range));
    *at = added;
    ++known.size;
    return 0;
}

int caml_page_table_remove(int kind, void* begin, void* end)
{
    if (kind != In_static_data) return 0;
    const auto gone = pages(begin, end);
    auto* last = std::remove_if(known.ranges, known.ranges + known.size, [&](static_range r) {
        return r.begin == gone.begin && r.end == gone.end;
    });
    known.size = static_cast<std::size_t>(last - known.ranges);
    return 0;
}

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
