// tests/contracts/audited_copy_misses_a_field.cpp: the audit sees a field that is not copied.
// expects that every step does what its Larch interface says
// prints Larch copyAddr: not what it ensures
#include "faulty_copy.hpp"

int main() { return test::copy_without(0x2028, 9); }
