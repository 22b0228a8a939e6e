// tests/contracts/load_after_the_heap.cpp: checked memory is asked for the word after its last.
// expects that every access is to a word of the heap
// prints access to 0x1020, heap is [0x1000, 0x1020)
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>

int main()
{
    std::array<std::uint64_t, 4> words{};
    const strata::imperative::checked_memory<strata::ocaml_64> memory{words, 0x1000};
    return memory.load(0x1020) == 0 ? 0 : 1;
}
