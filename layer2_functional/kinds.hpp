// layer2_functional/kinds.hpp: the kinds of a layout, folded into a collector's questions.
#pragma once

#include <cstddef>

#include <boost/hana/at.hpp>
#include <boost/hana/length.hpp>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::functional {

template <layout L>
inline constexpr std::size_t kind_count = decltype(boost::hana::length(L::kinds))::value;

template <layout L, std::size_t I>
using kind_at = typename decltype(+boost::hana::at_c<I>(L::kinds))::type;

/// Calls `use` with the first kind that covers an object's header; the last kind has what the
/// others leave. Interior kinds are passed over: no object is of one.
template <layout L, std::size_t I = 0, class F>
constexpr auto with_kind(word_of<L> header, F use)
{
    using kind = kind_at<L, I>;
    if constexpr (I + 1 == kind_count<L>) {
        return use(kind{});
    } else if constexpr (interior_kind<kind, L>) {
        return with_kind<L, I + 1>(header, use);
    } else {
        if (kind::template covers<L>(header)) return use(kind{});
        return with_kind<L, I + 1>(header, use);
    }
}

/// Whether the layout knows at one look that a header is white, and of no kind but the last: such
/// an object has no special case. A layout may say so of fewer headers, or of none.
template <layout L>
[[nodiscard]] constexpr bool is_plain(word_of<L> header)
{
    if constexpr (requires { L::is_plain(header); }) return static_cast<bool>(L::is_plain(header));
    else return false;
}
/// The first field to scan of such an object.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_of<L> plain_scan_from(const M& memory, header_of<L> h)
{
    return kind_at<L, kind_count<L> - 1>::template scan_from<L>(memory, h);
}

/// The number of the first field to scan of the object at `h`; its wosize + 1 if there is none.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_of<L> scan_from(const M& memory, header_of<L> h)
{
    return with_kind<L>(memory.load(h.at),
                        [&](auto kind) { return kind.template scan_from<L>(memory, h); });
}

/// Whether an object with this header is of a kind of which nothing is ever scanned.
template <layout L>
[[nodiscard]] constexpr bool is_opaque(word_of<L> header)
{
    return with_kind<L>(header, [](auto kind) {
        if constexpr (requires { kind.is_opaque; }) return kind.is_opaque;
        else return false;
    });
}

/// Whether some kind of the layout decides field by field.
template <layout L, word_memory<word_of<L>> M, std::size_t I = 0>
[[nodiscard]] consteval bool decides_by_field()
{
    if constexpr (I == kind_count<L>) {
        return false;
    } else {
        return requires(const M& memory, header_of<L> h, word_of<L> i)
        {
            kind_at<L, I>::template scans<L>(memory, h, i);
        }
        || decides_by_field<L, M, I + 1>();
    }
}

/// Whether field `i`, at or after `scan_from`, holds a value. A layout whose kinds do not ask pays
/// nothing.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool scans(const M& memory, header_of<L> h, word_of<L> i)
{
    if constexpr (!decides_by_field<L, M>()) return true;
    else
        return with_kind<L>(memory.load(h.at), [&](auto kind) -> bool {
            if constexpr (requires { kind.template scans<L>(memory, h, i); }) {
                return static_cast<bool>(kind.template scans<L>(memory, h, i));
            } else {
                return true;
            }
        });
}

/// Whether field `i` of the object at `h` holds a value: it is one of those that marking scans.
template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr bool is_scanned(const M& memory, header_of<L> h, word_of<L> i)
{
    return scan_from<L>(memory, h) <= i && scans<L>(memory, h, i);
}

/// Whether an object may have this header: it is no interior one, and has the fields its kind
/// needs.
template <layout L, std::size_t I = 0>
[[nodiscard]] constexpr bool may_exist(word_of<L> header)
{
    if constexpr (I == kind_count<L>) {
        return static_cast<bool>(L::wosize(header) >= word<word_of<L>>(1));
    } else {
        using kind = kind_at<L, I>;
        if (kind::template covers<L>(header)) {
            if constexpr (interior_kind<kind, L>) return false;
            else if constexpr (requires { kind::least_wosize; })
                return static_cast<bool>(L::wosize(header) >= word<word_of<L>>(kind::least_wosize));
            else return static_cast<bool>(L::wosize(header) >= word<word_of<L>>(1));
        }
        return may_exist<L, I + 1>(header);
    }
}

/// Gives a new object, whose fields are all the filler, what its kind needs to be without defect.
template <layout L, word_memory<word_of<L>> M>
constexpr void initialise(M& memory, header_of<L> h)
{
    with_kind<L>(memory.load(h.at), [&](auto kind) {
        if constexpr (requires { kind.template initialise<L>(memory, h); })
            kind.template initialise<L>(memory, h);
    });
}

/// The object that a pointer to `x` keeps alive: the one at `x`, or the one around an interior
/// header there.
template <layout L, std::size_t I = 0, word_memory<word_of<L>> M>
[[nodiscard]] constexpr header_of<L> resolve(const M& memory, value_of<L> x)
{
    if constexpr (I == kind_count<L>) {
        return hd_address<L>(x);
    } else {
        using kind = kind_at<L, I>;
        if constexpr (interior_kind<kind, L>) {
            const auto h = hd_address<L>(x);
            const auto header = memory.load(h.at);
            if (kind::template covers<L>(header)) return kind::template parent<L>(h, header);
        }
        return resolve<L, I + 1>(memory, x);
    }
}

}  // namespace strata::functional
