// tests/contracts/root_into_the_middle_of_a_block.cpp: a root leads to a second field.
// expects that a collection starts on a well-formed heap, from roots that lead to objects
// prints not true: no pointer leads into the middle of a block
// prints (block 0x1008, word at 0x0 holds 0x1010)
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

int main()
{
    using namespace strata;
    using L = ocaml_64;
    std::array<std::uint64_t, 4> words = {L::make_header(3, color::white, 0), 1, 1, 1};
    std::array<value_of<L>, 4> stack{};
    imperative::mark_sweep<L, imperative::checked_memory<L>, imperative::segregated_fit<L>, 1,
                           imperative::audited<L>>
        gc{{words, 0x1000}, stack, imperative::contents::existing};
    gc.collect(std::array<std::uint64_t, 1>{0x1010});
    return 0;
}
