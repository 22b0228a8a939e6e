// tools/prove/groups.hpp: what ./dev prove proves, in its order.
#pragma once

#include "report.hpp"

namespace strata::prove {

void prove_bit_lemmas(report& r);
void prove_kinds(report& r);
void prove_marking(report& r);
void prove_sweep(report& r);
void prove_allocation(report& r);
void prove_glue(report& r);
void prove_small_scope(report& r);

void print_theorem(const report& r);
void write_json(const report& r, const char* file);

}  // namespace strata::prove
