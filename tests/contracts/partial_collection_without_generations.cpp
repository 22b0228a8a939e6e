// tests/contracts/partial_collection_without_generations.cpp: the simple collector has no parts.
// expects that there is such a generation
#include <array>
#include <cstdint>

#include <strata/instantiations/cakeml.hpp>
#include <strata/layer3_imperative/generational.hpp>

int main()
{
    using namespace strata::imperative;
    std::array<std::uint64_t, 20> one{}, other{};
    generational<strata::cakeml_64> gc{{one, 0}, {other, 0}, gc_config::simple()};
    std::array<std::uint64_t, 1> roots{};
    return gc.collect_partial(roots) ? 0 : 1;
}
