// tests/contracts/allocate_an_infix_header.cpp: an infix header is no object.
// expects that an object has the fields that its kind needs, and no interior header
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

int main()
{
    using namespace strata;
    std::array<std::uint64_t, 64> words{};
    std::array<value_of<ocaml_64>, 4> stack{};
    imperative::mark_sweep<ocaml_64> gc{{words, 0x1000}, stack};
    return gc.allocate(4, 249) ? 0 : 1;
}
