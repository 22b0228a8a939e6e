// tools/prove/marks_mark_conditions.cpp: the steps of marking, where black is a mark.
#include "mark_steps.hpp"
#include "marks_marking.hpp"
#include "marks_small.hpp"

namespace strata::prove {

void prove_marks_mark(report& r)
{
    for_each_different([&]<class S>() {
        using L = abstract_layout<S>;
        if (!std::same_as<S, ocaml_64> && !std::same_as<S, bitmap_record>) return;
        const std::string name = name_of<S>;
        r.run("marks_mark-" + name, "marks beside a heap: mark and all its steps: " + name,
              [](group& g) {
                  mark_steps::prove_all<marks_marking<L, darkening::eager>>(g, "eager");
                  mark_steps::prove_all<marks_marking<L, darkening::lazy>>(g, "lazy");
                  mark_steps::prove_small<marks_marking<L, darkening::lazy>>(g, "small");
                  mark_steps::prove_small<marking<L, darkening::lazy>>(g, "small, by headers");
              });
    });
}

}  // namespace strata::prove
