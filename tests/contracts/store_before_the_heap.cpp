// tests/contracts/store_before_the_heap.cpp: checked memory is given a word for before its first.
// expects that every access is to a word of the heap
// prints access to 0xffc, heap is [0x1000, 0x1010)
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_32.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>

int main()
{
    std::array<std::uint32_t, 4> words{};
    strata::imperative::checked_memory<strata::ocaml_32> memory{words, 0x1000};
    memory.store(0xffc, 1);
    return 0;
}
