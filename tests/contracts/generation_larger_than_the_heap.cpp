// tests/contracts/generation_larger_than_the_heap.cpp: a nursery is a part of its heap.
// expects that a generation is no larger than the heap
#include <array>
#include <cstdint>

#include <strata/instantiations/cakeml.hpp>
#include <strata/layer3_imperative/generational.hpp>

int main()
{
    using namespace strata::imperative;
    std::array<std::uint64_t, 20> one{}, other{};
    generational<strata::cakeml_64> gc{{one, 0}, {other, 0}, gc_config::gen({21})};
    return gc.allocate(1, 0) ? 0 : 1;
}
