// layer3_imperative/sweep_state.hpp: all that sweep knows between two steps, and its free runs.
#pragma once

#include <cstdint>
#include <utility>

#include <strata/concepts/allocator.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/sweep.hpp>
#include <strata/layer3_imperative/held_runs.hpp>

namespace strata::imperative {

/// Everything before `sw` is swept, but for the free runs that are held and the `free_words`
/// before `sw`: words, headers included, which are free and have no header of their own yet.
/// Layer 2 writes that header at once and corrects it; here it is written once.
template <layout L, word_memory<word_of<L>> M, class A, class Held>
struct sweep_state {
    using layout_type = L;

    M memory;
    A free;
    header_of<L> sw;
    word_of<L> free_words;
    word_of<L> limit;
    Held held;
};

template <layout L, word_memory<word_of<L>> M, allocator<L, M> A, class Held = held_runs<L>>
[[nodiscard]] constexpr auto
begin_sweep(M memory, A free, std::uint64_t limit = functional::coalescing<L>, Held held = {})
{
    const header_of<L> first{memory.begin()};
    free.begin_sweep();
    return sweep_state<L, M, A, Held>{
        std::move(memory),   std::move(free),         first,
        word<word_of<L>>(0), word<word_of<L>>(limit), std::move(held)};
}

/// The first run that is held becomes a block; a header alone, to which no link fits, a white
/// fragment.
template <class State>
constexpr void flush_body(State& s)
{
    using L = typename State::layout_type;
    const auto run = s.held.pop();
    const header_of<L> h{run.end.at - run.words * mword<L>()};
    const auto wosize = run.words - word<word_of<L>>(1);
    const auto tag = L::tag(s.memory.load(h.at));
    if (wosize == word<word_of<L>>(0)) {
        s.memory.store(h.at, L::make_header(wosize, color::white, tag));
    } else {
        s.memory.store(h.at, L::make_header(wosize, color::blue, tag));
        s.free.add(s.memory, h, wosize);
    }
}

/// Every run that is held.
template <class State>
constexpr void flush(State& s)
{
    while (!s.held.empty()) flush_body(s);
}

/// The free words before `sw` are a run that ends there, and are held.
///
/// Expects  there is room to hold one run.
template <class State>
constexpr void end_run(State& s)
{
    s.held.push({s.sw, s.free_words});
    s.free_words = word<word_of<typename State::layout_type>>(0);
}

template <class State>
[[nodiscard]] constexpr auto is_sweeping(const State& s)
{
    return s.sw.at < s.memory.end();
}

}  // namespace strata::imperative
