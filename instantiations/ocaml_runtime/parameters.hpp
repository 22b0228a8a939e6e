// instantiations/ocaml_runtime/parameters.hpp: what a program may ask for, and what it gets.
#pragma once

#include <algorithm>

#include <strata/instantiations/ocaml_runtime/caml.hpp>

namespace strata::ocaml_runtime {

/// Whole pages: no page has both what is young and what is not.
[[nodiscard]] inline asize_t nursery_words(intnat words)
{
    const asize_t page_words = Page_size / sizeof(value);
    const auto wanted =
        static_cast<asize_t>(std::clamp<intnat>(words, Minor_heap_min, Minor_heap_max));
    return (wanted + page_words - 1) / page_words * page_words;
}
[[nodiscard]] inline uintnat at_least_one(uintnat n) { return std::max<uintnat>(n, 1); }
[[nodiscard]] inline int window_size(intnat n)
{
    return static_cast<int>(std::clamp<intnat>(n, 1, Max_major_window));
}

/// A message of the collector, if the program asks for those of this level.
inline void say(int level, const char* format, uintnat n)
{
    caml_gc_message(level, const_cast<char*>(format), n);
}

}  // namespace strata::ocaml_runtime
