// tests/contracts/audited_new_object_is_white.cpp: what is allocated while marking turns white.
// expects that a cycle satisfies Definition 6
#include "faulty_cycle.hpp"

int main()
{
    using namespace strata;
    test::faulty_cycle world;
    const auto x = world.gc.allocate(1, 0);
    while (world.gc.at() != imperative::phase::sweeping) world.gc.slice(1);
    const auto word = static_cast<std::size_t>((x->at - 0x1000) / 8 - 1);
    world.words[word] = ocaml_64::make_header(1, color::white, 0);
    world.gc.finish();
    return 0;
}
