// tests/faulty_collection.hpp: an audited collection in a memory whose stores can go wrong.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

namespace test {

using faulty_layout = strata::ocaml_64;

/// `fault` says what is stored instead of `w`.
struct faulty_memory : strata::imperative::checked_memory<faulty_layout> {
    using fault_type = word (*)(word a, word w);
    fault_type fault;

    faulty_memory(std::vector<word>& words, fault_type f)
        : checked_memory{words, 0x1000}
        , fault{f}
    {}
    void store(word a, word w) { checked_memory::store(a, fault(a, w)); }
};

/// A dead object at 0x1000, a leaf at 0x1010, a dead one at 0x1020, the root at 0x1030.
template <class Free = strata::imperative::next_fit<faulty_layout>>
int collect_with(faulty_memory::fault_type fault)
{
    using namespace strata;
    const auto white = faulty_layout::make_header(1, color::white, 0);
    std::vector<std::uint64_t> words{white, 1, white, 3, white, 5, white, 0x1018};
    std::array<value_of<faulty_layout>, 4> stack{};
    const std::array<std::uint64_t, 1> roots{0x1038};
    imperative::mark_sweep<faulty_layout, faulty_memory, Free, 1,
                           imperative::audited<faulty_layout>>
        gc{{words, fault}, stack, imperative::contents::existing};
    gc.collect(roots);
    return 0;
}

}  // namespace test
