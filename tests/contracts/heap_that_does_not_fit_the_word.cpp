// tests/contracts/heap_that_does_not_fit_the_word.cpp: a 32-bit heap ends beyond all addresses.
// expects that the addresses of a heap fit in a word
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_32.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

int main()
{
    std::array<std::uint32_t, 8> words{};
    const strata::imperative::raw_memory<strata::ocaml_32> memory{words, 0xffff'fff0};
    return memory.begin() < memory.end() ? 0 : 1;
}
