// tests/contracts/audited_copy_is_not_scanned.cpp: the audit sees a reference left unforwarded.
// expects that every step does what its Larch interface says
// prints Larch scanAddr: not what it ensures
#include "faulty_copy.hpp"

int main() { return test::copy_without(0x2008, 0x2020); }
