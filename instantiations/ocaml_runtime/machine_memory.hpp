// instantiations/ocaml_runtime/machine_memory.hpp: words at their machine addresses; the end moves.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strata/concepts/layout.hpp>
#include <strata/layer2_functional/memory_part.hpp>
#include <strata/layer3_imperative/grow.hpp>
#include <strata/layer3_imperative/mark_bits.hpp>

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
        , inside_{begin, end}
    {}

    [[nodiscard]] word begin() const { return begin_; }
    [[nodiscard]] word end() const { return end_; }
    [[nodiscard]] bool has_inside(word a) const { return inside_.has(a); }
    [[nodiscard]] word load(word a) const { return *at(a); }
    void store(word a, word w) { *at(a) = w; }
    void prefetch(word a) const { __builtin_prefetch(at(a)); }

    void set_end(word end)
    {
        end_ = end;
        inside_ = {begin_, end};
    }
    [[nodiscard]] std::uint64_t most_words() const { return (limit_ - begin_) / sizeof(word); }

private:
    [[nodiscard]] static word* at(word a) { return reinterpret_cast<word*>(a); }

    word begin_, end_, limit_;
    functional::open_range<word> inside_;
};

/// The marks of the machine's words, of which those of one range exist: with this, and unlike
/// `lent_entries`, a mark is found without a look at where the range begins.
class machine_entries {
public:
    /// Expects  both begin on a page.
    machine_entries(std::uintptr_t marks, std::uintptr_t first_word)
        : zero_{marks - first_word / sizeof(std::uint64_t) / imperative::marks_per_entry *
                            sizeof(imperative::mark_entry)}
    {}
    [[nodiscard]] imperative::mark_entry& operator[](std::uint64_t n) const
    {
        return *reinterpret_cast<imperative::mark_entry*>(zero_ +
                                                          n * sizeof(imperative::mark_entry));
    }
    /// The bytes of marks for so many bytes of words.
    [[nodiscard]] static constexpr std::size_t bytes_for(std::size_t bytes)
    {
        return bytes / imperative::marks_per_entry;
    }

private:
    std::uintptr_t zero_;
};

}  // namespace strata::ocaml_runtime
