// tests/contracts/resize_to_a_nursery_too_large.cpp: another nursery is one like the first.
// expects that a nursery is no larger than the old space
#include "nursery_of.hpp"

int main() { return test::nursery_of(8, 0x2000, 17); }
