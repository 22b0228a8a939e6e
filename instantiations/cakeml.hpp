// instantiations/cakeml.hpp: CakeML's heap on 64 and 32 bits, as its compiler configures them.
#pragma once

#include <cstdint>

#include <strata/layer2_functional/cakeml_layout.hpp>

namespace strata {

/// A length of 32 bits; pointers say 4 bits of the length and 4 of the tag.
struct cakeml_64 :
    functional::cakeml_layout<std::uint64_t, functional::cakeml_conf<32, 4, 4, 2>> {};

/// A length of 20 bits; pointers say nothing else.
struct cakeml_32 :
    functional::cakeml_layout<std::uint32_t, functional::cakeml_conf<20, 0, 0, 1>> {};

static_assert(generational_layout<cakeml_64> && generational_layout<cakeml_32>);

// Not in `all_layouts`: there any tag may be that of an object with values, and the heaps of the
// tests are drawn so; here the tag says whether it has. Their pointers survive a collector that
// moves objects only in the generational one: the others know nothing of pointer bits.

}  // namespace strata
