// layer2_functional/incremental.hpp: a collection in slices, as pure functions of a cycle's state.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <strata/layer2_functional/mark.hpp>
#include <strata/layer2_functional/sweep.hpp>

namespace strata::functional {

/// How far a cycle is.
enum class phase { idle, darkening, marking, sweeping };

/// Whether what was reachable at the start is still being looked for.
[[nodiscard]] constexpr bool is_marking(phase at)
{
    return at == phase::darkening || at == phase::marking;
}

/// The colour of a new object at `h`, when everything before `sw` is swept. It is black where sweep
/// is still to come, and must keep it: the object is no part of the snapshot, so that nobody marks
/// it.
template <layout L>
[[nodiscard]] constexpr color allocation_color(phase at, header_of<L> sw, header_of<L> h)
{
    const bool is_ahead = at == phase::sweeping && sw.at <= h.at;
    return is_marking(at) || is_ahead ? color::black : color::white;
}

/// Field `i` of the object at `h` becomes `v`; what it pointed to is shaded first, so that no write
/// hides a part of the snapshot. Paper: the deletion write barrier of section 8.1.
template <layout L>
[[nodiscard]] constexpr st_hp<L> write(st_hp<L> s, header_of<L> h, word_of<L> i, word_of<L> v)
{
    const auto at = field_addr<L>(h, i);
    const auto old = s.hp.load(at);
    if (is_scanned<L>(s.hp, h, i)) s = darken_value(std::move(s), old);
    s.hp.store(at, v);
    return s;
}

/// Between two steps. The heap is that of `marking` until marking is over, then that of `sweeping`.
template <layout L>
struct cycle {
    phase at = phase::idle;
    std::vector<word_of<L>> roots{};  ///< of the snapshot, not yet darkened
    st_hp<L> marking{};
    sweep_state<L> sweeping{};
};

template <layout L, root_set<word_of<L>> R>
[[nodiscard]] constexpr cycle<L> begin_cycle(heap<L> hp, const R& roots)
{
    cycle<L> c{phase::darkening, {}, {{}, std::move(hp), true}, {}};
    for (word_of<L> root : roots) c.roots.push_back(root);
    return c;
}

/// One root, one `mark_body` or one `sweep_body`, the paper's atomic steps, or one change of phase.
///
/// Expects  the cycle is not idle.
template <layout L>
[[nodiscard]] constexpr cycle<L> step(cycle<L> c)
{
    if (c.at == phase::darkening) {
        if (c.roots.empty()) {
            c.at = phase::marking;
        } else {
            c.marking = darken_value(std::move(c.marking), c.roots.back());
            c.roots.pop_back();
        }
    } else if (c.at == phase::marking) {
        if (!c.marking.stack.empty()) {
            c.marking = mark_body(std::move(c.marking));
        } else {
            c.sweeping = begin_sweep(std::move(c.marking.hp));
            c.at = phase::sweeping;
        }
    } else if (is_sweeping(c.sweeping)) {
        c.sweeping = sweep_body(std::move(c.sweeping), coalescing<L>);
    } else {
        c.at = phase::idle;
    }
    return c;
}

/// At most `budget` steps.
template <layout L>
[[nodiscard]] constexpr cycle<L> slice(cycle<L> c, std::uint64_t budget)
{
    for (; budget > 0 && c.at != phase::idle; --budget) c = step(std::move(c));
    return c;
}

}  // namespace strata::functional
