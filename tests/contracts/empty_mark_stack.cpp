// tests/contracts/empty_mark_stack.cpp: a mark stack is made from storage of no entries.
// expects that a mark stack has room for one object
#include <cstdint>

#include <strata/layer3_imperative/mark_stack.hpp>

int main()
{
    strata::imperative::mark_stack<std::uint32_t> stack{{}};
    return stack.full() ? 0 : 1;
}
