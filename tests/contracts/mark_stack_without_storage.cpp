// tests/contracts/mark_stack_without_storage.cpp: a collector is lent no room for its mark stack.
// expects that a mark stack has room for one object
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

int main()
{
    std::array<std::uint64_t, 8> words{};
    strata::imperative::mark_sweep<strata::ocaml_64> gc{{words, 0x1000}, {}};
    gc.collect(words);
    return 0;
}
