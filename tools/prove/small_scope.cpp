// tools/prove/small_scope.cpp: every small heap, on real words: the second witness.
#include <array>
#include <string>

#include <strata/instantiations/ocaml_32.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "exhaustive/one_collection.hpp"
#include "groups.hpp"
#include "show/collection.hpp"
#include "small_heaps.hpp"

namespace strata::prove {

namespace {

using imperative::darkening, imperative::raw_memory, imperative::next_fit;
using test::parts;

using both = test::collectors<parts<raw_memory, next_fit, darkening::eager, 1, 1>,
                              parts<raw_memory, test::segregated, darkening::lazy, 4, 3>>;

/// The heap before a collection, and what the first collector makes of it.
template <class L, class R>
std::string drawn(const test::small_heap<L>& heap, const R& roots)
{
    test::collected<L, parts<raw_memory, next_fit, darkening::eager, 1, 1>> run{heap};
    run.collect(roots, imperative::unaudited<L>{});
    const auto as_heap = [&](const auto& words) {
        return functional::heap<L>{heap.origin(), {words.data(), words.data() + heap.size}};
    };
    return show::collection<L>(as_heap(heap.storage), as_heap(run.words), roots);
}

template <class L>
void every_heap(group& g, std::size_t most)
{
    bool right = true;
    for (std::size_t n = 1; n <= most && right; ++n)
        right = test::for_each_rooted_heap<L>(
            n,
            [&](const test::small_heap<L>& heap, const auto& roots) {
                if (++g.conditions % 65'536 == 0) the_report().progress(g);
                const char* wrong = both::find_wrong(heap, roots);
                if (wrong == nullptr) return true;
                g.failures.push_back({"collect", wrong, {}, drawn(heap, roots), false});
                return false;
            },
            test::choice::in_turn);
}

}  // namespace

void prove_small_scope(report& r)
{
    const std::size_t most = r.deep ? 12 : 10;
    const auto to = "every heap of up to " + std::to_string(most) + " words with 2 roots: ";
    const auto all = [&]<class L>(const L&, const std::string& name) {
        r.run(
            "small-" + name, to + name, [=](group& g) { every_heap<L>(g, most); }, false);
    };
    all(ocaml_64{}, "ocaml_64");
    all(ocaml_32{}, "ocaml_32");
}

}  // namespace strata::prove
