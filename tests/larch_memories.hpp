// tests/larch_memories.hpp: one copying collection, drawn by hand, memory after memory.
#pragma once

#include <utility>
#include <vector>

#include <strata/layer1_graph/copying_interfaces.hpp>

namespace test::larch_memories {

using mem = strata::graph::larch::memory<int, int>;
using set = std::vector<int>;

// Addresses of from-space are below 100; the copy of node n, named n, is at 100 + n.
struct at {
    int address;
    int id;
    set addrs;
    set vals = {};
};

constexpr mem memory_of(set roots, set uncopied, set unscanned, set scanned,
                        const std::vector<at>& nodes, const set& moved)
{
    mem m{std::move(roots), std::move(uncopied), std::move(unscanned), std::move(scanned)};
    for (const auto& n : nodes) m.mem.bind(n.address, {n.id, n.addrs, n.vals});
    for (const int a : moved) m.forwarded.bind(a, a + 100);
    return m;
}

template <class F>
mem changed(mem m, F change)
{
    change(m);
    return m;
}

// 1 -> 2, 3; 2 -> 1; 3; and 4 -> 1, which nothing reaches. Both roots are 1.
inline const mem initial =
    memory_of({1, 1}, {1, 2, 3, 4}, {}, {},
              {{1, 1, {2, 3}, {7}}, {2, 2, {1}}, {3, 3, {}, {9}}, {4, 4, {1}}}, {});
// 1 is copied, no root is forwarded
inline const mem one_copied =
    memory_of({1, 1}, {2, 3, 4}, {101}, {},
              {{101, 1, {2, 3}, {7}}, {2, 2, {1}}, {3, 3, {}, {9}}, {4, 4, {1}}}, {1});
inline const mem one_root = changed(one_copied, [](mem& m) { m.roots = {101, 1}; });
inline const mem both_roots = changed(one_copied, [](mem& m) { m.roots = {101, 101}; });
// 1 is scanned: its references are copied
inline const mem one_scanned = memory_of(
    {101, 101}, {4}, {102, 103}, {101},
    {{101, 1, {102, 103}, {7}}, {102, 2, {1}}, {103, 3, {}, {9}}, {4, 4, {1}}}, {1, 2, 3});
inline const mem two_scanned = memory_of(
    {101, 101}, {4}, {103}, {101, 102},
    {{101, 1, {102, 103}, {7}}, {102, 2, {101}}, {103, 3, {}, {9}}, {4, 4, {1}}}, {1, 2, 3});
inline const mem final_memory = memory_of(
    {101, 101}, {4}, {}, {101, 102, 103},
    {{101, 1, {102, 103}, {7}}, {102, 2, {101}}, {103, 3, {}, {9}}, {4, 4, {1}}}, {1, 2, 3});
inline const mem flipped =
    memory_of({101, 101}, {101, 102, 103}, {}, {},
              {{101, 1, {102, 103}, {7}}, {102, 2, {101}}, {103, 3, {}, {9}}}, {});
// As `final_memory`, but 4, which nothing reaches, is copied too
inline const mem more_copied = memory_of(
    {101, 101}, {}, {}, {101, 102, 103, 104},
    {{101, 1, {102, 103}, {7}}, {102, 2, {101}}, {103, 3, {}, {9}}, {104, 4, {101}}}, {1, 2, 3, 4});

}  // namespace test::larch_memories
