// tests/small_objects.hpp: the objects of small heaps, for the layouts that the tests know.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <strata/instantiations/bitmap_record.hpp>
#include <strata/layer2_functional/ocaml_layout.hpp>

#include "shapes.hpp"
#include "small_blocks.hpp"

namespace test {

/// Every set of pointer fields, and perhaps bits for fields that do not exist.
template <>
struct small_objects<bitmap_record> : small_words<bitmap_record> {
    using small_words<bitmap_record>::small_words;

    template <class F>
    constexpr bool each(std::size_t wosize, F visit) const
    {
        for (std::uint64_t bitmap = 0; bitmap < (std::uint64_t{1} << (wosize - 1)); ++bitmap) {
            block b;
            b.enter_at(0);
            b.append(header(wosize, color::white, 0));
            b.slots[0].add(header(wosize, color::white, bitmap_record::max_tag));
            b.append(bitmap);
            b.slots[1].add(bitmap | ~std::uint64_t{0} << (wosize - 1));
            for (std::size_t i = 2; i <= wosize; ++i)
                if ((bitmap >> (i - 2) & 1) != 0) append_value(b);
                else append_bytes(b);
            if (!visit(b)) return false;
        }
        return true;
    }
};

template <class L>
concept ocaml_like = layout<L> && requires(word_of<L> w)
{
    L::make_closure_info(w, w);
};

/// The tags around which OCaml's kinds change, and what they are in `L`: where a layout lacks a
/// kind it has regular objects.
inline constexpr std::array<std::uint64_t, 8> boundary_tags{0, 246, 247, 248, 249, 250, 251, 255};

/// What stands for another value has tests of its own.
enum class ocaml_kind { regular, closure, infix, forward, opaque };

template <ocaml_like L>
[[nodiscard]] constexpr ocaml_kind kind_of_tag(std::uint64_t tag)
{
    if (tag == 247 && has_kind<functional::closure, L>) return ocaml_kind::closure;
    if (tag == 249 && has_kind<functional::infix, L>) return ocaml_kind::infix;
    if (tag == 250 && has_kind<functional::forward_block, L>) return ocaml_kind::forward;
    if (tag >= 251 && has_kind<functional::no_scan, L>) return ocaml_kind::opaque;
    return ocaml_kind::regular;
}

/// Regular and opaque objects with every boundary tag; closures of arity 0 and 3 with every start
/// of the environment and, before it, every set of infix headers that have room for a code pointer.
template <ocaml_like L>
struct small_objects<L> : small_words<L> {
    using small_words<L>::small_words;
    using typename small_words<L>::W;
    using typename small_words<L>::block;

    template <class F>
    constexpr bool each(std::size_t wosize, F visit) const
    {
        block regular = of_kind(ocaml_kind::regular, wosize);
        for (std::size_t i = 1; i <= wosize; ++i) this->append_value(regular);
        if (!visit(regular)) return false;
        block opaque = of_kind(ocaml_kind::opaque, wosize);
        for (std::size_t i = 1; i <= wosize; ++i) this->append_bytes(opaque);
        if (opaque.slots[0].count > 0 && !visit(opaque)) return false;
        return !has_kind<functional::closure, L> || each_closure(wosize, visit);
    }

private:
    [[nodiscard]] constexpr block of_kind(ocaml_kind kind, std::size_t wosize) const
    {
        block b;
        b.enter_at(0);
        auto& s = b.append();
        for (const auto tag : boundary_tags)
            if (kind_of_tag<L>(tag) == kind) s.add(this->header(wosize, color::white, tag));
        return b;
    }
    /// Bit j of `infixes` is set if there is an infix header in field j.
    [[nodiscard]] constexpr block closure(std::size_t wosize, std::size_t start_env,
                                          unsigned infixes) const
    {
        block b = of_kind(ocaml_kind::closure, wosize);
        this->append_bytes(b);
        auto& info = b.append();
        for (const std::uint64_t arity : {0U, 3U})
            info.add(L::make_closure_info(word<W>(arity), word<W>(start_env)));
        for (std::size_t j = 3; j <= start_env; ++j) {
            if ((infixes >> j & 1U) != 0) {
                b.enter_at(j);
                b.append(this->header(j, color::white, 249));
            } else {
                this->append_bytes(b);
            }
        }
        for (std::size_t i = start_env + 1; i <= wosize; ++i) this->append_value(b);
        return b;
    }
    template <class F>
    constexpr bool each_closure(std::size_t wosize, F visit) const
    {
        for (std::size_t start_env = 2; start_env <= wosize; ++start_env)
            for (unsigned infixes = 0; infixes < (1U << start_env); infixes += 8)
                if ((infixes & infixes << 1) == 0 && !visit(closure(wosize, start_env, infixes)))
                    return false;
        return true;
    }
};

}  // namespace test
