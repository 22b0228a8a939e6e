# tests/consumers/plain.sh: COMPILER INCLUDE SOURCE PROGRAM; one compiler command, then the program.
"$1" -std=c++20 -Wall -Wextra -I "$2" "$3" -o "$4"
"$4"
