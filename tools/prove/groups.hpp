// tools/prove/groups.hpp: what ./dev prove proves, in its order.
#pragma once

#include <string>

#include "abstract_layout.hpp"
#include "report.hpp"

namespace strata::prove {

// Weak: tools/prove/mutants links only those that a fault concerns.
[[gnu::weak]] void prove_bit_lemmas(report& r);
[[gnu::weak]] void prove_kinds(report& r);
[[gnu::weak]] void prove_marking(report& r);
[[gnu::weak]] void prove_sweep(report& r);
[[gnu::weak]] void prove_allocation(report& r);
[[gnu::weak]] void prove_next_fit(report& r);
[[gnu::weak]] void prove_segregated_fit(report& r);
[[gnu::weak]] void prove_format(report& r);
[[gnu::weak]] void prove_glue(report& r);
[[gnu::weak]] void prove_copying(report& r);
[[gnu::weak]] void prove_snapshot(report& r);
[[gnu::weak]] void prove_nursery(report& r);
[[gnu::weak]] void prove_minor(report& r);
[[gnu::weak]] void prove_reserve(report& r);
[[gnu::weak]] void prove_marks_mark(report& r);
[[gnu::weak]] void prove_marks_sweep(report& r);
[[gnu::weak]] void prove_marks_allocate(report& r);
[[gnu::weak]] void prove_marks_bits(report& r);
[[gnu::weak]] void prove_bounded(report& r);
[[gnu::weak]] void prove_small_scope(report& r);

/// A group for each layout that differs from the others; for what never asks an object for its
/// kind, such as an allocator, for each whose codec does.
inline constexpr bool all_kinds = true, codecs = false;
template <class F>
void run_each(report& r, const std::string& name, const std::string& what, bool of, F steps)
{
    const auto run = [&]<class S>() {
        const auto all = [=](group& g) { steps.template operator()<abstract_layout<S>>(g); };
        r.run(name + "-" + name_of<S>, what + ": " + name_of<S>, all);
    };
    for_each_different(run, of);
}

void print_theorem(const report& r);
[[nodiscard]] bool write_json(const report& r, const char* file);

}  // namespace strata::prove
