// layer3_imperative/gen_gc_put_back.hpp: a collection without room is undone, and nothing is lost.
#pragma once

#include <cstddef>

#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/gen_gc_state.hpp>

namespace strata::imperative {

/// The object at word `n`, which follows, has its header again if it was forwarded, and its copy is
/// forwarded to it in turn.
template <class State>
constexpr void put_back_header(State& s, word_of<collected_layout<State>>& n)
{
    using L = collected_layout<State>;
    const auto at = nth_word<L>(s.curr, n);
    if (const auto w = s.curr.load(at); L::is_fwd_ptr(w)) {
        const auto copy = nth_word<L>(s.other, L::fwd_to(w) - s.base);
        s.curr.store(at, s.other.load(copy));
        s.other.store(copy, L::fwd_ptr(n));
    }
    n = n + L::wosize(s.curr.load(at)) + word<word_of<L>>(1);
}

/// What a value was before it was moved.
template <class State>
[[nodiscard]] constexpr word_of<collected_layout<State>>
put_back_value(const State& s, word_of<collected_layout<State>> v)
{
    using L = collected_layout<State>;
    if (!s.view.is_pointer(v)) return v;
    const auto copy = nth_word<L>(s.other, offset<L>(v) - s.base);
    return L::update_addr(v, L::fwd_to(s.other.load(copy)));
}

/// The fields before field `end` of a reference that was an extra root.
template <class State>
constexpr void put_back_fields(State& s, header_of<collected_layout<State>> h,
                               word_of<collected_layout<State>> end)
{
    using L = collected_layout<State>;
    for (auto i = functional::scan_from<L>(s.curr, h); i < end; i = i + word<word_of<L>>(1)) {
        const auto at = field_addr<L>(h, i);
        if (functional::scans<L>(s.curr, h, i))
            s.curr.store(at, put_back_value(s, s.curr.load(at)));
    }
}

/// The references that were extra roots: those before `r2`, and some fields of the one there.
template <class State>
constexpr void put_back_refs(State& s)
{
    using L = collected_layout<State>;
    const auto one = word<word_of<L>>(1);
    for (auto n = s.used.refs; n < s.r2;) {
        const header_of<L> h{nth_word<L>(s.curr, n)};
        const auto wosize = L::wosize(s.curr.load(h.at));
        put_back_fields(s, h, wosize + one);
        n = n + wosize + one;
    }
    if (s.r2 != s.r1) put_back_fields(s, {nth_word<L>(s.curr, s.r2)}, s.i);
}

/// Undoes a collection, finished or not.
///
/// Ensures  every word of `curr` and every root is what it was.
template <class State, root_slots<word_of<collected_layout<State>>> R>
constexpr void gen_gc_put_back(State& s, R& roots)
{
    for (auto n = s.base; n < s.used.next;) put_back_header(s, n);
    if constexpr (State::takes_refs_as_roots) put_back_refs(s);
    else
        for (auto n = s.used.refs; n < s.used.limit;) put_back_header(s, n);
    std::size_t left = s.roots;
    for (auto& root : roots) {
        if (left-- == 0) return;
        root = put_back_value(s, root);
    }
}

}  // namespace strata::imperative
