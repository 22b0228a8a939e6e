// tests/consumers/main.cpp: the smallest program of a user.
#include <strata/concepts/contract.hpp>

int main(int argc, char**)
{
    strata::expects(argc == 1, "the program has no arguments");
}
