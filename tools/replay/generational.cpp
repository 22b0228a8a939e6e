// tools/replay/generational.cpp: CakeML's collectors, on which traces are replayed.
#include "replay/generational.hpp"
#include "replay/add.hpp"

#include <strata/instantiations/cakeml.hpp>

namespace replay {

void add_generational(table& all)
{
    constexpr auto layouts = boost::hana::tuple_t<cakeml_64, cakeml_32>;
    add<never>(all, layouts);
    add<simple>(all, layouts);
    add<one_generation>(all, layouts);
    add<nested_generations>(all, layouts);
    add<by_turns>(all, layouts);
}

}  // namespace replay
