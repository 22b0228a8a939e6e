// tools/prove/mark_conditions.cpp: the steps of marking, where colours are in headers.
#include "mark_steps.hpp"

namespace strata::prove {

void prove_marking(report& r)
{
    for_each_different([&]<class S>() {
        using L = abstract_layout<S>;
        const std::string name = name_of<S>;
        r.run("mark-" + name, "mark, darken_roots, darken_body, overflow: " + name, [](group& g) {
            mark_steps::prove_all<marking<L, darkening::eager>>(g, "eager");
            mark_steps::prove_all<marking<L, darkening::lazy>>(g, "lazy");
        });
    });
}

}  // namespace strata::prove
