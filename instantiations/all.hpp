// instantiations/all.hpp: every layout that ships; laws, tests and benchmarks run over this list.
#pragma once

#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <strata/instantiations/bitmap_record.hpp>
#include <strata/instantiations/ocaml_32.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/instantiations/ocaml_64_proof.hpp>
#include <strata/instantiations/ocaml_base.hpp>
#include <strata/instantiations/ocaml_lazy_64.hpp>
#include <strata/instantiations/ocaml_no_scan.hpp>

namespace strata {

inline constexpr auto all_layouts =
    boost::hana::tuple_t<ocaml_64, ocaml_32, ocaml_64_proof, ocaml_base, ocaml_no_scan,
                         ocaml_lazy_64, bitmap_record>;

}  // namespace strata
