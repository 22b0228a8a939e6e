// instantiations/ocaml_runtime/machine_memory.hpp: words at their machine addresses; the end moves.
#pragma once

#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer3_imperative/grow.hpp>

namespace strata::ocaml_runtime {

/// Part of the machine's memory, from `begin` to `end`, which can move up to `limit`. Unlike
/// `raw_memory` it needs no base, and marking has a register more.
template <layout L>
class machine_memory {
public:
    using word = word_of<L>;

    machine_memory(word begin, word end, word limit)
        : begin_{begin}
        , end_{end}
        , limit_{limit}
    {}

    [[nodiscard]] word begin() const { return begin_; }
    [[nodiscard]] word end() const { return end_; }
    [[nodiscard]] word load(word a) const { return *at(a); }
    void store(word a, word w) { *at(a) = w; }
    void prefetch(word a) const { __builtin_prefetch(at(a), 1); }

    void set_end(word end) { end_ = end; }
    [[nodiscard]] std::uint64_t most_words() const { return (limit_ - begin_) / sizeof(word); }

private:
    [[nodiscard]] static word* at(word a) { return reinterpret_cast<word*>(a); }

    word begin_, end_, limit_;
};

}  // namespace strata::ocaml_runtime
