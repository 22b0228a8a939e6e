// tests/contracts/audited_cycle_loses_its_snapshot.cpp: a store passes the deletion barrier.
// expects that what was reachable at the start is marked, or will be
#include "faulty_cycle.hpp"

int main()
{
    test::faulty_cycle world;
    world.gc.slice(4);        // the first field of the root has been scanned
    world.words[1] = 0x1020;  // it gets the leaf
    world.words[2] = 1;       // and the field still to be scanned loses it
    world.gc.slice(1);
    return 0;
}
