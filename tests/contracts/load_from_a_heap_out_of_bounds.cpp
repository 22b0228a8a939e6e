// tests/contracts/load_from_a_heap_out_of_bounds.cpp: a heap as a value is asked for no word of it.
// expects that an address is that of a word of the heap
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer2_functional/heap.hpp>

int main()
{
    const strata::functional::heap<strata::ocaml_64> hp{0x1000, {1, 2}};
    return hp.load(0x1010) == 0 ? 0 : 1;
}
