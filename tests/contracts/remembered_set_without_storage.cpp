// tests/contracts/remembered_set_without_storage.cpp: a table has room for one field at least.
// expects that a remembered set has room for one field
#include <cstdint>
#include <span>

#include <strata/layer3_imperative/remembered_set.hpp>

int main()
{
    const strata::imperative::remembered_set<std::uint64_t> empty{std::span<std::uint64_t>{}};
    return empty.is_complete() ? 0 : 1;
}
