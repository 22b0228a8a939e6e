// tests/contracts/audited_survivor_stays_black.cpp: a survivor does not turn white again.
// expects that a collection satisfies Definition 5
#include "faulty_collection.hpp"

int main()
{
    using namespace strata;
    using L = test::faulty_layout;
    return test::collect_with([](std::uint64_t a, std::uint64_t w) -> std::uint64_t {
        if (a == 0x1010 && L::has_color(w, color::white)) return L::color_header(w, color::black);
        return w;
    });
}
