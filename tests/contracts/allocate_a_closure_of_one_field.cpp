// tests/contracts/allocate_a_closure_of_one_field.cpp: a closure needs a closure info.
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
    return gc.allocate(1, 247) ? 0 : 1;
}
