// tests/contracts/nursery_of_no_words.cpp: a nursery has words.
// expects that a nursery has room for an object
#include "nursery_of.hpp"

int main() { return test::nursery_of(0, 0x2000); }
