// tests/contracts/audited_copy_is_not_forwarded.cpp: the audit sees an original left unforwarded.
// expects that every step does what its Larch interface says
// prints Larch copyAddr: not what it ensures
#include "faulty_copy.hpp"

int main() { return test::copy_without(0x1000, 0x300); }
