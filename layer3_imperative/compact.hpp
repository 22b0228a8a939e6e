// layer3_imperative/compact.hpp: compaction in place: one pass to see what is free, one to slide.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include <strata/concepts/allocator.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/objects.hpp>
#include <strata/layer3_imperative/compact_audit.hpp>
#include <strata/layer3_imperative/format.hpp>
#include <strata/layer3_imperative/freed_words.hpp>

namespace strata::imperative {

/// What is compacted ends at `stop`: before the first block that the map has no room for, or at the
/// end. While objects slide, those before `from` are redirected, and moved to before `to`.
template <layout L, word_memory<word_of<L>> M>
struct compact_state {
    using layout_type = L;

    M memory;
    freed_words<L> freed;
    header_of<L> from, to;
    header_of<L> stop;
    word_of<L> i, wosize;  ///< the next field, or word, of the object at `from`
};

// --- what is free --------------------------------------------------------------------------------

/// One block: if it is no object, its words are free.
///
/// Expects  the map has room for it.
template <class State>
constexpr void record_body(State& s)
{
    using L = typename State::layout_type;
    const auto header = s.memory.load(s.stop.at);
    const auto next = next_header<L>(s.stop, L::wosize(header));
    if (!functional::is_allocated<L>(header))
        for (auto a = s.stop.at; a < next.at;) a = s.freed.record_body(a, next.at);
    s.stop = next;
}
template <class State>
[[nodiscard]] constexpr bool is_recording(const State& s)
{
    using L = typename State::layout_type;
    if (!(s.stop.at < s.memory.end())) return false;
    return s.freed.covers(next_header<L>(s.stop, L::wosize(s.memory.load(s.stop.at))).at);
}

/// It is known where every object goes; nothing has changed.
///
/// Expects  the blocks tile the memory; no object is gray or black.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr auto begin_compact(M memory, std::span<freed_entry> storage)
{
    const auto zero = word<word_of<L>>(0);
    const header_of<L> first{memory.begin()};
    const freed_words<L> freed{storage, first.at};
    compact_state<L, M> s{std::move(memory), freed, first, first, first, zero, zero};
    for (std::size_t i = 0; i < s.freed.size(); ++i) s.freed.clear_body(i);
    while (is_recording(s)) record_body(s);
    for (std::size_t i = 1; i < s.freed.size(); ++i) s.freed.sum_body(i);
    return s;
}

/// What a value becomes: an address inside an object moves as far as the object. Anything but a
/// pointer to what is compacted stays as it is.
template <class State>
[[nodiscard]] constexpr auto new_value(const State& s, word_of<typename State::layout_type> value)
{
    using L = typename State::layout_type;
    if (!functional::leads_into<L>(s.memory, value)) return value;
    const auto x = L::target(value);
    return x.at < s.stop.at ? L::pointer_to({s.freed.new_addr(x.at)}) : value;
}

// --- objects slide -------------------------------------------------------------------------------

/// Field `i` of the object at `from` leads to where the object goes that it led to.
template <class State>
constexpr void redirect_body(State& s)
{
    using L = typename State::layout_type;
    const auto i = s.i;
    s.i = i + word<word_of<L>>(1);
    if (!functional::scans<L>(s.memory, s.from, i)) return;
    const auto at = field_addr<L>(s.from, i);
    s.memory.store(at, new_value(s, s.memory.load(at)));
}
/// Word `i` of the object at `from`, counted from the header.
template <class State>
constexpr void move_body(State& s)
{
    using L = typename State::layout_type;
    s.memory.store(field_addr<L>(s.to, s.i), s.memory.load(field_addr<L>(s.from, s.i)));
    s.i = s.i + word<word_of<L>>(1);
}
template <class State>
constexpr void redirect(State& s)
{
    using L = typename State::layout_type;
    s.i = functional::scan_from<L>(s.memory, s.from);
    while (s.i <= s.wosize) redirect_body(s);
}
/// Downwards, so that no word is lost where the old and the new place overlap.
template <class State>
constexpr void move(State& s)
{
    using L = typename State::layout_type;
    s.i = word<word_of<L>>(0);
    while (s.i <= s.wosize) move_body(s);
}

/// One block: an object is redirected, and moved to behind the last one.
template <class State>
constexpr void slide_body(State& s)
{
    using L = typename State::layout_type;
    const auto header = s.memory.load(s.from.at);
    s.wosize = L::wosize(header);
    if (functional::is_allocated<L>(header)) {
        redirect(s);
        if (s.to != s.from) move(s);
        s.to = next_header<L>(s.to, s.wosize);
    }
    s.from = next_header<L>(s.from, s.wosize);
}
/// One block of those that stay.
template <class State>
constexpr void stay_body(State& s)
{
    using L = typename State::layout_type;
    const auto header = s.memory.load(s.from.at);
    s.wosize = L::wosize(header);
    if (functional::is_allocated<L>(header)) redirect(s);
    s.from = next_header<L>(s.from, s.wosize);
}
/// Every object is where it goes, and the words from `to` to `stop` are nobody's.
///
/// Expects  the roots, and all else that leads into the memory, have been redirected, or will be
///          while the map is as it is.
// By value and flattened: a state that nobody else can see, and no call sees, stays in registers.
template <class State>
[[nodiscard, gnu::flatten]] constexpr State slide(State s)
{
    while (s.from.at < s.stop.at) slide_body(s);
    while (s.from.at < s.memory.end()) stay_body(s);
    return s;
}

/// The words from `to` to `stop` are free, and all that is free comes under the allocator.
template <class State, class A>
constexpr void end_compact(State& s, A& free)
{
    using L = typename State::layout_type;
    for (auto h = s.to; h.at < s.stop.at;) h = format_body<L>(s.memory, h, s.stop.at);
    free.begin_sweep();
    for (auto h = s.to; h.at < s.memory.end();) h = adopt_body<L>(s.memory, free, h);
    free.end_sweep(s.memory);
}

/// Slides every object down over what is free before it, and has the roots lead there. With less
/// storage than `freed_words` wants, the first part of the heap only.
///
/// Expects  the same as `begin_compact`; the roots lead to objects.
/// Ensures  memory and roots equal those of functional::compact (audited), but for the links if
///          `free` orders its list differently; every free block of a field or more is in `free`.
template <layout L, word_memory<word_of<L>> M, allocator<L, M> A, root_slots<word_of<L>> R,
          class Audit = default_compact_audit<L>>
constexpr void compact(M& memory, A& free, std::span<freed_entry> storage, R&& roots,
                       Audit audit = {})
{
    audit.before(memory, roots, storage.size() * freed_words<L>::per_entry);
    auto s = begin_compact<L>(std::move(memory), storage);
    for (auto& root : roots) root = new_value(s, root);
    s = slide(std::move(s));
    end_compact(s, free);
    memory = std::move(s.memory);
    audit.after(memory, roots, free);
}

}  // namespace strata::imperative
