// layer3_imperative/sweep_run.hpp: sweep by marks: what survives is not even looked at.
#pragma once

#include <algorithm>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/marked_memory.hpp>
#include <strata/layer3_imperative/sweep_state.hpp>

namespace strata::imperative {

// All words of a survivor are marked, and no others. So what is free are the runs of words without
// a mark, whatever their headers say; `sw` may be within an object, dead or alive.

template <class State>
inline constexpr bool has_marks =
    marked_memory<decltype(State::memory), word_of<typename State::layout_type>>;

/// Where the first block begins at `sw` or behind it, by the headers from the first free word on.
// They are what they were: sweep writes one when a run has ended.
template <class State>
[[nodiscard]] constexpr auto block_from_sw(const State& s) -> header_of<typename State::layout_type>
{
    using L = typename State::layout_type;
    header_of<L> h{s.sw.at - s.free_words * mword<L>()};
    while (h.at < s.sw.at) h = next_header<L>(h, L::wosize(s.memory.load(h.at)));
    return h;
}

/// No block has more than `limit` fields. A free run that would ends at `sw`; if a dead object goes
/// on there, the rest of it gets a header of its own.
///
/// Expects  there is room to hold one run; there are free words before `sw`.
// Rare, and so headers are read here.
template <class State>
constexpr void cut_run(State& s)
{
    using L = typename State::layout_type;
    const auto none = word<word_of<L>>(0), one = word<word_of<L>>(1);
    const auto rest = (block_from_sw(s).at - s.sw.at) / mword<L>();
    end_run(s);
    if (rest != none) s.memory.store(s.sw.at, L::make_header(rest - one, color::white, none));
}

/// Some words in a row that are marked alike: they survive and lose their marks, or join the free
/// words before them. The words of a run that ends here are held.
///
/// Expects  there is room to hold one run.
template <class State>
constexpr void sweep_run(State& s)
{
    using L = typename State::layout_type;
    const auto run = s.memory.run_at(s.sw.at);
    auto words = run.words;
    if (run.is_marked) {
        s.memory.unmark(s.sw.at, words);
        end_run(s);
    } else {
        const auto most = s.limit + word<word_of<L>>(1);
        if (s.free_words == most) cut_run(s);
        words = std::min(words, most - s.free_words);
        s.free_words = s.free_words + words;
    }
    s.sw = {s.sw.at + words * mword<L>()};
}

/// If there are free words before `sw`, all that are free after it join them: whoever looks at the
/// blocks when their run has ended finds the next one where it ends.
///
/// Ensures  there is room to hold one run, if there was.
template <class State>
constexpr void sweep_to_mark(State& s)
{
    const auto none = word<word_of<typename State::layout_type>>(0);
    while (s.free_words != none && is_sweeping(s) && !s.memory.is_marked(s.sw.at)) {
        sweep_run(s);
        if (s.held.full()) flush(s);
    }
}

}  // namespace strata::imperative
