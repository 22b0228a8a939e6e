// tests/contracts/audited_leaf_stays_gray.cpp: the audit sees an object that marking leaves gray.
// expects that mark is functional::mark
#include "faulty_collection.hpp"

int main()
{
    using namespace strata;
    using L = test::faulty_layout;
    return test::collect_with([](std::uint64_t a, std::uint64_t w) -> std::uint64_t {
        if (a == 0x1010 && L::has_color(w, color::black)) return L::color_header(w, color::gray);
        return w;
    });
}
