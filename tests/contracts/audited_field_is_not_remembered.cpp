// tests/contracts/audited_field_is_not_remembered.cpp: a store that went past the barrier is seen.
// expects that every field of the old space that leads into the nursery is remembered
#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/with_nursery.hpp>

int main()
{
    using namespace strata::imperative;
    using L = strata::ocaml_64;
    std::array<std::uint64_t, 16> heap{};
    std::array<std::uint64_t, 8> nursery{}, table{};
    std::array<strata::value_of<L>, 4> marks{}, stack{};
    with_nursery<mark_sweep<L>, audited_minor<L>> gc{
        mark_sweep<L>{{heap, 0x1000}, marks}, {nursery, 0x2000}, table, stack};
    std::array roots{gc.allocate(1, 0)->at};
    if (!gc.minor(roots)) return 1;
    gc.memory().store(roots[0], gc.allocate(1, 0)->at);  // not gc.write
    return gc.minor(roots) ? 0 : 1;
}
