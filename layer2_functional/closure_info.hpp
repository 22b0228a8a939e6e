// layer2_functional/closure_info.hpp: the field that says where a closure's environment starts.
#pragma once

#include <strata/layer2_functional/bit_field.hpp>

namespace strata::functional {

/// closure-info ::= arity (8 bits) . start-of-environment (wordsize - 9 bits) . 1 (section 2.1)
template <machine_word W>
struct closure_info {
    using odd_bit = bit_field<W, 0, 1>;
    using start_env_bits = bit_field<W, 1, word_bits<W> - 9>;
    using arity_bits = bit_field<W, word_bits<W> - 8, 8>;

    [[nodiscard]] static constexpr W make_closure_info(W arity, W start_env)
    {
        return arity_bits::make(arity) | start_env_bits::make(start_env) | word<W>(1);
    }
    [[nodiscard]] static constexpr W arity(W info) { return arity_bits::get(info); }
    [[nodiscard]] static constexpr W start_env(W info) { return start_env_bits::get(info); }
    [[nodiscard]] static constexpr auto is_closure_info(W info) { return odd_bit::holds(info, 1); }
};

}  // namespace strata::functional
