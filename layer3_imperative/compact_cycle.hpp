// layer3_imperative/compact_cycle.hpp: an old space is compacted between two cycles, and shrinks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include <strata/layer3_imperative/compact.hpp>
#include <strata/layer3_imperative/cycle.hpp>

namespace strata::imperative {

/// The last `words` that are free behind the objects are the memory's no longer.
///
/// Expects  `end_compact` was the last thing done, and there are as many.
template <class State, class A>
constexpr void give_back(State& s, A& free, word_of<typename State::layout_type> words)
{
    using L = typename State::layout_type;
    s.stop = {s.memory.end() - words * mword<L>()};
    s.memory.set_end(s.stop.at);
    end_compact(s, free);
}

/// Compacts the memory of a cycle. `redirect(new_value)` has all that leads into it lead on to
/// `new_value` of that, before anything has moved; `spare(words)` says how many of so many words
/// that are free at the end are given back.
///
/// Expects  the cycle is idle, and nothing that is dead leads to what is free.
template <class Cycle, class Redirect, class Spare, class Audit>
constexpr void compact(Cycle& c, std::span<freed_entry> storage, Redirect redirect, Spare spare,
                       Audit audit)
{
    using L = layout_of<Cycle>;
    auto& memory = c.sweeping.memory;
    const std::array<word_of<L>, 0> none{};
    audit.before(memory, none, storage.size() * freed_words<L>::per_entry);
    auto s = begin_compact<L>(memory, storage);
    redirect([&s](word_of<L> v) { return new_value(s, v); });
    s = slide(std::move(s));
    end_compact(s, c.sweeping.free);
    audit.after(s.memory, none, c.sweeping.free);
    if (s.stop.at == s.memory.end())
        give_back(s, c.sweeping.free, spare((s.stop.at - s.to.at) / mword<L>()));
    memory = std::move(s.memory);
}

}  // namespace strata::imperative
