// tests/contracts/nursery_of_one_word.cpp: a nursery in which no object fits is of no use.
// expects that a nursery has room for an object
#include "nursery_of.hpp"

int main() { return test::nursery_of(1, 0x2000); }
