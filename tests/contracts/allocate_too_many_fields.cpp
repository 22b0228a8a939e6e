// tests/contracts/allocate_too_many_fields.cpp: more fields are asked for than a header can say.
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
    return gc.allocate(ocaml_64::max_wosize + 1, 0) ? 0 : 1;
}
