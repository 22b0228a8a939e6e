// tests/contracts/cycle_starts_twice.cpp: a cycle is started while another one is running.
// expects that a cycle starts when the last one is over
#include "faulty_cycle.hpp"

int main()
{
    test::faulty_cycle world;
    world.gc.start(world.roots);
    return 0;
}
