// instantiations/ocaml_runtime/checked/settings.hpp: what a program is checked for, and how hard.
#pragma once

#include <cstdint>

namespace strata::ocaml_runtime::checked {

/// From the environment's STRATA_CHECK, a list of `key=value` and words, and from
/// `strata_check_set`.
struct settings {
    /// A minor collection at every so many allocations. 0 is for a start at one, and twice as many
    /// after each thousand collections; `never` for none but those that are due.
    std::uint64_t every = 0;
    std::uint64_t full = 0;             ///< a whole cycle at every so many of those; 0 for none
    std::uint64_t sample = 1;           ///< every so many collections are checked
    std::uint64_t budget = 1ULL << 32;  ///< bytes of memory for the check, at most
    bool is_on = true;
    bool goes_on = false;         ///< after a finding; else the program ends with `exit_code`
    bool is_quiet = false;        ///< no line at the end about what was checked
    bool walks_always = false;    ///< the old objects at every collection; else in proportion
    bool allows_naked = false;    ///< pointers out of the heap are nobody's business
    bool guards_blocking = true;  ///< nobody can use the heap in a blocking section
    const char* page = nullptr;   ///< the file of HTML; null if none is named
};
inline constexpr std::uint64_t never = ~std::uint64_t{0};
inline constexpr int exit_code = 70;

[[nodiscard]] const settings& current_settings();

/// Changes what `text` names. What is wrong with it, in a buffer that is used again, or null; then
/// nothing has changed.
[[nodiscard]] const char* change_settings(const char* text);

}  // namespace strata::ocaml_runtime::checked
