// tests/contracts/collection_of_a_malformed_heap.cpp: a pointer leads to a free block.
// expects that a collection starts on a well-formed heap, from roots that lead to objects
// prints not true: no pointer leads to a free block
// prints (block 0x1000, word at 0x1008 holds 0x1018)
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

int main()
{
    using namespace strata;
    using L = ocaml_64;
    std::array<std::uint64_t, 4> words = {L::make_header(1, color::white, 0), 0x1018,
                                          L::make_header(1, color::blue, 0), 0};
    std::array<value_of<L>, 4> stack{};
    imperative::mark_sweep<L, imperative::checked_memory<L>, imperative::segregated_fit<L>, 1,
                           imperative::audited<L>>
        gc{{words, 0x1000}, stack, imperative::contents::existing};
    gc.collect(std::array<std::uint64_t, 1>{0x1008});
    return 0;
}
