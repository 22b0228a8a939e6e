// layer3_imperative/gen_gc.hpp: CakeML's collections in place: one source, full and partial.
#pragma once

#include <type_traits>
#include <utility>

#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/gen_gc_put_back.hpp>
#include <strata/layer3_imperative/gen_gc_state.hpp>

namespace strata::imperative {

/// `n` >= 1 words from address `a` to address `b`. CakeML: `memcpy`.
template <generational_layout L, word_memory<word_of<L>> M>
constexpr void copy_words(const M& from, word_of<L> a, M& to, word_of<L> b, word_of<L> n)
{
    const auto end = b + n * mword<L>();
    do {
        to.store(b, from.load(a));
        // Objects are small: if the compiler made more of this loop than it is, it would be slower.
        if (!std::is_constant_evaluated()) asm volatile("");
        a = a + mword<L>();
        b = b + mword<L>();
    } while (b != end);
}

/// Whether word `n` of the heap is in use. CakeML: a pointer elsewhere makes `ok` false.
template <class State>
[[nodiscard]] constexpr auto is_used(const State& s, word_of<collected_layout<State>> n)
{
    return n < s.used.next || (s.used.refs <= n && n < s.used.limit);
}

/// Where `words` words of the new heap are taken: from its end for a reference.
template <class State>
[[nodiscard]] constexpr word_of<collected_layout<State>>
take_words(State& s, word_of<collected_layout<State>> words, bool for_reference)
{
    if (for_reference) return s.b = s.b - words;
    return std::exchange(s.a, s.a + words);
}

/// What a value becomes when its object has moved, which it has afterwards. CakeML: Fig. 8; with
/// the view of a generation `gen_gc_partial_move`, and with the whole heap `gen_gc_full_move`.
template <class State>
[[nodiscard]] constexpr word_of<collected_layout<State>>
gen_gc_move(State& s, word_of<collected_layout<State>> v)
{
    using L = collected_layout<State>;
    if (!s.view.is_pointer(v)) return v;
    const auto n = offset<L>(v);
    if (!is_used(s, n)) {
        s.ok = false;
        return v;
    }
    const auto at = nth_word<L>(s.curr, n);
    const auto header = s.curr.load(at);
    if (L::is_fwd_ptr(header)) return L::update_addr(v, L::fwd_to(header));
    const auto words = L::wosize(header) + word<word_of<L>>(1);
    if (s.b - s.a < words || !s.view.may_move(header)) {
        s.ok = false;
        return v;
    }
    const auto to = take_words(s, words, static_cast<bool>(s.view.is_ref(header)));
    copy_words<L>(s.curr, at, s.other, nth_word<L>(s.other, to - s.base), words);
    s.curr.store(at, L::fwd_ptr(to));
    return L::update_addr(v, to);
}

/// Field `i` of the object at `h`, and the next one is `i` then, unless it could not be moved.
template <class State, class M>
constexpr void gen_gc_move_field(State& s, M& memory, header_of<collected_layout<State>> h)
{
    using L = collected_layout<State>;
    if (functional::scans<L>(memory, h, s.i)) {
        const auto at = field_addr<L>(h, s.i);
        const auto moved = gen_gc_move(s, memory.load(at));
        if (!s.ok) return;
        memory.store(at, moved);
    }
    s.i = s.i + word<word_of<L>>(1);
}

/// Every field of the object at `at`, a word of `memory` that is moved on to what follows. CakeML:
/// `gc_move_list`.
template <class State, class M>
constexpr void gen_gc_move_list(State& s, M& memory, word_of<collected_layout<State>> base,
                                word_of<collected_layout<State>>& at)
{
    using L = collected_layout<State>;
    const header_of<L> h{nth_word<L>(memory, at - base)};
    const auto wosize = L::wosize(memory.load(h.at));
    s.i = functional::scan_from<L>(memory, h);
    while (s.ok && s.i <= wosize) gen_gc_move_field(s, memory, h);
    if (s.ok) at = at + wosize + word<word_of<L>>(1);
}

template <class State, root_slots<word_of<collected_layout<State>>> R>
constexpr void gen_gc_move_roots(State& s, R& roots)
{
    for (auto& root : roots) {
        root = gen_gc_move(s, root);
        if (!s.ok) return;
        ++s.roots;
        s.watch.moved_root(s, root);
    }
}

/// One reference that stays where it is: an extra root. CakeML: `gc_move_ref_list`.
template <class State>
constexpr void gen_gc_move_ref_list_body(State& s)
{
    gen_gc_move_list(s, s.curr, word<word_of<collected_layout<State>>>(0), s.r2);
    s.watch.moved_ref(s);
}

/// The references copied so far are the next to be updated.
template <class State>
constexpr void gen_gc_move_refs_begin(State& s)
{
    s.r1 = s.batch;
    s.r2 = s.batch = s.b;
}
template <class State>
constexpr void gen_gc_move_refs_body(State& s)
{
    gen_gc_move_list(s, s.other, s.base, s.r2);
    s.watch.moved_ref(s);
}
template <class State>
constexpr void gen_gc_move_data_body(State& s)
{
    gen_gc_move_list(s, s.other, s.base, s.h2);
    s.watch.moved_data(s);
}

/// References first, then data, until none is left to update. CakeML: `gc_move_loop`.
template <class State>
constexpr void gen_gc_move_loop(State& s)
{
    while (s.ok && (s.b != s.batch || s.h2 != s.a)) {
        if (s.b == s.batch) {
            while (s.ok && s.h2 != s.a) gen_gc_move_data_body(s);
        } else {
            gen_gc_move_refs_begin(s);
            while (s.ok && s.r2 != s.r1) gen_gc_move_refs_body(s);
        }
    }
}

/// All that follows the roots: the references that are extra roots, and what has been copied.
template <class State>
constexpr void gen_gc_move_rest(State& s)
{
    while (s.ok && s.r2 != s.r1) gen_gc_move_ref_list_body(s);
    gen_gc_move_loop(s);
}

// By value, flattened and on its own: a state that nobody else can see stays in registers.
template <class State>
[[nodiscard, gnu::flatten, gnu::noinline]] constexpr State move_in_registers(State s)
{
    gen_gc_move_rest(s);
    return s;
}

/// One collection, full or partial as the state began. Without `ok` nothing has changed.
///
/// Expects  the heap is well formed and no forward pointer is in it; if partial, no old object
///          leads to new data.
/// Ensures  it is functional::gen_gc_full or functional::gen_gc_partial, step by step; allocates
///          nothing.
template <class State, root_slots<word_of<collected_layout<State>>> R>
[[nodiscard]] constexpr State gen_gc(State s, R& roots)
{
    s.watch.begun(s, roots);
    gen_gc_move_roots(s, roots);
    if constexpr (std::is_empty_v<decltype(s.watch)>) s = move_in_registers(std::move(s));
    else gen_gc_move_rest(s);
    if (!s.ok) gen_gc_put_back(s, roots);
    return s;
}

/// Brings a generation that was collected back to its place: a partial collection ends so.
template <class State>
constexpr void copy_back(State& s)
{
    using L = collected_layout<State>;
    if (s.a == s.base) return;
    copy_words<L>(s.other, s.other.begin(), s.curr, nth_word<L>(s.curr, s.base), s.a - s.base);
}

}  // namespace strata::imperative
