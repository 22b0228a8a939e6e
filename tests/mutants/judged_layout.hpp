// tests/mutants/judged_layout.hpp: the layout that a stage is compiled for, and its plain numbers.
#pragma once

#include <cstdint>

#include <strata/instantiations/all.hpp>

#include "plain_format.hpp"

// Set by tests/mutants/run; these are for tools that read the sources without it.
#ifndef JUDGE_LAYOUT
#define JUDGE_LAYOUT ocaml_64
#endif
#ifndef JUDGE_WORDS
#define JUDGE_WORDS 7
#endif
#define JUDGE_PLAIN(layout) JUDGE_PASTE(plain_, layout)
#define JUDGE_PASTE(a, b) a##b

namespace judge::compiled_for {

using L = strata::JUDGE_LAYOUT;
using W = strata::word_of<L>;
inline constexpr const plain_format& f = JUDGE_PLAIN(JUDGE_LAYOUT);

/// The largest of the heaps that are all tried.
inline constexpr std::size_t most_words = JUDGE_WORDS;

}  // namespace judge::compiled_for
