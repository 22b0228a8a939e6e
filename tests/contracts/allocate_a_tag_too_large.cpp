// tests/contracts/allocate_a_tag_too_large.cpp: a tag is asked for that a header cannot hold.
// expects that size and tag fit in a header
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
    return gc.allocate(1, 256) ? 0 : 1;
}
