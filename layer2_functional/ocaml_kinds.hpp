// layer2_functional/ocaml_kinds.hpp: the kinds of OCaml's objects, one type each.
#pragma once

#include <cstdint>

#include <strata/concepts/object_kind.hpp>

namespace strata::functional {

inline constexpr std::uint64_t lazy_tag = 246;
inline constexpr std::uint64_t closure_tag = 247;
inline constexpr std::uint64_t infix_tag = 249;
inline constexpr std::uint64_t forward_tag = 250;
inline constexpr std::uint64_t no_scan_tag = 251;
inline constexpr std::uint64_t double_tag = 253;

/// Opaque bytes: strings, floats, custom blocks. Nothing is scanned (Fig. 9).
struct no_scan {
    static constexpr std::uint64_t least_tag = no_scan_tag;
    static constexpr bool is_opaque = true;

    template <class L>
    [[nodiscard]] static constexpr auto covers(word_of<L> header)
    {
        return L::tag(header) >= word<word_of<L>>(no_scan_tag);
    }
    template <class L, class M>
    [[nodiscard]] static constexpr word_of<L> scan_from(const M& memory, header_of<L> h)
    {
        return L::wosize(memory.load(h.at)) + word<word_of<L>>(1);
    }
};

/// Code pointers first, then an environment of values; the second field says where it starts (Fig.
/// 2).
struct closure {
    static constexpr std::uint64_t least_tag = closure_tag;
    static constexpr std::uint64_t least_wosize = 2;

    template <class L>
    [[nodiscard]] static constexpr auto covers(word_of<L> header)
    {
        return L::tag(header) == word<word_of<L>>(closure_tag);
    }
    /// Paper: `start_env_clos_info`.
    template <class L, class M>
    [[nodiscard]] static constexpr word_of<L> start_env(const M& memory, header_of<L> h)
    {
        return L::start_env(memory.load(field_addr<L>(h, word<word_of<L>>(2))));
    }
    template <class L, class M>
    [[nodiscard]] static constexpr word_of<L> scan_from(const M& memory, header_of<L> h)
    {
        return start_env<L>(memory, h) + word<word_of<L>>(1);
    }
    template <class L, class M>
    [[nodiscard]] static constexpr const char* defect(const M& memory, header_of<L> h)
    {
        const auto wosize = L::wosize(memory.load(h.at));
        if (wosize < word<word_of<L>>(least_wosize))
            return "a closure has a code pointer and a closure info";
        if (!L::is_closure_info(memory.load(field_addr<L>(h, word<word_of<L>>(2)))))
            return "the closure info of a closure is odd";
        const auto start = start_env<L>(memory, h);
        if (start < word<word_of<L>>(2))
            return "the environment of a closure starts after its closure info";
        if (start > wosize) return "a closure is no shorter than the start of its environment";
        return nullptr;
    }
    /// No environment yet.
    template <class L, class M>
    static constexpr void initialise(M& memory, header_of<L> h)
    {
        const auto info = L::make_closure_info(word<word_of<L>>(0), L::wosize(memory.load(h.at)));
        memory.store(field_addr<L>(h, word<word_of<L>>(2)), info);
    }
};

/// A further entry point inside a closure; its size is its distance from the closure, in words
/// (Fig. 3).
struct infix {
    static constexpr std::uint64_t least_tag = infix_tag;

    template <class L>
    [[nodiscard]] static constexpr auto covers(word_of<L> header)
    {
        return L::tag(header) == word<word_of<L>>(infix_tag);
    }
    /// Paper: `parent`. F*: `parent_closure_of_infix_object`.
    template <class L>
    [[nodiscard]] static constexpr header_of<L> parent(header_of<L> h, word_of<L> header)
    {
        return {h.at - L::wosize(header) * mword<L>()};
    }
    /// Whether an infix header at `h` may stand in the object at `around`: among a closure's entry
    /// points, after its own, which are a code pointer and the closure info. What forwards a
    /// closure writes to its first field, and must not hit an entry point.
    template <class L, class M>
    [[nodiscard]] static constexpr bool may_stand_in(const M& memory, header_of<L> h,
                                                     header_of<L> around)
    {
        if (!closure::covers<L>(memory.load(around.at))) return false;
        if (h.at <= field_addr<L>(around, word<word_of<L>>(2))) return false;
        return static_cast<bool>(h.at <
                                 field_addr<L>(around, closure::scan_from<L>(memory, around)));
    }
};

/// A lazy value that has been forced: it stands for its result, which every collector puts where a
/// pointer to it was. A result that is itself lazy or forward must stay behind it, or forcing would
/// go on; so must a float, or an array that gets it would be taken for one of floats.
struct forward_block {
    static constexpr std::uint64_t least_tag = forward_tag;

    template <class L>
    [[nodiscard]] static constexpr auto covers(word_of<L> header)
    {
        return L::tag(header) == word<word_of<L>>(forward_tag);
    }
    template <class L, class M>
    [[nodiscard]] static constexpr word_of<L> scan_from(const M&, header_of<L>)
    {
        return word<word_of<L>>(1);
    }
    template <class L>
    [[nodiscard]] static constexpr bool may_stand_for(word_of<L> header)
    {
        if (L::tag(header) == word<word_of<L>>(forward_tag)) return false;
        if (L::tag(header) == word<word_of<L>>(lazy_tag)) return false;
        return static_cast<bool>(L::tag(header) != word<word_of<L>>(double_tag));
    }
};

/// Everything else: each field is a value (Fig. 8).
struct regular {
    template <class L>
    [[nodiscard]] static constexpr bool covers(word_of<L>)
    {
        return true;
    }
    template <class L, class M>
    [[nodiscard]] static constexpr word_of<L> scan_from(const M&, header_of<L>)
    {
        return word<word_of<L>>(1);
    }
};

}  // namespace strata::functional
