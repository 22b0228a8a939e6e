// tests/contracts/faulty_copy.hpp: an audited copy of two cells in memories that lose one write.
#pragma once

#include <array>
#include <cstdint>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/semispace.hpp>

namespace test {

using copied_layout = strata::ocaml_64;

/// Loses one word that is written to one address.
struct forgetful {
    strata::imperative::checked_memory<copied_layout> memory;
    std::uint64_t address, lost;

    [[nodiscard]] std::uint64_t begin() const { return memory.begin(); }
    [[nodiscard]] std::uint64_t end() const { return memory.end(); }
    [[nodiscard]] std::uint64_t load(std::uint64_t a) const { return memory.load(a); }
    void store(std::uint64_t a, std::uint64_t w)
    {
        if (a != address || w != lost) memory.store(a, w);
    }
};

/// The cells at 0x1008 and 0x1020, the first of which leads to the second, are copied to 0x2008 and
/// 0x2020.
inline int copy_without(std::uint64_t address, std::uint64_t lost)
{
    using namespace strata;
    using L = copied_layout;
    const auto header = L::make_header(2, color::white, 0);
    std::array<std::uint64_t, 6> one{header, 0x1020, 5, header, 7, 9}, other{};
    const forgetful from{{one, 0x1000}, address, lost}, to{{other, 0x2000}, address, lost};
    std::array<std::uint64_t, 1> roots{0x1008};
    const auto s =
        imperative::gc(imperative::begin_copy<L>(from, to, imperative::all_of<L>(to),
                                                 imperative::breadth_first{}.worklist_for<L>(to),
                                                 imperative::audited_gc<L>{}),
                       roots);
    return s.ok ? 0 : 1;
}

}  // namespace test
