// tests/exhaustive/copy_steps.cpp: every step of copying small heaps against the Larch report.
#include <doctest/doctest.h>

#include <strata/layer3_imperative/checked_memory.hpp>

#include "copied_layouts.hpp"
#include "every_heap.hpp"
#include "one_copy.hpp"

namespace {

using namespace test;
using imperative::audited_gc, imperative::checked_memory;

/// Every step against its Larch interface, and the whole against Definition 7: the audit ends the
/// program if one does not hold.
template <layout L, class R>
const char* find_broken_step(const small_heap<L>& before, const R& roots)
{
    const copy_prediction<L> right{before, roots};
    const audited_gc<L> audit;
    const auto wrong = [&](auto collect) {
        if (right.size > 0) {
            copying<L, checked_memory> run{before, roots, right.size - 1};
            if (collect(run) == right.size) return true;
        }
        copying<L, checked_memory> run{before, roots, right.size};
        return collect(run) != right.size;
    };
    if (wrong([&](auto& run) { return run.breadth_first(audit); })) return "breadth first";
    if (wrong([&](auto& run) { return run.depth_first(audit, 1); })) return "depth first";
    if (wrong([&](auto& run) { return run.depth_first(audit, 9); })) return "deep stack";
    if (wrong([&](auto& run) { return run.preorder(audit, 1); })) return "preorder";
    if (wrong([&](auto& run) { return run.preorder(audit, 9); })) return "deep preorder";
    if (wrong([&](auto& run) { return run.eager(audit, 9); })) return "eager forwarding";
    return nullptr;
}

/// One heap in many, so that larger ones have their turn: closures with pointers into them.
template <layout L, class R>
const char* find_broken_step_in_some(const small_heap<L>& before, const R& roots)
{
    return before.number % 307 == 0 ? find_broken_step<L>(before, roots) : nullptr;
}

TEST_CASE_TEMPLATE_DEFINE("every step of copying does what its Larch interface says", L, steps)
{
    using roots = std::array<word_of<L>, 2>;
    check_every_heap<L>(4, find_broken_step<L, roots>);
    check_every_heap<L>(7, find_broken_step_in_some<L, roots>);
}
// One layout of each kind: the report's own, OCaml's with all it has, and one that is like neither.
TEST_CASE_TEMPLATE_INVOKE(steps, cons_cells, ocaml_64, bitmap_record);

}  // namespace
