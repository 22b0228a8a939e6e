// tests/contracts/heap_too_long_for_its_pointers.cpp: a pointer can number every word of its heap.
// expects that the words of a heap can be numbered in a pointer
#include <cstdint>
#include <vector>

#include <strata/layer2_functional/cakeml_layout.hpp>
#include <strata/layer3_imperative/generational.hpp>

/// Of a word 27 bits are pointer bits, and five number words.
struct wide_pointers :
    strata::functional::cakeml_layout<std::uint32_t,
                                      strata::functional::cakeml_conf<8, 12, 12, 1>> {};

int main()
{
    using namespace strata::imperative;
    std::vector<std::uint32_t> one(32), other(32);
    generational<wide_pointers> gc{{one, 0}, {other, 0}, gc_config::simple()};
    return gc.allocate(1, 0) ? 0 : 1;
}
