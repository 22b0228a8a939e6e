// tests/contracts/write_after_the_last_field.cpp: a write to a field that the object does not have.
// expects that a write is to a field
#include "faulty_cycle.hpp"

int main()
{
    test::faulty_cycle world;
    world.gc.write({0x1008}, 3, 1);
    return 0;
}
