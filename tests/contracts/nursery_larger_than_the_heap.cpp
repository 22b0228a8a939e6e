// tests/contracts/nursery_larger_than_the_heap.cpp: what survives must have a chance to fit.
// expects that a nursery is no larger than the old space
#include "nursery_of.hpp"

int main() { return test::nursery_of(17, 0x2000); }
