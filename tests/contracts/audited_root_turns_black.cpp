// tests/contracts/audited_root_turns_black.cpp: the audit sees a root that is blackened at once.
// expects that darken_roots is functional::darken_roots
#include "faulty_collection.hpp"

int main()
{
    using namespace strata;
    using L = test::faulty_layout;
    return test::collect_with([](std::uint64_t a, std::uint64_t w) -> std::uint64_t {
        if (a == 0x1030 && L::has_color(w, color::gray)) return L::color_header(w, color::black);
        return w;
    });
}
