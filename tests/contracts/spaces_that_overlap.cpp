// tests/contracts/spaces_that_overlap.cpp: a semispace has two spaces, not one and a half.
// expects that the two spaces do not overlap
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/semispace.hpp>

int main()
{
    std::array<std::uint64_t, 8> one{}, other{};
    strata::imperative::semispace<strata::ocaml_64> gc{{one, 0x1000}, {other, 0x1038}};
    return gc.allocate(1, 0) ? 0 : 1;
}
