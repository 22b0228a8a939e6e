// layer3_imperative/put_back.hpp: a collection that found no room is undone, and nothing is lost.
#pragma once

#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/objects.hpp>
#include <strata/layer3_imperative/copy.hpp>

namespace strata::imperative {

/// The header that the original of a copy had. Where the room says which colour a copy has, the
/// originals are white.
template <class State>
[[nodiscard]] constexpr word_of<copied_layout<State>>
original_header(const State& s, word_of<copied_layout<State>> header)
{
    using L = copied_layout<State>;
    if constexpr (requires { s.room.color_at(header_of<L>{header}); })
        return L::color_header(header, color::white);
    else return header;
}

/// The copy gives its original what forwarding took from it, and is forwarded to it in turn. The
/// first field may lead to a copy for now.
template <class State>
constexpr void put_back_object(State& s, header_of<copied_layout<State>> h)
{
    using L = copied_layout<State>;
    const auto copy = hd_address<L>(functional::forwarded_to<L>(s.from, h));
    s.from.store(h.at, original_header(s, s.to.load(copy.at)));
    s.from.store(f_address<L>(h).at, s.to.load(f_address<L>(copy).at));
    s.to.store(copy.at, functional::unused_header<L>());
    s.to.store(f_address<L>(copy).at, f_address<L>(h).at);
}

/// Whether the block at `h` is a copy that was put back. Any address may be given: what is dead may
/// hold any.
template <layout L, word_memory<word_of<L>> To>
[[nodiscard]] constexpr bool is_put_back(const To& to, header_of<L> h)
{
    return within<L>(to, f_address<L>(h)) && to.load(h.at) == functional::unused_header<L>();
}

/// What a value was before it was forwarded: the same, back through to-space. A value that leads to
/// no copy stays as it is.
template <layout L, word_memory<word_of<L>> To>
[[nodiscard]] constexpr word_of<L> put_back_value(const To& copies, word_of<L> value)
{
    if (!functional::leads_into<L>(copies, value)) return value;
    const auto x = L::target(value);
    const auto h = functional::resolve<L>(copies, x);
    if (!is_put_back<L>(copies, h)) return value;
    return functional::redirected<L>(x, h, functional::forwarded_to<L>(copies, h));
}

/// The first field of an object, the only one that a collection writes in from-space.
template <layout L, word_memory<word_of<L>> From, word_memory<word_of<L>> To>
constexpr void put_back_first_field(From& from, header_of<L> h, const To& copies)
{
    const auto one = word<word_of<L>>(1);
    if (!functional::is_allocated<L>(from.load(h.at))) return;
    if (functional::scan_from<L>(from, h) > one || !functional::scans<L>(from, h, one)) return;
    const auto at = field_addr<L>(h, one);
    from.store(at, put_back_value<L>(copies, from.load(at)));
}

/// Undoes a collection, finished or not, in two walks over from-space.
///
/// Expects  the blocks tile from-space; no value led into to-space when the collection began.
/// Ensures  every word of from-space and every root is what it was; to-space holds nothing.
template <class State, root_slots<word_of<copied_layout<State>>> R>
constexpr void put_back(State& s, R& roots)
{
    using L = copied_layout<State>;
    functional::for_each_block<L>(s.from, [&](header_of<L> h) {
        if (functional::is_forwarded<L>(s.from.load(h.at))) put_back_object(s, h);
    });
    functional::for_each_block<L>(
        s.from, [&](header_of<L> h) { put_back_first_field<L>(s.from, h, s.to); });
    for (auto& root : roots) root = put_back_value<L>(s.to, root);
}

}  // namespace strata::imperative
