// tests/consumers/main.cpp: a user's program: one object lives, one dies and leaves its room.
#include <array>
#include <cstdint>
#include <cstdio>

#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>

int main()
{
    using layout = strata::ocaml_64;
    std::array<std::uint64_t, 16> heap;
    std::array<strata::value_of<layout>, 4> stack;
    strata::imperative::mark_sweep<layout> gc{{heap, 0x1000}, stack};

    const auto kept = gc.allocate(7, 0);
    const auto lost = gc.allocate(7, 0);
    const bool full = !gc.allocate(7, 0);
    if (!kept || !lost || !full) return 1;

    gc.memory().store(kept->at, 41);
    gc.collect(std::array{layout::pointer_to(*kept)});
    const bool reused = gc.allocate(7, 0) == lost;
    const bool same = gc.memory().load(kept->at) == 41;

    std::puts(reused && same ? "collected" : "not collected");
    return reused && same ? 0 : 1;
}
