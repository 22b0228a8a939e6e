# tests/toolchains/s390x.cmake: programs for a big-endian 64-bit machine, run by qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_CXX_COMPILER s390x-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x)

# A prefix with the header-only packages of this machine, and without its C library.
set(packages ${CMAKE_BINARY_DIR}/packages)
file(COPY /usr/share/cmake/Microsoft.GSL DESTINATION ${packages}/share/cmake)
file(COPY /usr/lib/cmake/doctest DESTINATION ${packages}/lib/cmake)
file(MAKE_DIRECTORY ${packages}/include)
foreach(folder boost doctest gsl)
  file(CREATE_LINK /usr/include/${folder} ${packages}/include/${folder} SYMBOLIC)
endforeach()

set(CMAKE_FIND_ROOT_PATH ${packages} /usr/s390x-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
