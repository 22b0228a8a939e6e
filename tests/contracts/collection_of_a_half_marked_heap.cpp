// tests/contracts/collection_of_a_half_marked_heap.cpp: an object is black at the start.
// expects that a collection starts on a well-formed heap, from roots that lead to objects
// prints not true: between collections a block is white or blue
// prints (block 0x1010, word at 0x1010 holds 0x700)
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

int main()
{
    using namespace strata;
    using L = ocaml_64;
    std::array<std::uint64_t, 4> words = {L::make_header(1, color::white, 0), 1,
                                          L::make_header(1, color::black, 0), 1};
    std::array<value_of<L>, 4> stack{};
    imperative::mark_sweep<L, imperative::checked_memory<L>, imperative::segregated_fit<L>, 1,
                           imperative::audited<L>>
        gc{{words, 0x1000}, stack, imperative::contents::existing};
    gc.collect(std::array<std::uint64_t, 1>{0x1008});
    return 0;
}
