// tests/contracts/checked_heap_that_does_not_fit_the_word.cpp: a checked heap ends beyond them too.
// expects that the addresses of a heap fit in a word
#include <array>
#include <cstdint>

#include <strata/instantiations/bitmap_record.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>

int main()
{
    std::array<std::uint64_t, 8> words{};
    const strata::imperative::checked_memory<strata::bitmap_record> memory{words, ~0ULL - 6};
    return memory.begin() < memory.end() ? 0 : 1;
}
