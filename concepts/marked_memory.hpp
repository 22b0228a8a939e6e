// concepts/marked_memory.hpp: a memory that keeps apart which of its words are in black objects.
#pragma once

#include <concepts>

#include <strata/concepts/word_memory.hpp>

namespace strata {

/// Words in a row that are marked, or that are not.
template <machine_word W>
struct run_of_marks {
    bool is_marked;
    W words;
};

/// A `marked_memory` has a mark for each word, which is not in the word. Marking marks all words of
/// an object, and never writes to one that is white; sweep reads marks instead of headers.
///
/// Provide, besides what a `word_memory` does,
///   is_marked(a)       whether the word at `a` is marked
///   mark(a, n)         marks `n` words, at least one, from `a` on
///   unmark(a, n)       takes their marks away
///   run_at(a)          at least one word from `a` on that is marked as the first is, all before
///                      the end; not always as many as there are, so that it takes no time
///
/// Laws, checked for every model by tests/laws/marked_memory_laws.hpp
///   get-put   a word is marked after `mark`, and is not after `unmark`
///   frame     these change the mark of no other word, and no word
///   alike     the words of a run are marked as the first is
///
/// Models  imperative::marked
template <class M, class W>
concept marked_memory = word_memory<M, W> && requires(M& memory, const M& seen, W a, W n) {
    { seen.is_marked(a) } -> std::same_as<bool>;
    { seen.run_at(a) }    -> std::same_as<run_of_marks<W>>;
    memory.mark(a, n);
    memory.unmark(a, n);
};

}  // namespace strata
