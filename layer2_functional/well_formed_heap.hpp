// layer2_functional/well_formed_heap.hpp: what is wrong with a heap, or that nothing is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <strata/layer2_functional/defect.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace strata::functional {

/// Where the blocks of a heap start: one bit a word. Who has such bits already, without a library,
/// may bring another type with `contains` to the functions below.
template <layout L, word_memory<word_of<L>> M>
class block_starts {
public:
    constexpr explicit block_starts(const M& memory)
        : memory_{&memory}
        , bits_(static_cast<std::size_t>((memory.end() - memory.begin()) / mword<L>() / 64 + 1))
    {}
    constexpr void insert(header_of<L> h) { bits_[index(h) / 64] |= bit(h); }

    /// For any address at all, also one that is not in the heap.
    [[nodiscard]] constexpr bool contains(header_of<L> h) const
    {
        const bool in_heap = memory_->begin() <= h.at && h.at < memory_->end();
        return in_heap && (h.at - memory_->begin()) % mword<L>() == 0 &&
               (bits_[index(h) / 64] & bit(h)) != 0;
    }

private:
    [[nodiscard]] constexpr std::size_t index(header_of<L> h) const
    {
        return static_cast<std::size_t>((h.at - memory_->begin()) / mword<L>());
    }
    [[nodiscard]] constexpr std::uint64_t bit(header_of<L> h) const
    {
        return std::uint64_t{1} << (index(h) % 64);
    }

    const M* memory_;
    std::vector<std::uint64_t> bits_;
};

template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr defect<L> defect_at(const M& hp, const char* broken, header_of<L> object,
                                            word_of<L> at)
{
    return {broken, object, at, hp.load(at)};
}

/// What is wrong with the header of the block at `h` on its own.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr const char* find_header_defect(const M& hp, header_of<L> h)
{
    const auto header = hp.load(h.at);
    if (L::wosize(header) >= (hp.end() - h.at) / mword<L>()) return rule::no_overrun;
    if (L::wosize(header) == 0)
        return L::has_color(header, color::white) ? nullptr : rule::fragment_white;
    if (is_allocated<L>(header) && resolve<L>(hp, f_address<L>(h)) != h) return rule::not_interior;
    return nullptr;
}

/// Walks the blocks from the first word to the last. Paper: `objs`, when there is nothing wrong.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::optional<defect<L>> find_block_defect(const M& hp,
                                                                   block_starts<L, M>& starts)
{
    for (header_of<L> h{hp.begin()}; h.at < hp.end(); h = next_header<L>(h, wosize<L>(h, hp))) {
        if (const auto broken = find_header_defect<L>(hp, h))
            return defect_at<L>(hp, broken, h, h.at);
        starts.insert(h);
    }
    return std::nullopt;
}

/// Whether an interior header at `h`, read as kind number `I` or a later one, lies in the object it
/// leads to, and so does the word after it: that is where a pointer to it leads.
template <layout L, std::size_t I = 0, word_memory<word_of<L>> M, class Starts>
[[nodiscard]] constexpr bool has_parent(const M& hp, const Starts& starts, header_of<L> h)
{
    if constexpr (I == kind_count<L>) {
        return false;
    } else {
        using kind = kind_at<L, I>;
        if constexpr (interior_kind<kind, L>) {
            if (kind::template covers<L>(hp.load(h.at))) {
                const auto around = kind::template parent<L>(h, hp.load(h.at));
                return starts.contains(around) && around.at < h.at &&
                       is_allocated<L>(hp.load(around.at)) &&
                       f_address<L>(h).at < next_header<L>(around, wosize<L>(around, hp)).at &&
                       kind::template may_stand_in<L>(hp, h, around);
            }
        }
        return has_parent<L, I + 1>(hp, starts, h);
    }
}

/// What is wrong with a pointer to `x`. Definition 1 asks that it lead to an allocated object.
template <layout L, word_memory<word_of<L>> M, class Starts>
[[nodiscard]] constexpr const char* find_pointer_defect(const M& hp, const Starts& starts,
                                                        value_of<L> x)
{
    const auto h = hd_address<L>(x);
    if (starts.contains(h)) {
        if (L::has_color(hp.load(h.at), color::blue)) return rule::not_free;
        return wosize<L>(h, hp) == 0 ? rule::not_fragment : nullptr;
    }
    if ((h.at - hp.begin()) % mword<L>() != 0 || resolve<L>(hp, x) == h) return rule::not_middle;
    return has_parent<L>(hp, starts, h) ? nullptr : rule::has_parent;
}

/// What the kind of the object at `h` finds wrong with it.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr const char* find_kind_defect(const M& hp, header_of<L> h)
{
    const auto broken = with_kind<L>(hp.load(h.at), [&](auto kind) -> const char* {
        if constexpr (requires { kind.template defect<L>(hp, h); })
            return kind.template defect<L>(hp, h);
        else return nullptr;
    });
    if (broken) return broken;
    const auto from = scan_from<L>(hp, h);
    return from < 1 || from > wosize<L>(h, hp) + 1 ? rule::scan_in_object : nullptr;
}

/// What is wrong with the object at `h` or one of its fields.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::optional<defect<L>>
find_object_defect(const M& hp, const block_starts<L, M>& starts, header_of<L> h)
{
    if (const auto broken = find_kind_defect<L>(hp, h)) return defect_at<L>(hp, broken, h, h.at);
    for (auto i = scan_from<L>(hp, h); i <= wosize<L>(h, hp); i = i + word<word_of<L>>(1)) {
        const auto at = field_addr<L>(h, i);
        if (!scans<L>(hp, h, i) || !L::is_pointer(hp.load(at)) ||
            !within<L>(hp, L::target(hp.load(at))))
            continue;
        if (const auto broken = find_pointer_defect<L>(hp, starts, L::target(hp.load(at))))
            return defect_at<L>(hp, broken, h, at);
    }
    return std::nullopt;
}

/// The first thing that is wrong with the heap, by address, or nothing. Any words at all may be
/// given.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr std::optional<defect<L>> find_defect(const M& hp)
{
    block_starts<L, M> starts{hp};
    auto found = find_block_defect<L>(hp, starts);
    if (found) return found;
    for_each_block<L>(hp, [&](header_of<L> h) {
        if (!found && is_allocated<L>(hp.load(h.at))) found = find_object_defect<L>(hp, starts, h);
    });
    return found;
}

/// The first root that points into the heap but to no object, or nothing. Its place is its number
/// among the roots.
///
/// Expects  the heap has no defect.
template <layout L, word_memory<word_of<L>> M, class R>
[[nodiscard]] constexpr std::optional<defect<L>> find_root_defect(const M& hp, const R& roots)
{
    block_starts<L, M> starts{hp};
    for_each_block<L>(hp, [&](header_of<L> h) { starts.insert(h); });
    auto number = word<word_of<L>>(0);
    for (word_of<L> root : roots) {
        if (L::is_pointer(root) && within<L>(hp, L::target(root)))
            if (const auto broken = find_pointer_defect<L>(hp, starts, L::target(root)))
                return defect<L>{broken, hd_address<L>(L::target(root)), number, root};
        number = number + word<word_of<L>>(1);
    }
    return std::nullopt;
}

/// Definition 1. A pointer out of the heap, to static data or code, is data. Paper:
/// `well_formed_heap`.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool well_formed_heap(const M& hp)
{
    return !find_defect<L>(hp);
}

}  // namespace strata::functional
