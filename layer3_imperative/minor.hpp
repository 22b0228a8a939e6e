// layer3_imperative/minor.hpp: the nursery's reachable objects are promoted to the old space.
#pragma once

#include <ranges>
#include <utility>

#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/generations.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/copy.hpp>
#include <strata/layer3_imperative/minor_audit.hpp>
#include <strata/layer3_imperative/put_back.hpp>
#include <strata/layer3_imperative/remembered_set.hpp>

namespace strata::imperative {

/// The field of the old space at `at` leads to a promoted object, if it led into the nursery.
template <class State>
constexpr void forward_slot(State& s, word_of<copied_layout<State>> at)
{
    s.to.store(at, hand_over(s, s.to.load(at)));
}

/// What was promoted last is scanned before anything else is: what a root or a remembered field
/// leads to comes to lie together.
template <class State>
constexpr void scan_promoted(State& s)
{
    while (s.ok && next_unscanned_node(s)) scan_addr(s);
}

/// Every field that is remembered; if the set is not complete, every field of the old space.
// By value, flattened and on its own: see `scan_in_registers`.
template <class State, class Remembered>
[[nodiscard, gnu::flatten, gnu::noinline]] constexpr State
promote_slots(State s, const Remembered& remembered)
{
    using L = copied_layout<State>;
    const auto promote = [&](word_of<L> at) {
        forward_slot(s, at);
        scan_promoted(s);
    };
    if (remembered.is_complete()) {
        for (const auto at : remembered.slots())
            if (s.ok) promote(at);
    } else {
        functional::for_each_slot<L>(s.to, [&](header_of<L>, word_of<L> at) {
            if (s.ok && functional::leads_into<L>(s.from, s.to.load(at))) promote(at);
        });
    }
    scan_nothing(s);
    return s;
}

/// Every root.
template <class State, class R>
[[nodiscard, gnu::flatten, gnu::noinline]] constexpr State promote_roots(State s, R& roots)
{
    const auto end = std::ranges::end(roots);
    for (auto at = next_unforwarded_root(s, std::ranges::begin(roots), end); s.ok && at != end;) {
        forward_root_addr(s, *at);
        scan_promoted(s);
        at = next_unforwarded_root(s, ++at, end);
    }
    scan_nothing(s);
    return s;
}

/// Where the block after the one at `h` starts. A copy that was put back has the size of its
/// original.
template <class State>
[[nodiscard]] constexpr header_of<copied_layout<State>>
next_block(const State& s, header_of<copied_layout<State>> h)
{
    using L = copied_layout<State>;
    const auto header = s.to.load(h.at);
    if (!is_put_back<L>(s.to, h)) return next_header<L>(h, L::wosize(header));
    const auto original = hd_address<L>(functional::forwarded_to<L>(s.to, h));
    return next_header<L>(h, L::wosize(s.from.load(original.at)));
}

/// The fields of an old object lead into the nursery again, where they did. One that is dead may
/// have led to a place where a copy came to lie, and must not lead into the nursery from then on.
template <class State>
constexpr void put_back_fields(State& s, header_of<copied_layout<State>> h)
{
    using L = copied_layout<State>;
    const auto header = s.to.load(h.at);
    if (is_put_back<L>(s.to, h) || !functional::is_allocated<L>(header)) return;
    if constexpr (requires { s.room.is_dead(h, header); })
        if (s.room.is_dead(h, header)) return;
    for (auto i = functional::scan_from<L>(s.to, h); i <= L::wosize(header);
         i = i + word<word_of<L>>(1)) {
        const auto at = field_addr<L>(h, i);
        if (functional::scans<L>(s.to, h, i))
            s.to.store(at, put_back_value<L>(s.to, s.to.load(at)));
    }
}

/// A copy that is not needed is an object like any other, all filler, which nothing leads to: the
/// next collection of the old space frees it.
template <class State>
constexpr void discard_copy(State& s, header_of<copied_layout<State>> h)
{
    using L = copied_layout<State>;
    if (!is_put_back<L>(s.to, h)) return;
    const auto original = hd_address<L>(functional::forwarded_to<L>(s.to, h));
    const auto header = copied_header(s, s.from.load(original.at), h);
    make_object<L>(s.to, h, L::wosize(header), L::tag(header), color_of<L>(header));
    s.audit.discarded(f_address<L>(h));
}

/// The old space after a promotion that found no room, in two walks over it.
///
/// Expects  the nursery is put back.
template <class State>
constexpr void put_back_old(State& s)
{
    using L = copied_layout<State>;
    header_of<L> next{};
    for (header_of<L> h{s.to.begin()}; h.at < s.to.end(); h = next_block(s, h))
        put_back_fields(s, h);
    for (header_of<L> h{s.to.begin()}; h.at < s.to.end(); h = next) {
        next = next_block(s, h);
        discard_copy(s, h);
    }
}

/// Promotes what the roots and the remembered fields reach in the nursery: the steps of `gc`, with
/// the nursery as from-space, and blocks of the old space for the copies. Pointers to old objects
/// are data. OCaml: `caml_empty_minor_heap`.
///
/// Expects  both spaces are well formed; a field of the old space that leads into the nursery is
///          remembered (audited).
/// Ensures  Definition 7, with all that is old as roots (audited); or, if there was no room, `ok`
///          is false, no root, no word of the nursery and no old object has changed. Allocates
///          nothing but promoted objects.
template <class State, root_slots<word_of<copied_layout<State>>> R, class Remembered>
[[nodiscard]] constexpr State minor(State s, R& roots, const Remembered& remembered)
{
    s.audit.begin(s, roots, remembered);
    s = promote_slots(std::move(s), remembered);
    s = promote_roots(std::move(s), roots);
    if (!s.ok) {
        put_back(s, roots);
        put_back_old(s);
    }
    s.audit.end(s, roots);
    return s;
}

}  // namespace strata::imperative
