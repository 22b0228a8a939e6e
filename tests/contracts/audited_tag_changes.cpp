// tests/contracts/audited_tag_changes.cpp: a free block has not the tag of layer 2.
// expects that sweep is functional::sweep
#include "faulty_collection.hpp"

int main()
{
    return test::collect_with([](std::uint64_t a, std::uint64_t w) -> std::uint64_t {
        if (a == 0x1000) return w | 1;
        return w;
    });
}
