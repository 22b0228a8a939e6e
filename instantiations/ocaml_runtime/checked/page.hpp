// instantiations/ocaml_runtime/checked/page.hpp: a finding on one page, as text and as HTML.
#pragma once

#include <cstdint>
#include <string_view>

#include <strata/instantiations/ocaml_runtime/checked/finding.hpp>
#include <strata/instantiations/ocaml_runtime/checked/text.hpp>

namespace strata::ocaml_runtime::checked {

/// What follows the headline: at most 40 lines of 100 columns.
void write_text_page(text& to, const finding& f);

/// What stands before the first finding of a file, and one finding. HTML needs no end.
void write_html_head(text& to);
void write_html_page(text& to, const finding& f, std::uint64_t number);

/// The object and what is around it, as an <svg>: see graph.cpp.
void write_graph(text& to, const finding& f);

/// Escapes what means something in HTML.
void write_escaped(text& to, std::string_view plain);

/// Whether the same was asked about already: a bug that stays in the heap is found again and again.
[[nodiscard]] bool is_repeated(const finding& f);

/// Where the HTML goes; `%p` in it is the number of the process, and an empty name is for none.
/// strata-check-%p.html if this is never called.
///
/// Expects  `pattern` stays as it is.
void name_page(const char* pattern);

}  // namespace strata::ocaml_runtime::checked
