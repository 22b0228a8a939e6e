// tests/byte_cells.hpp: a generational layout that is not CakeML's: pointers count bytes.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>

#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <strata/concepts/generational_layout.hpp>
#include <strata/layer2_functional/cakeml_layout.hpp>

namespace test {

/// A pointer is the address of the first field, from the start of the heap, plus one.
struct byte_cells :
    strata::functional::packed_header<strata::functional::bit_field<std::uint64_t, 16, 48>,
                                      strata::functional::bit_field<std::uint64_t, 0, 2>,
                                      strata::functional::bit_field<std::uint64_t, 2, 8>,
                                      strata::functional::cakeml_numbering, std::uint64_t> {
    static constexpr std::uint64_t mword = 8, max_heap_words = 1'000'000, ref_tag = 200;
    static constexpr auto kinds = boost::hana::tuple_t<strata::functional::regular>;

    [[nodiscard]] static constexpr word block_tag(word n) { return n; }
    [[nodiscard]] static constexpr bool is_pointer(word v) { return v % 8 == 1; }
    [[nodiscard]] static constexpr strata::val_addr<word> target(word v) { return {v - 1}; }
    [[nodiscard]] static constexpr word pointer_to(strata::val_addr<word> x) { return x.at + 1; }
    [[nodiscard]] static constexpr word filler() { return 0; }

    [[nodiscard]] static constexpr bool is_ref(word header) { return tag(header) == ref_tag; }
    [[nodiscard]] static constexpr bool is_fwd_ptr(word w) { return w % 4 == 0; }
    [[nodiscard]] static constexpr word fwd_ptr(word n) { return n << 2; }
    [[nodiscard]] static constexpr word fwd_to(word w) { return w >> 2; }
    [[nodiscard]] static constexpr word update_addr(word, word n) { return (n + 1) * 8 + 1; }
};

static_assert(strata::generational_layout<byte_cells>);

}  // namespace test

TYPE_TO_STRING(test::byte_cells);
