// tests/contracts/audited_old_object_leads_to_new_data.cpp: only references may change.
// expects that no old object leads to new data
#include <array>
#include <cstdint>

#include <strata/instantiations/cakeml.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/generational.hpp>

int main()
{
    using namespace strata::imperative;
    using L = strata::cakeml_64;
    std::array<std::uint64_t, 20> one{}, other{};
    generational<L, checked_memory<L>, audited_generations<L>> gc{
        {one, 0}, {other, 0}, gc_config::gen({8})};
    std::array roots{L::pointer_to(*gc.allocate(1, 0))};
    if (!gc.collect_partial(roots)) return 0;
    gc.store(L::target(roots[0]), 1, L::pointer_to(*gc.allocate(1, 0)));  // no reference is written
    return gc.collect_partial(roots) ? 0 : 1;
}
