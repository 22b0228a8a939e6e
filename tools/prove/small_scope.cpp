// tools/prove/small_scope.cpp: every small heap, on real words: the second witness.
#include <array>
#include <string>

#include <strata/instantiations/ocaml_32.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "exhaustive/one_collection.hpp"
#include "groups.hpp"
#include "small_heaps.hpp"

namespace strata::prove {

namespace {

using imperative::darkening, imperative::raw_memory, imperative::next_fit;
using test::parts;

using both = test::collectors<parts<raw_memory, next_fit, darkening::eager, 1, 1>,
                              parts<raw_memory, test::segregated, darkening::lazy, 4, 2>>;

template <class L>
void every_heap(group& g, std::size_t most)
{
    bool right = true;
    for (std::size_t n = 1; n <= most && right; ++n)
        right = test::for_each_rooted_heap<L>(
            n,
            [&](const test::small_heap<L>& heap, const auto& roots) {
                ++g.conditions;
                const char* wrong = both::find_wrong(heap, roots);
                if (wrong == nullptr) return true;
                std::string drawing = "  words:";
                for (const auto w : heap.words()) drawing += " " + functional::hex(w);
                drawing += "\n  roots:";
                for (const auto w : roots) drawing += " " + functional::hex(w);
                g.failures.push_back({"collect", wrong, {}, drawing, false});
                return false;
            },
            test::choice::in_turn);
}

}  // namespace

void prove_small_scope(report& r)
{
    const std::size_t most = r.deep ? 12 : 10;
    const auto to = "every heap of up to " + std::to_string(most) + " words with 2 roots: ";
    r.run("small-ocaml_64", to + "ocaml_64", [=](group& g) { every_heap<ocaml_64>(g, most); });
    r.run("small-ocaml_32", to + "ocaml_32", [=](group& g) { every_heap<ocaml_32>(g, most); });
}

}  // namespace strata::prove
