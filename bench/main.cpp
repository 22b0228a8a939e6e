// bench/main.cpp: measures everything, then prints the tables.
#include <atomic>
#include <cstdlib>
#include <new>

#include "results.hpp"

namespace {

std::atomic<std::size_t> allocations{0};

[[nodiscard]] void* counted(std::size_t bytes)
{
    ++allocations;
    if (void* const p = std::malloc(bytes == 0 ? 1 : bytes)) return p;
    throw std::bad_alloc{};
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

std::size_t strata::bench::allocation_count() { return allocations; }

int main(int argc, char** argv)
{
    using namespace strata::bench;
    const auto o = parse(argc, argv);
    results r;
    measure_collections(o, r);
    measure_layouts(o, r);
    measure_windows(o, r);
    measure_stacks(o, r);
    measure_copies(o, r);
    measure_allocations(o, r);
    measure_slices(o, r);
    measure_generations(o, r);
    measure_nurseries(o, r);
    print_tables(o, r);
    if (!o.json.empty()) write_json(o, r);
}
