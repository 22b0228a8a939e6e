// tests/contracts/nursery_inside_the_heap.cpp: a nursery is apart from the old space.
// expects that the nursery and the old space do not overlap
#include "nursery_of.hpp"

int main() { return test::nursery_of(8, 0x1078); }
