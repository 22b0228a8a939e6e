// instantiations/ocaml_runtime/checked/rules.hpp: each rule of the heap, in words to act on.
#pragma once

#include <strata/instantiations/ocaml_runtime/checked/finding.hpp>

namespace strata::ocaml_runtime::checked {

struct rule_text {
    rule is;
    const char* name;
    const char* broken;  ///< what was seen, as the end of "strata: name: ..."
    const char* law;     ///< the rule itself, in one sentence
    const char* cause;   ///< what usually breaks it
    const char* remedy;  ///< what to do
};
[[nodiscard]] const rule_text& text_of(rule r);

/// As a reader knows it, such as `local root (CAMLparam, CAMLlocal)`.
[[nodiscard]] const char* words_for(root_kind k);

}  // namespace strata::ocaml_runtime::checked
