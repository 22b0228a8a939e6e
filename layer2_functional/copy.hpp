// layer2_functional/copy.hpp: Cheney's collector as pure functions, one for each Larch interface.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <strata/layer2_functional/forwarding.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace strata::functional {

/// The memory of Larch section 4.1. Objects are in from-space up to `alloc`. To-space holds the
/// copies: scanned up to `scanned`, unscanned from there up to `unscanned`, and free after that.
template <layout L>
struct two_spaces {
    std::vector<word_of<L>> roots{};
    heap<L> from{}, to{};
    word_of<L> alloc{}, scanned{}, unscanned{};
    std::size_t next_root = 0;  ///< roots before it are forwarded
    bool ok = true;             ///< false once there was no room for a copy

    friend constexpr bool operator==(const two_spaces&, const two_spaces&) = default;
};

/// Before a collection: all of `from` is in use, nothing of `to` is.
template <layout L, class R>
[[nodiscard]] constexpr two_spaces<L> before_gc(heap<L> from, heap<L> to, const R& roots)
{
    two_spaces<L> m{{}, std::move(from), std::move(to)};
    for (word_of<L> root : roots) m.roots.push_back(root);
    m.alloc = m.from.end();
    m.scanned = m.unscanned = m.to.begin();
    return m;
}

/// Whether a value leads to an object of from-space.
template <layout L>
[[nodiscard]] constexpr bool is_unforwarded(const two_spaces<L>& m, word_of<L> value)
{
    if (!L::is_pointer(value)) return false;
    return m.from.begin() < L::target(value).at && L::target(value).at < m.alloc;
}

/// Copies the object at `h` to the first free word of to-space. Larch: `copyAddr`.
///
/// Expects  it is not copied.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> copy_addr(two_spaces<L> m, header_of<L> h)
{
    const auto words = wosize<L>(h, m.from) + word<word_of<L>>(1);
    if ((m.to.end() - m.unscanned) / mword<L>() < words) {
        m.ok = false;
        return m;
    }
    const header_of<L> copy{m.unscanned};
    for (auto n = word<word_of<L>>(0); n < words; n = n + word<word_of<L>>(1))
        m.to.store(field_addr<L>(copy, n), m.from.load(field_addr<L>(h, n)));
    forward<L>(m.from, h, f_address<L>(copy));
    m.unscanned = field_addr<L>(copy, words);
    return m;
}

template <layout L>
struct memory_and_value {
    two_spaces<L> memory;
    word_of<L> value;
};

/// What a value becomes when its object has moved, and the memory in which it has. Anything but a
/// pointer into from-space stays as it is. Larch: `forwardAddr`.
template <layout L>
[[nodiscard]] constexpr memory_and_value<L> forward_addr(two_spaces<L> m, word_of<L> value)
{
    if (!is_unforwarded(m, value)) return {std::move(m), value};
    const auto x = L::target(value);
    const auto h = resolve<L>(m.from, x);
    if (!is_forwarded<L>(m.from.load(h.at))) m = copy_addr(std::move(m), h);
    if (!m.ok) return {std::move(m), value};
    const auto moved = redirected<L>(x, h, forwarded_to<L>(m.from, h));
    return {std::move(m), moved};
}

/// The number of the first root that is not forwarded, or that of all roots. Larch:
/// `nextUnforwardedRoot`.
template <layout L>
[[nodiscard]] constexpr std::size_t next_unforwarded_root(const two_spaces<L>& m)
{
    auto r = m.next_root;
    while (r < m.roots.size() && !is_unforwarded(m, m.roots[r])) ++r;
    return r;
}

/// Larch: `forwardRootAddr`. Expects  `r` is the next unforwarded root.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> forward_root_addr(two_spaces<L> m, std::size_t r)
{
    const auto root = m.roots[r];
    auto [after, value] = forward_addr(std::move(m), root);
    after.roots[r] = value;
    after.next_root = r + 1;
    return std::move(after);
}

/// Larch: `forwardRoots`.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> forward_roots(two_spaces<L> m)
{
    for (auto r = next_unforwarded_root(m); m.ok && r < m.roots.size();
         r = next_unforwarded_root(m))
        m = forward_root_addr(std::move(m), r);
    return m;
}

/// The next copy to scan; the end of the copies if there is none. Larch: `nextUnscannedNode`.
template <layout L>
[[nodiscard]] constexpr header_of<L> next_unscanned_node(const two_spaces<L>& m)
{
    return {m.scanned};
}

/// Field `i` of the copy at `n`.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> scan_body(two_spaces<L> m, header_of<L> n, word_of<L> i)
{
    if (!scans<L>(m.to, n, i)) return m;
    const auto at = field_addr<L>(n, i);
    const auto old = m.to.load(at);
    const auto result = short_circuited<L>(m.from, m.to, m.to, n, old);
    auto [after, value] = forward_addr(std::move(m), result);
    after.to.store(at, value);
    return std::move(after);
}

/// Forwards every field of the copy at `n` that holds a value. Larch: `scanAddr`.
///
/// Expects  `n` is the next unscanned node.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> scan_addr(two_spaces<L> m, header_of<L> n)
{
    const auto wz = wosize<L>(n, m.to);
    for (auto i = scan_from<L>(m.to, n); i <= wz; i = i + word<word_of<L>>(1))
        m = scan_body(std::move(m), n, i);
    m.scanned = next_header<L>(n, wz).at;
    return m;
}

/// Larch: `scanUnscanned`.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> scan_unscanned(two_spaces<L> m)
{
    for (auto n = next_unscanned_node(m); m.ok && n.at != m.unscanned; n = next_unscanned_node(m))
        m = scan_addr(std::move(m), n);
    return m;
}

/// The roots may be passed on as fields are, while nothing has moved.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> short_circuit_roots(two_spaces<L> m)
{
    if constexpr (short_circuits<L>)
        for (auto& root : m.roots) root = stands_for<L>(one_space<L, heap<L>>{m.from}, root);
    return m;
}

/// Copies what the roots reach. If to-space is too small the memory is what it was, but for `ok`
/// and for what is short-circuited. Larch: `gc`.
///
/// Expects  from-space is well formed; to-space is disjoint from it and no value leads there.
/// Ensures  the clauses of Definition 7.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> gc(two_spaces<L> m)
{
    m = short_circuit_roots(std::move(m));
    auto after = scan_unscanned(forward_roots(two_spaces<L>{m}));
    if (after.ok) return after;
    m.ok = false;
    return m;
}

/// Exchanges the spaces. Larch: `finalizeGC`.
template <layout L>
[[nodiscard]] constexpr two_spaces<L> finalize_gc(two_spaces<L> m)
{
    std::swap(m.from, m.to);
    m.alloc = m.scanned;
    m.scanned = m.unscanned = m.to.begin();
    m.next_root = 0;
    return m;
}

}  // namespace strata::functional
